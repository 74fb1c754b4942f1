"""Lanes: statements of a pack's work-items as statements on vectors of them (ISPC's model; M. Pharr
and W. R. Mark, InPar 2012).

A value is the same for all work-items of a row, or grows evenly along it, or varies (`Row`). The
first two stay numbers, those of a vector's first work-item; what varies is a vector with a lane for
each work-item (`ROW_LANES`). Memory is read and written where neighbours' addresses are the same,
or next to each other, under a mask where not all of a vector's work-items are there: one that is
not neither reads nor writes. What is not on the lists here has no such form.
"""

from ppcl.rewrite.lanes.forms import Lanes
from ppcl.rewrite.lanes.row import Row
from ppcl.rewrite.lanes.types import NoLanes
from ppcl.rewrite.lanes.values import Values

__all__ = ["Lanes", "NoLanes", "Row", "Values"]
