"""What stands in the way of a rewrite, and the edits of one side of it."""

from dataclasses import dataclass

from ppcl.ir.node import Origin
from ppcl.source import Edit


@dataclass(frozen=True)
class Obstacle:
    """What stands in the way: a code, a message, and the place."""

    code: str
    message: str
    at: Origin | None


@dataclass(frozen=True)
class Rewrites:
    """The edits of one side, or what forbids them."""

    edits: tuple[Edit, ...]
    obstacles: tuple[Obstacle, ...]
