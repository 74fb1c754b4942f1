"""The kinds of change that the engine can check: a plan that declares another is taken back."""

from ppcl.transform.checks.kind import Kind
from ppcl.transform.checks.passed import Passed
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.checks.transposed import Transposed

KINDS: tuple[type[Kind], ...] = (Renamed, Transposed, Passed)
