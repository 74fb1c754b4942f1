"""The programs of trees of files, found as a linker would find their parts, and surveys of many."""
