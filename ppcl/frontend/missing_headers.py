"""What the parser says of a file whose headers it does not find."""

from collections.abc import Iterable

from ppcl.ir.unit import Problem

# How clang ends what it says of an `#include` that leads nowhere, and begins what follows from it.
MISSING_FILE = "' file not found"
_UNDECLARED = ("use of undeclared identifier '", "unknown type name '")


def missing_headers(problems: Iterable[Problem]) -> list[str]:
    """The headers that are not found, each once."""
    found = (p.message.split("'")[1] for p in problems if p.message.endswith(MISSING_FILE))
    return list(dict.fromkeys(found))


def lacks_only_headers(problems: Iterable[Problem]) -> bool:
    """Whether headers are missing and nothing else is wrong but names that nobody declares: no
    other standard of the language mends that."""
    wrong = [problem.message for problem in problems if problem.severity != "warning"]
    missing = [message for message in wrong if message.endswith(MISSING_FILE)]
    undeclared = [message for message in wrong if message.startswith(_UNDECLARED)]
    return bool(missing) and len(missing) + len(undeclared) == len(wrong)
