"""Places of a host whose text a declared change may change."""

from dataclasses import dataclass

from ppcl.source import Span


@dataclass(frozen=True)
class Place:
    """A text of the host (`before`) and what it may be after a rewrite (`after`): whole tokens of
    files of one path. A statement that is new (`before` None) stands where one may stand. Who names
    the place has to show that what stands there is as declared, and has no other effect."""

    before: Span | None
    after: Span
