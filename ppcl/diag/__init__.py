"""Remarks and errors: everything that ppcl says to its user."""

from ppcl.diag.code import Code
from ppcl.diag.error import ExitCode, PpclError
from ppcl.diag.remark import Note, Remark, RemarkKind

__all__ = ["Code", "ExitCode", "Note", "PpclError", "Remark", "RemarkKind"]
