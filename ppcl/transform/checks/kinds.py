"""The kinds of change that the engine can check: a plan that declares another is taken back."""

from ppcl.analysis.facts import Facts
from ppcl.transform.checks.coarsened import Coarsened, Merged
from ppcl.transform.checks.kind import Change, Kind
from ppcl.transform.checks.passed import Passed, Scalar
from ppcl.transform.checks.renamed import NewName, Renamed
from ppcl.transform.checks.transposed import Layout, Transposed

KINDS: tuple[type[Kind], ...] = (Renamed, Transposed, Passed, Coarsened)
# What a run shows of each: the kinds that a manifest may have.
CHANGES: tuple[type[Change], ...] = (NewName, Layout, Scalar, Merged)


def unfit(declared: tuple[Kind, ...], before: Facts) -> str | None:
    """Why a declaration says nothing that can be checked, for people; None where it does."""
    for kind in declared:
        if type(kind) not in KINDS:
            return f"a change is declared of a kind that cannot be checked: {type(kind).__name__}"
        for name in sorted(kind.kernels() - before.kernels.keys()):
            return f"a change is declared of a kernel that there is not: '{name}'"
    return None
