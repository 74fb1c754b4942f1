"""The forms that a kernel may have in C: loops over work-items around each region, in packs where
that gains, or a state for each barrier; with what compilers of C may believe of such loops.
"""
