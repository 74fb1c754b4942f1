"""OpenCL C's builtin functions in C: `definition` finds one by its name and its types."""

from ppcl.backend.builtins.builtin import Builtin, in_order
from ppcl.backend.builtins.find import definition

__all__ = ["Builtin", "definition", "in_order"]
