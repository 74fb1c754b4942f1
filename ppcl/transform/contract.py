"""The contract of a transformation (DESIGN.md, "The contract of a transformation")."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from ppcl.analysis.facts import Facts
from ppcl.diag import Code, Remark
from ppcl.source import Edit
from ppcl.transform.checks.kind import Kind


class Site(Protocol):
    """A place where a pass may do something. What is best there depends on the text of the
    `kernels` (by their keys; of all, where there are none) and of the host functions that launch
    them, or fill and read their data."""

    @property
    def key(self) -> str:
        """A short name for people and for files of decisions, made of the program's names: no
        lines and no offsets, so that it stays when other text changes. The engine puts the pass's
        name in front, and a number behind what is not the only one."""
        ...

    @property
    def kernels(self) -> tuple[str, ...]:
        """The keys of the kernels that it is about."""
        ...


S = TypeVar("S", bound=Site)
B = TypeVar("B")
E = TypeVar("E")


@dataclass(frozen=True)
class Offer(Generic[B]):
    """Something that a pass could do at a site, by a name for what the site then is ("continuous",
    "4"), which is not what it is now. `basis` is the pass's own.

    `gain` is the share of the time of the site's kernels that is expected to be saved: 0.2 is a
    fifth, below 0 is slower, None: only a measurement can tell. What is `wanted` is done whatever
    its gain: the pass's options name it, or nothing speaks against it. `instead` is what is said
    where it is not done for its gain.
    """

    name: str
    gain: float | None
    basis: B
    wanted: bool = False
    instead: Remark | None = None


@dataclass(frozen=True)
class Legal(Generic[S, E]):
    """The proof that a site may be rewritten, and what the plan needs of it."""

    site: S
    evidence: E


@dataclass(frozen=True)
class Attempt:
    """What a rewrite that is refused would have changed, as far as it can be written."""

    edits: tuple[Edit, ...]
    declared: tuple[Kind, ...] = ()


@dataclass(frozen=True)
class Refused:
    """Why a site is left alone: a remark with a code, a place and advice, whose notes are all else
    that stands against it. Of what it `would` have changed the engine adds what it refuses."""

    remark: Remark
    would: Attempt | None = None


@dataclass(frozen=True)
class Commented:
    """A change of a comment alone, and the remark that stands for it where it cannot be made."""

    edit: Edit
    instead: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Plan:
    """Edits, what they change, and the remark that explains them with the gain that is expected.

    `declared` is all that may differ (`checks/kinds.py` has the kinds): whatever it says nothing of
    must be as before when the text is read again.
    `files` are what the edited text includes: paths in the program's folder, and their bytes.
    `notes` say what the edits leave for the user to do. `numbers` are those that the edits and the
    declaration stand on: they may be what a name of the host is worth in this build; `names` are
    all names that they hang on, where that is known. `bounded`: a condition in a kernel keeps out
    work-items that its launches have now.
    `comments` are changes of comments alone.
    """

    edits: tuple[Edit, ...]
    declared: tuple[Kind, ...]
    remark: Remark
    files: tuple[tuple[str, bytes], ...] = ()
    notes: tuple[Remark, ...] = ()
    numbers: tuple[int, ...] = ()
    comments: tuple[Commented, ...] = ()
    names: frozenset[str] | None = None
    bounded: bool = False


class Transform(Protocol[S, B, E]):
    """A rewrite of one kind. Options are the fields of the (frozen) dataclass; `codes` are those of
    its own that its remarks may have, with what they mean."""

    name: ClassVar[str]
    codes: ClassVar[Mapping[str, Code]]

    def sites(self, facts: Facts) -> Iterator[S]:
        """The places to look at, in a fixed order."""
        ...

    def offers(self, site: S, facts: Facts) -> Sequence[Offer[B]] | Refused:
        """What could be done there, whether it is legal or not; or why nothing can."""
        ...

    def check(self, site: S, offer: Offer[B], facts: Facts) -> Legal[S, E] | Refused:
        """The proof that an offer may be done, or the reason against it."""
        ...

    def plan(self, proof: Legal[S, E], facts: Facts) -> Plan:
        """The edits of a legal site."""
        ...


AnyTransform = Transform[Any, Any, Any]
