"""What the work-items of a group have in common (pocl, 4): which values are the same for all, which
statements they come to together, how far apart they access memory, where their variables live.
Pure questions about the IR of one kernel: no text, no target, nothing changed.
"""
