"""Remarks, in the manner of LLVM's: what was done, what was not and why, what was found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ppcl.source import Location

RemarkKind = Literal["passed", "missed", "analysis"]


@dataclass(frozen=True)
class Remark:
    """One finding, at a place in the user's own files.

    `code` is one of `ppcl.diag.codes.CODES`; `args` holds the figures behind the message.
    """

    kind: RemarkKind
    code: str
    message: str
    location: Location | None = None
    args: Mapping[str, str | int | float | bool] = field(default_factory=dict)

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        return f"{place}remark: {self.message} [{self.code}, {self.kind}]"
