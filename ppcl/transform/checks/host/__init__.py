"""Whether a host's text is as it was, but where a declaration says so (docs/equivalence.md).

`texts` goes through each file of the host token by token, old and new side by side. What may differ
are places that a kind of change names (`place`), and what the engine itself puts in, or takes out,
for builds and compilers (`additions`, `removals`, `captures`), each by its form.
"""
