"""isl behind plain questions about text: the only file that imports islpy.

Every isl exception, an exceeded operation count included, means "not provable" (DESIGN.md).
"""

from functools import lru_cache

import islpy

# An answer takes well under a millisecond as a rule; this is some tens of them.
_MAX_OPERATIONS = 400_000


@lru_cache(maxsize=8192)
def is_empty(dimensions: tuple[str, ...], constraints: tuple[str, ...]) -> bool:
    """Whether no integer point satisfies all constraints; False where isl cannot tell."""
    text = f"{{ [{', '.join(dimensions)}] : {' and '.join(constraints) or 'true'} }}"
    try:
        return bool(islpy.Set.read_from_str(_context(), text).is_empty())
    except islpy.Error:
        return False


def equal_relations(left: str, right: str) -> bool:
    """Whether two relations in isl's syntax hold the same pairs for all parameters' values.

    Names of dimensions do not matter, names of parameters and arrays do. False where isl cannot
    tell.
    """
    context = _context()
    try:
        first = islpy.Map.read_from_str(context, left)
        second = islpy.Map.read_from_str(context, right)
        return bool(first.is_equal(second))
    except islpy.Error:
        return False


def _context() -> islpy.Context:
    """A context of its own for each question, so that no answer depends on those before it."""
    context = islpy.Context()
    context.set_max_operations(_MAX_OPERATIONS)
    return context
