"""Variables that the program uses, and none of its sources defines."""

from ppcl.analysis.walk.core.machine import Walk
from ppcl.ir import expression as ex


def undefined(walk: Walk, node: ex.Expression) -> str:
    """Why a variable stands for no place where none of the sources defines it, as where a build
    makes the file that does; nothing for other lvalues."""
    if not isinstance(node, ex.NameRef) or node.kind != "variable":
        return ""
    key = node.declaration.key
    known = key in walk.memory.globals or any(key in frame.places for frame in walk.frames[-1:])
    return "" if known else f"'{node.declaration.name}' is defined in no source"
