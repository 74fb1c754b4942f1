"""The kinds of change that the engine can check: a plan that declares another is taken back."""

from ppcl.transform.checks.kind import Change, Kind
from ppcl.transform.checks.passed import Passed, Scalar
from ppcl.transform.checks.renamed import NewName, Renamed
from ppcl.transform.checks.transposed import Layout, Transposed

KINDS: tuple[type[Kind], ...] = (Renamed, Transposed, Passed)
# What a run shows of each: the kinds that a manifest may have.
CHANGES: tuple[type[Change], ...] = (NewName, Layout, Scalar)
