"""The programs of OpenCL that a host makes: where their text is from, which kernels it holds, and
which launch is of which.
"""
