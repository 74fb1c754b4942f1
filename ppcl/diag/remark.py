"""Remarks, in the manner of LLVM's: what was done, what was not and why, what was found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from ppcl.source import Location

RemarkKind = Literal["passed", "missed", "review", "analysis"]


@dataclass(frozen=True)
class Note:
    """More of a remark's finding, at another place."""

    code: str
    message: str
    location: Location | None = None


@dataclass(frozen=True)
class Remark:
    """One finding, at a place in the user's own files.

    `code` is one of `ppcl.diag.codes.CODES` or of its transformation's own; `args` holds the
    figures behind the message. What was done is `passed`, what was not `missed`; `review` is what a
    rewrite leaves people to look at, `analysis` what was noticed on the way.
    """

    kind: RemarkKind
    code: str
    message: str
    location: Location | None = None
    args: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    def placed(self, place: Callable[[Location], Location]) -> "Remark":
        """The remark with its places, and those of its notes, as they are somewhere else."""
        notes = tuple(replace(n, location=n.location and place(n.location)) for n in self.notes)
        return replace(self, location=self.location and place(self.location), notes=notes)

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        return f"{place}remark: {self.message} [{self.code}, {self.kind}]"
