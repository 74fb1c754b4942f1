"""Templates: the snippets and runtime files that generated programs use."""

from ppcl.emit.templates import runtime_file, runtime_files

__all__ = ["runtime_file", "runtime_files"]
