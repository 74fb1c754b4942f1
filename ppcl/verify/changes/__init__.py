"""What a run of the new program must show, by what was declared (docs/equivalence.md).

The manifest says by kind what stands for what; each kind has a file here, as it has one in
`ppcl/transform/checks`, and `expected` asks all of them. What no kind speaks of stands for itself.
"""
