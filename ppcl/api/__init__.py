"""What passes of others are written with (docs/passes.md): the contract, remarks, and edits.

The house's own code imports each thing from where it is, and leaves no second name behind when one
moves. Passes of others cannot be moved along. So they import from here, from `ppcl.api.tree` (what
a program's text is) and `ppcl.api.facts` (what is known of it), and in tests from `ppcl.testing`.
These names stay where they are, whatever becomes of the house: one that changes what it means, or
goes, is announced in the changelog. Nothing is said here, and nothing of the house imports it.
"""

from ppcl.analysis.facts import Facts
from ppcl.diag import Code, ExitCode, Note, PpclError, Remark, RemarkKind
from ppcl.emit import free_name, spelled, statement_in_front
from ppcl.source import Edit, Location, SourceFile, Span, is_word, words
from ppcl.transform.checks.kind import Kind
from ppcl.transform.checks.passed import Passed
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.checks.transposed import Transposed
from ppcl.transform.contract import Attempt, Commented, Legal, Offer, Plan, Refused, Site, Transform

__all__ = [
    "Attempt",
    "Code",
    "Commented",
    "Edit",
    "ExitCode",
    "Facts",
    "Kind",
    "Legal",
    "Location",
    "Note",
    "Offer",
    "Passed",
    "Plan",
    "PpclError",
    "Refused",
    "Remark",
    "RemarkKind",
    "Renamed",
    "Site",
    "SourceFile",
    "Span",
    "Transform",
    "Transposed",
    "free_name",
    "is_word",
    "spelled",
    "statement_in_front",
    "words",
]
