"""Remarks and errors: everything that ppcl says to its user."""

from ppcl.diag.error import ExitCode, PpclError
from ppcl.diag.remark import Remark, RemarkKind

__all__ = ["ExitCode", "PpclError", "Remark", "RemarkKind"]
