"""Reads the tables: C functions with variables for types, and the comments that say which types.

A table is a C file of paragraphs. `/* For T = floats. */` holds for the functions that follow it;
the variables are those of `ppcl.backend.builtins.variables`, alone or as a part of a name:
`ppcl_clamp_T_T_T` is `ppcl_clamp_float_float_float` for T = float.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from ppcl.backend.builtins.variables import domain, values
from ppcl.emit import runtime_file

TABLES = (
    "atomic",
    "common",
    "double",
    "error",
    "exponential",
    "geometric",
    "half",
    "image",
    "integer",
    "inverse",
    "local_atomic",
    "math",
    "native",
    "operators",
    "power",
    "relational",
    "rows",
    "sampler",
    "synchronization",
    "trigonometric",
)
_DOMAIN = re.compile(r"/\* For ([TV]) = ([\w, ]+)\. \*/")
_WORD = re.compile(r"\$[A-Z_]+|\b[A-Za-z_]\w*")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RESULT = re.compile(r"^PPCL_INLINE (\w+) ", re.MULTILINE)
_NAME = re.compile(r"\bppcl_\w+")
_DEFINED = re.compile(r"\b(ppcl_\w+)\(")


@dataclass(frozen=True, slots=True)
class Template:
    """A function of a table, for one choice of its variables."""

    text: str
    words: Mapping[str, str]

    @property
    def name(self) -> str:
        """The C name."""
        first = _DEFINED.search(_COMMENT.sub("", self.text))
        return self.filled(first[1] if first else "")

    def filled(self, text: str) -> str:
        """The text with its variables replaced."""
        return _WORD.sub(lambda word: self._word(word[0]), text)

    def _word(self, word: str) -> str:
        if not word.startswith("ppcl_"):
            return self.words.get(word, word)
        return "_".join(self._part(part) for part in word.split("_"))

    def _part(self, part: str) -> str:
        if part.startswith("p") and part[1:] in self.words:
            return f"p{self.words[part[1:]]}"
        return self.words.get(part, part)


@cache
def templates() -> Mapping[str, Template]:
    """All functions of all tables, for all their types, by C name."""
    found = (one for table in TABLES for one in _read(table))
    return MappingProxyType({template.name: template for template in found})


def result(text: str) -> str | None:
    """The type that a function's text says it returns."""
    found = _RESULT.search(text)
    return None if found is None else found[1]


def uses(text: str) -> tuple[str, ...]:
    """The names of ours in a text, each once, in order."""
    return tuple(dict.fromkeys(_NAME.findall(_COMMENT.sub("", text))))


def _read(table: str) -> Iterator[Template]:
    choices: list[Mapping[str, str]] = [{}]
    text = runtime_file(f"c/builtins/{table}.c").decode("ascii")
    for paragraph in text.strip().split("\n\n"):
        said = _DOMAIN.fullmatch(paragraph)
        if said:
            choices = [values(said[1], type_) for type_ in domain(said[2])]
        elif _COMMENT.sub("", paragraph).strip():
            yield from (Template(paragraph, words) for words in choices)
