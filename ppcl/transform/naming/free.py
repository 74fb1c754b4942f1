"""Names that nothing in a program has."""

from collections.abc import Iterator
from functools import lru_cache

from ppcl.analysis.facts import Facts
from ppcl.frontend import tokens
from ppcl.source import words


def free_kernel_name(facts: Facts, wanted: str) -> str:
    """The name, or with the first number from 2 on behind it that makes it no other word of the
    kernels' files, and nothing that a string of the host says as a whole."""
    used = set(_used(facts))
    candidate, number = wanted, 2
    while candidate in used:
        candidate, number = f"{wanted}{number}", number + 1
    return candidate


def _used(facts: Facts) -> Iterator[str]:
    """The words that a new name must not be: those of kernel files and build options, and what
    strings of the host say as a whole."""
    kernels = {file for unit in facts.units if unit.language == "opencl" for file in unit.files}
    for path, source in facts.files.items():
        code, said = _words(source.data)
        yield from code | said if path in kernels else said
    for unit in facts.units:
        for given, _ in unit.given:
            yield from words(given.encode())


@lru_cache(maxsize=256)
def _words(data: bytes) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a text, those in strings too, and the strings that are one word."""
    found: set[str] = set()
    strings: set[str] = set()
    for token in tokens(data, 0, len(data)):
        if token.kind in ("word", "string", "raw"):
            own = words(token.text)
            found.update(own)
            strings.update(own if token.kind != "word" and len(own) == 1 else ())
    return frozenset(found), frozenset(strings)
