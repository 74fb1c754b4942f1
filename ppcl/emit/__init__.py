"""What generated text is made of: the snippets and runtime files that generated programs use, and
statements in the style of the user's own."""

from ppcl.emit.statements import free_name, spelled, statement_in_front
from ppcl.emit.templates import runtime_file, runtime_files

__all__ = ["free_name", "runtime_file", "runtime_files", "spelled", "statement_in_front"]
