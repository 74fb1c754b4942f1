"""The words of a command line, as a shell divides them."""

import re
import shlex

_OPERATORS = frozenset("()<>|&;")
ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
SHELL = re.compile("(.*/)?(ba|da|z|k)?sh")


def shell_words(line: str) -> tuple[str, ...]:
    """The words and operators, with `;` where a line ends; none where a quotation does not end."""
    lexer = shlex.shlex(
        line.replace("\\\n", "").replace("\n", " ; "), posix=True, punctuation_chars=True
    )
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return (*lexer, ";")
    except ValueError:
        return ()


def is_operator(word: str) -> bool:
    """Whether a word divides commands, or leads what they read and write."""
    return bool(word) and set(word) <= _OPERATORS
