"""ppcl: a source-to-source OpenCL compiler that reads host and kernels together."""

__version__ = "0.1.0"
