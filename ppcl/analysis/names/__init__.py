"""What text means where it stands: macros, what a build or a compiler may set, which variable a
name is, and what text may be moved.
"""
