"""The contract of a transformation (DESIGN.md, "The contract of a transformation")."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, Protocol, TypeVar

from ppcl.analysis.facts import Facts
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.diag import Code, Remark
from ppcl.source import Edit

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True)
class Legal(Generic[S, E]):
    """The proof that a site may be rewritten, and what the plan needs of it."""

    site: S
    evidence: E


@dataclass(frozen=True)
class Attempt:
    """What a rewrite that is refused would have changed, as far as it can be written."""

    edits: tuple[Edit, ...]
    kernel_names: Mapping[str, str]


@dataclass(frozen=True)
class Refused:
    """Why a site is left alone: a remark with a code, a place and advice, whose notes are all else
    that stands against it. Of what it `would` have changed the engine adds what it refuses."""

    remark: Remark
    would: Attempt | None = None


@dataclass(frozen=True)
class Transposed:
    """A declared change of accesses: element `slow * pitch + fast` becomes `fast * extent + slow`.

    `parameters` ("kernel.parameter") and `hosts` (the serials of host objects) change so;
    transfers of the buffers in `shuffled` (serials) transpose instead of the host's accesses.
    `pitch` and `extent` are the host's polynomials, `width` the element size in bytes.
    """

    parameters: tuple[str, ...]
    hosts: tuple[int, ...]
    shuffled: tuple[int, ...]
    pitch: Polynomial
    extent: Polynomial
    width: int


@dataclass(frozen=True)
class Passed:
    """A scalar argument that launches of a kernel (by its key) pass another value for: the host's
    polynomials before and after."""

    kernel: str
    index: int
    before: Polynomial
    after: Polynomial


@dataclass(frozen=True)
class Declared:
    """What a plan changes; everything else must be as before when the text is read again."""

    kernel_names: Mapping[str, str]
    transposed: tuple[Transposed, ...] = ()
    scalars: tuple[Passed, ...] = ()


@dataclass(frozen=True)
class Commented:
    """A change of a comment alone, and the remark that stands for it where it cannot be made."""

    edit: Edit
    instead: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Plan:
    """Edits, what they change, and the remark that explains them with the gain that is expected.

    `files` are what the edited text includes: paths in the program's folder, and their bytes.
    `notes` say what the edits leave for the user to do. `numbers` are those that the edits and the
    declaration stand on: they may be what a name of the host is worth in this build.
    `comments` are changes of comments alone.
    """

    edits: tuple[Edit, ...]
    declared: Declared
    remark: Remark
    files: tuple[tuple[str, bytes], ...] = ()
    notes: tuple[Remark, ...] = ()
    numbers: tuple[int, ...] = ()
    comments: tuple[Commented, ...] = ()


class Transform(Protocol[S, E]):
    """A rewrite of one kind. Options are the fields of the (frozen) dataclass; `codes` are those of
    its own that its remarks may have, with what they mean."""

    name: ClassVar[str]
    codes: ClassVar[Mapping[str, Code]]

    def sites(self, facts: Facts) -> Iterator[S]:
        """The places to look at, in a fixed order."""
        ...

    def check(self, site: S, facts: Facts) -> Legal[S, E] | Refused:
        """The proof, or the reason against it."""
        ...

    def plan(self, proof: Legal[S, E], facts: Facts) -> Plan:
        """The edits of a legal site."""
        ...
