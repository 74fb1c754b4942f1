"""Whether a rewrite did what its plan declared, and nothing else (docs/equivalence.md).

The engine reads the new text and asks `declaration`: host and kernels are gone through side by
side, event by event, and kernels by what they compute, too. The pass is not asked. A kind of change
that a plan may declare has a file of its own here.
"""
