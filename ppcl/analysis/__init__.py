"""What host and kernels do, together. `reading` makes the facts of a program, `walk` follows it
with symbolic values; the other rooms answer questions about what was found. Results are plain data
(`model`, `facts`): no layer above sees isl.
"""
