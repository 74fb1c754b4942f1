"""OpenCL C in C: expressions, statements, vectors, constants, records."""
