"""OpenCL C's builtin functions in C: `definition` finds one by its name and its types.

`operation` finds an operator's function, `by_name` any by its C name.
"""

from ppcl.backend.builtins.builtin import Builtin, in_order, is_straight
from ppcl.backend.builtins.find import by_name, definition, has_row, operation

__all__ = ["Builtin", "by_name", "definition", "has_row", "in_order", "is_straight", "operation"]
