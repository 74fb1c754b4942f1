"""Launch sizes as text that can be edited: the sizes of all launches of a kernel, divided.

A size is divided where it is written, if what holds it is for these launches alone; otherwise the
launch gets a copy that is divided, right in front of it.
"""

from ppcl.transform.launching.division import fills_groups, may_count_groups
from ppcl.transform.launching.old_sizes import OldSizes
from ppcl.transform.launching.resize import NewSizes, resized

__all__ = ["NewSizes", "OldSizes", "fills_groups", "may_count_groups", "resized"]
