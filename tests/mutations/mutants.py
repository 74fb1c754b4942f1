"""Mistakes that are made in rewritten text, one at a time, by its tokens."""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

# Lines of a host around those that a rewrite changed; kernels and new files are taken whole.
AROUND = 2
_TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'
        |^[ \t]*\#(?:\\\n|[^\n])*)
    |(?P<number>\b\d+\b(?![.\w]))
    |(?P<word>[A-Za-z_]\w*|\d[\w.]*)
    |(?P<operator><<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|->|[-+*/%&|^<>=!]=?|[?:])
    |(?P<mark>[()\[\]{},;.~])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_OPERATORS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "+=": "-=", "-=": "+=", "*=": "+="}
_OPERATORS |= {"&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", "&&": "||", "||": "&&"}
_COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_EFFECTS = {"+=": "=", "-=": "=", "*=": "=", "|=": "=", "^=": "="}
_OPERAND = r"[A-Za-z_]\w*(?:\[[^\[\]]*\])?|\d+"
_SWAPPED = re.compile(rf"(?<![\w.\])>])({_OPERAND}) (-|/|%|<<|<|\*) ({_OPERAND})(?![\w.\[(])")
_INDICES = re.compile(r"\[([A-Za-z_]\w*) \* (\w+) \+ ([A-Za-z_]\w*)\]")
_STATEMENT = re.compile(
    r"^(\s*)((?:\+\+|--|\*)?[A-Za-z_][^{};\"]*;)[ \t]*(?://[^\n]*|/\*[^\n]*\*/)?$", re.MULTILINE
)
_DECLARATION = re.compile(
    r"(?:return|break|continue|goto|typedef|else|do)\b"
    r"|(?:[A-Za-z_]\w*[\s*]+)+[A-Za-z_]\w*\s*(?:=[^=]|;|\[|,)"
)
# What a statement does twice if it stands twice; an assignment does not.
_AGAIN = re.compile(r"[-+*/|^&%]=|\+\+|--|^\w+\(")
_ONCE = ("clSetKernelArg(", "ppcl_transpose(", "barrier(")
_BARRIER = re.compile(r"\bbarrier\([^;]*\);")


@dataclass(frozen=True)
class Mutant:
    """A mistake: its kind, its place, and the text with it."""

    kind: str
    file: str
    line: int
    was: str
    now: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.kind}: {self.was!r} -> {self.now!r}"


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


# A kind, where it begins and ends, and what stands there instead.
_Change = tuple[str, int, int, str]


def mutants(file: str, before: str, after: str) -> Iterator[Mutant]:
    """All mistakes in what was rewritten of a file; `before` is empty where the file is new."""
    lines = changed_lines(before, after, whole=file.endswith((".cl", ".h")))
    tokens = [
        _Token(str(found.lastgroup), found.group(), found.start())
        for found in _TOKEN.finditer(after)
    ]
    hidden = [(each.start, each.end) for each in tokens if each.kind == "skip"]
    tokens = [each for each in tokens if each.kind != "skip"]
    seen = {after}
    for way in (_of_operators, _of_constants, _of_guards, _of_indices, _of_text, _of_statements):
        for kind, start, end, now in way(tokens, after):
            line = after.count("\n", 0, start) + 1
            text = after[:start] + now + after[end:]
            if line in lines and text not in seen and not any(a <= start < b for a, b in hidden):
                seen.add(text)
                yield Mutant(kind, file, line, after[start:end].strip(), now.strip(), text)


def changed_lines(before: str, after: str, whole: bool) -> set[int]:
    """The lines of the new text that a rewrite changed, and those around."""
    old, new = before.splitlines(), after.splitlines()
    if whole and old != new:
        return set(range(1, len(new) + 1))
    found: set[int] = set()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, _, _, start, end in matcher.get_opcodes():
        if tag != "equal":
            found |= set(range(start + 1 - AROUND, end + 1 + AROUND))
    return found


def _of_operators(tokens: list[_Token], text: str) -> Iterator[_Change]:
    tables = {"operator": _OPERATORS, "comparison": _COMPARISONS, "effect lost": _EFFECTS}
    for before, token in pairwise(tokens):
        binary = before.kind in ("word", "number") or before.text in ")]"
        # In `int *a` it is no operator.
        binary &= text[token.start - 1].isspace() == text[token.end : token.end + 1].isspace()
        for kind, table in tables.items():
            if token.kind == "operator" and token.text in table and binary:
                yield kind, token.start, token.end, table[token.text]


def _of_constants(tokens: list[_Token], text: str) -> Iterator[_Change]:
    for token in tokens:
        if token.kind == "number":
            yield "constant", token.start, token.end, str(int(token.text, 0) + 1)


def _of_guards(tokens: list[_Token], text: str) -> Iterator[_Change]:
    """A condition that always holds, or never."""
    for number, token in enumerate(tokens[:-1]):
        if token.text == "if" and tokens[number + 1].text == "(":
            end = _closing(tokens, number + 1)
            for kind, now in (("guard widened", "(1)"), ("guard narrowed", "(0)")):
                yield kind, tokens[number + 1].start, tokens[end].end, now


def _of_indices(tokens: list[_Token], text: str) -> Iterator[_Change]:
    for number, token in enumerate(tokens):
        if token.text != "[" or number == 0 or tokens[number - 1].kind != "word":
            continue
        end = tokens[_closing(tokens, number)]
        inner = text[token.end : end.start]
        if inner.strip() and not inner.strip().isdigit():
            yield "index off by one", token.start, end.end, f"[{inner} + 1]"


def _of_text(tokens: list[_Token], text: str) -> Iterator[_Change]:
    for found in _SWAPPED.finditer(text):
        left, operator, right = found.groups()
        if operator != "*":
            yield "operand order", found.start(), found.end(), f"{right} {operator} {left}"
    for found in _INDICES.finditer(text):
        slow, pitch, fast = found.groups()
        yield "operand order", found.start(), found.end(), f"[{fast} * {pitch} + {slow}]"
    for found in _BARRIER.finditer(text):
        yield "barrier gone", found.start(), found.end(), ";"


def _of_statements(tokens: list[_Token], text: str) -> Iterator[_Change]:
    for found in _STATEMENT.finditer(text):
        statement = found.group(2)
        if _DECLARATION.match(statement) or statement.count("(") != statement.count(")"):
            continue
        start, end = found.span(2)
        yield "statement dropped", start, end, ";"
        if _AGAIN.search(statement) and not statement.startswith(_ONCE):
            yield "statement doubled", start, end, f"{{ {statement} {statement} }}"


def _closing(tokens: list[_Token], opening: int) -> int:
    """The token that closes a bracket."""
    depth = 0
    for number in range(opening, len(tokens)):
        depth += tokens[number].text in "([" and bool(tokens[number].text)
        depth -= tokens[number].text in ")]"
        if depth == 0:
            return number
    return len(tokens) - 1
