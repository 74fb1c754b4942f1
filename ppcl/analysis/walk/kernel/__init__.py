"""OpenCL C's builtin functions in kernels."""
