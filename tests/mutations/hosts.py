"""Mistakes in a host's text, for the engine's own check: those that are made in kernels, and others
in what a host says, defines and includes."""

import re
from collections.abc import Iterator

from tests.mutations.kernels import kernel_mutants
from tests.mutations.mutants import Mutant

_STRING = re.compile(r'"(?:\\.|[^"\\\n])*[A-Za-z](?:\\.|[^"\\\n])*"')
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:include|define|if|ifdef|ifndef)\b[^\n]*", re.MULTILINE)
_NUMBER = re.compile(r"\b\d+\b(?![.\w])")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)

# A kind, where it begins and ends, and what stands there instead.
_Change = tuple[str, int, int, str]


def host_mutants(file: str, text: str) -> Iterator[Mutant]:
    """All mistakes in a host file, each once."""
    seen = {text}
    for each in kernel_mutants(file, text):
        seen.add(each.text)
        yield each
    quiet = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for way in (_strings, _directives):
        for kind, start, end, now in way(quiet):
            new = text[:start] + now + text[end:]
            if new not in seen:
                seen.add(new)
                line = text.count("\n", 0, start) + 1
                yield Mutant(kind, file, line, text[start:end].strip(), now.strip(), new)


def _strings(quiet: str) -> Iterator[_Change]:
    """A letter more at the end of what a string says."""
    for found in _STRING.finditer(quiet):
        line = quiet.rfind("\n", 0, found.start()) + 1
        if "#" not in quiet[line : found.start()]:
            yield "other string", found.end() - 1, found.end(), 'x"'


def _directives(quiet: str) -> Iterator[_Change]:
    """Another number in a directive; one that defines or includes something dropped."""
    for found in _DIRECTIVE.finditer(quiet):
        for number in _NUMBER.finditer(quiet, *found.span()):
            yield "number of a directive", *number.span(), str(int(number[0], 0) + 1)
        if found[0].split()[0] in ("#include", "#define"):
            yield "directive dropped", *found.span(), ""
