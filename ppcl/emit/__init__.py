"""What generated text is made of: the snippets and runtime files that generated programs use, and
statements in the style of the user's own."""

from ppcl.emit.statements import free_name, spelled, statement_in_front
from ppcl.emit.templates import probe_kernels, runtime_file, runtime_files

__all__ = [
    "free_name",
    "probe_kernels",
    "runtime_file",
    "runtime_files",
    "spelled",
    "statement_in_front",
]
