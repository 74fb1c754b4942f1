"""What the host sees of the text that ppcl may change: names of kernels, texts of programs."""

from dataclasses import dataclass, field

from ppcl.analysis.observation import Observation
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.opencl_objects import is_null, number_of
from ppcl.analysis.walk.value import Value
from ppcl.ir.expression import Call

# What may be asked for (CL/cl.h), as no rewrite changes it. Of a kernel: the number of arguments,
# counts of references, the context, the program, attributes.
_OF_KERNEL = frozenset({0x1191, 0x1192, 0x1193, 0x1194, 0x1195})
# Of a program: the count of references, the context, the devices, the number of kernels.
_OF_PROGRAM = frozenset({0x1160, 0x1161, 0x1162, 0x1163, 0x1167})
_KERNEL_NAMES = 0x1168


@dataclass
class Sight:
    """Looks at the calls of a host; `found` are those that see something."""

    found: dict[Observation, None] = field(default_factory=dict)

    def look(self, walk: Walk, call: Call, arguments: tuple[Value, ...]) -> None:
        """Note what a call of a library's function lets the host see."""
        name = call.callee or ""
        if name in ("clGetKernelInfo", "clGetProgramInfo") and len(arguments) == 5:
            self._fact(walk, call, arguments, name)

    def _fact(self, walk: Walk, call: Call, arguments: tuple[Value, ...], name: str) -> None:
        number = number_of(arguments[1])
        asked = number.as_int if number is not None else None
        if is_null(arguments[3]) and is_null(arguments[4]):
            return
        at = walk.seen(call.at)
        if name == "clGetKernelInfo":
            if asked not in _OF_KERNEL:
                self.found[Observation("names", "the host asks for a kernel's name", at)] = None
        elif asked == _KERNEL_NAMES:
            self.found[Observation("names", "the host asks for the kernels' names", at)] = None
        elif asked not in _OF_PROGRAM:
            what = "the host asks for a program's text, or for what is made of it"
            self.found[Observation("text", what, at)] = None
