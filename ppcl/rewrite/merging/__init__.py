"""Merged work-items (PPOpenCL §3.3.1): the tree that one of them runs, so that the text of several
can be held against that of one.

`observed` is the kernel as it was, where each work-item asks for its ids through those of the
merged one; `one_of` is the part of the new kernel that stands for one of the old work-items. Both
have one parameter more, the work-item's number among those that were merged: what holds for any
value of it holds for all of them.
"""

from ppcl.rewrite.merging.lanes import LANEWISE, over_lanes
from ppcl.rewrite.merging.merge import GROUP_SIZES, Groups, Merge, NotMerged, Numbering
from ppcl.rewrite.merging.observed import asks_for_ids, observed, sees_groups
from ppcl.rewrite.merging.one import one_of
from ppcl.rewrite.merging.zeros import is_zeros

__all__ = [
    "GROUP_SIZES",
    "LANEWISE",
    "Groups",
    "Merge",
    "NotMerged",
    "Numbering",
    "asks_for_ids",
    "is_zeros",
    "observed",
    "one_of",
    "over_lanes",
    "sees_groups",
]
