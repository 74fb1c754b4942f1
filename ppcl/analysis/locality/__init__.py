"""Reuse distances of a work-group's accesses under the WII function (PPOpenCL §3.1.2, §3.3.2)."""

from ppcl.analysis.locality.distance import Locality, Runs, locality, stack_distances, trace_of

__all__ = ["Locality", "Runs", "locality", "stack_distances", "trace_of"]
