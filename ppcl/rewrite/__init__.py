"""IR to IR: a tree goes in, another one that means the same comes out. Inlining, own names and
counters, folded constants, loops with masks, packs of work-items. No text, no target.
"""
