"""Numbers that stand for the macros of kernels whose values the host makes while it runs.

Where a host computes a build option (`-DTILE=%d`), the macro's name is known, and that it is a
number. A text that cannot be read without the macro is read with two nominal numbers. Where no
condition asks for it, and both give the same kernels with the same parameters, these are the
kernels for every number: launches, arguments and buffers are known. What the kernels compute is
not: they stay kernels of a program with a problem, which no pass rewrites.
"""

from collections.abc import Callable, Iterator, Sequence

from ppcl.analysis.kernels.build_options import NUMBER, OpenNumber
from ppcl.ir.unit import TranslationUnit
from ppcl.source import words

NOMINAL = 16
_ANOTHER = 8

# Reads the text with more macros defined.
Parse = Callable[[tuple[str, ...]], TranslationUnit]


def read_nominal(
    numbers: Sequence[OpenNumber], parse: Parse
) -> tuple[TranslationUnit, tuple[str, ...]]:
    """A text, read with nominal numbers in macros if it needs some of them; their names come with
    it."""
    first = parse(())
    wanted = [each for each in numbers if each.name not in first.asked]
    names = tuple(each.name for each in wanted)
    if not wanted or not _has_errors(first):
        return first, ()
    unit = parse(_defines(wanted, NOMINAL))
    if _has_errors(unit) or _made_of(names, unit) & unit.asked:
        return first, ()
    if _kernels(unit) != _kernels(parse(_defines(wanted, _ANOTHER))):
        return first, ()
    return unit, names


def _defines(wanted: Sequence[OpenNumber], number: int) -> tuple[str, ...]:
    return tuple(f"{each.name}={each.value.replace(NUMBER, str(number))}" for each in wanted)


def _has_errors(unit: TranslationUnit) -> bool:
    return any(problem.severity in ("error", "fatal") for problem in unit.problems)


def _made_of(names: Sequence[str], unit: TranslationUnit) -> set[str]:
    """These macros, and those whose bodies name one of them, directly or not."""
    found: set[str] = set()
    pending = set(names)
    while pending:
        found |= pending
        users = (m.name for m in unit.macros if pending & {*words(m.body)})
        pending = {*users} - found
    return found


def _kernels(unit: TranslationUnit) -> list[tuple[object, ...]]:
    """The name of each kernel, and its parameters with their types."""
    return [*_signatures(unit)]


def _signatures(unit: TranslationUnit) -> Iterator[tuple[object, ...]]:
    for function in unit.functions:
        if function.kernel:
            yield (
                function.declaration.name,
                *((p.declaration.name, p.type) for p in function.parameters),
            )
