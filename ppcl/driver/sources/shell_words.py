"""The words of a command line, as a shell divides them."""

import re
import shlex

_OPERATORS = frozenset("()<>|&;")
ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
SHELL = re.compile("(.*/)?(ba|da|z|k)?sh")
# Stands in words for what is only known when they are used: the program's folder.
ROOT = "\ue000"
_USED = r"\$PPCL_ROOT\b|\$\{PPCL_ROOT(?::?[-=?][^{}\"'\\]*)?\}"
_QUOTED = re.compile(rf"\\.|({_USED})", re.DOTALL)
_PLAIN = re.compile(rf"""\\.|'[^']*'|"(?:\\.|[^"\\])*"|({_USED})""", re.DOTALL)


def with_root(line: str) -> str:
    """The line with ROOT where a shell puts the value of PPCL_ROOT, which is always set."""

    def marked(found: re.Match[str]) -> str:
        if found[1]:
            return ROOT
        return _QUOTED.sub(marked, found[0]) if found[0][0] == '"' else found[0]

    return _PLAIN.sub(marked, line)


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
