"""What a function computes, as terms (DESIGN.md, "One equivalence for all rewrites").

Values are terms: an operator and its operands, floats never put in another order, and a macro or an
enumerator is not the number that it stands for. What a function does is an outline of steps: stores
and calls, in branches and loops, each with the terms that it is done with. Memory has versions: a
load's term names the last step that may have written what it reads.
"""

from ppcl.analysis.terms.function import outline_of
from ppcl.analysis.terms.outline import (
    Branch,
    Case,
    Effect,
    Join,
    Leave,
    Load,
    Loop,
    Outline,
    Region,
    Step,
    done,
    is_quiet,
)
from ppcl.analysis.terms.reading import NotModelled
from ppcl.analysis.terms.term import Term

__all__ = [
    "Branch",
    "Case",
    "Effect",
    "Join",
    "Leave",
    "Load",
    "Loop",
    "NotModelled",
    "Outline",
    "Region",
    "Step",
    "Term",
    "done",
    "is_quiet",
    "outline_of",
]
