"""Templates: the snippets and runtime files that generated programs use."""

from ppcl.emit.templates import runtime_file

__all__ = ["runtime_file"]
