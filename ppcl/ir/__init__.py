"""The typed tree of a program: frozen dataclasses with exact source spans.

One tree serves host C, C++ and OpenCL C, so that one symbolic walk reads both sides.
"""
