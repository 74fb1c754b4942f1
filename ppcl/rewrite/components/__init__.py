"""OpenCL vectors by component (scalar replacement of aggregates): each private vector becomes a
variable for each of its components, so that what is done to it is done to numbers.

`Components` gives those of an expression's value; `in_components` is a kernel's body without the
vectors that can be taken apart.
"""

from ppcl.rewrite.components.expressions import Components, NoComponents, as_number
from ppcl.rewrite.components.variables import in_components

__all__ = ["Components", "NoComponents", "as_number", "in_components"]
