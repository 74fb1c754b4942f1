"""What ppcl claims of a program, against what a recorded run of it did.

Every recorded command must be one that the graph has at its place, with numbers, buffers and host
memory that the graph allows: the graph is sound for this run. What cannot be compared is counted.
"""
