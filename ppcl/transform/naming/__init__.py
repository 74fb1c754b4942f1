"""New names for kernels, on both sides: what keeps a new host from an old kernel file, and the
reverse (DESIGN.md, "No mismatched pair")."""

from ppcl.transform.naming.edits import Naming, rename_edits
from ppcl.transform.naming.free import free_kernel_name

__all__ = ["Naming", "free_kernel_name", "rename_edits"]
