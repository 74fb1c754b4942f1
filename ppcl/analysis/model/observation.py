"""What the host sees of what ppcl may change."""

from dataclasses import dataclass
from typing import Literal

from ppcl.analysis.numbers.guard import Guard
from ppcl.ir.node import Origin


@dataclass(frozen=True)
class Observation:
    """A place where the host sees what ppcl may change: the names of kernels, or the text of a
    program, its length, or what is made of it; or, of any "file" whose name stands in `path`, what
    another program sees of it; or the "log" of a build; or what the text of a "kernel" says of its
    groups, or a "device" of how it can be launched. `path` is the text's file as the host opens it,
    None for the text of any program, and `literal` the string constant where it is one; `what` is
    in words. With `guard`, what is seen is whether that holds of the text's length; with `room`, in
    how many pieces of less characters than that its lines are read.
    """

    kind: Literal["names", "text", "file", "log", "kernel", "device"]
    what: str
    at: Origin
    path: str | None = None
    guard: Guard | None = None
    literal: Origin | None = None
    room: float | None = None
