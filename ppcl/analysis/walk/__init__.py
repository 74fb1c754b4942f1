"""The symbolic walk: it runs host and kernels with values that may not be known, and records what
they do. `core` is the language that C, C++ and OpenCL C share; the other rooms know what a library
or a language adds, and are asked by it.
"""
