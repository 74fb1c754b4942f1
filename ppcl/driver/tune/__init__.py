"""`ppcl tune`: what passes could do to a program is measured where it runs, and what is decided is
written to a file that `ppcl compile` takes.

`candidates` are sets of choices at a program's sites; `launches` picks those that stand for a
program's kernels; `measuring` runs a candidate against the original, kernel by kernel where it can;
`search` goes through candidates and confirms the best in the whole program; `tuned` is the file,
`taken` what a compilation takes of it.
"""
