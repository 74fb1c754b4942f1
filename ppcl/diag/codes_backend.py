"""Codes of the work-group C backend (`--emit c`)."""

from collections.abc import Mapping

from ppcl.diag.code import Code

BACKEND: Mapping[str, Code] = {
    "PPC300": Code(
        "compiled to C",
        "The kernel is a C function that runs all work-items of a work-group. Where it has "
        "barriers, all work-items are proved to come to each of them together, so that the "
        "function has a loop over the work-items for each part between barriers (pocl, 4.3).",
        "Nothing.",
    ),
    "PPC301": Code(
        "compiled to C with a state for each barrier",
        "It is not proved that all work-items come together to a barrier of the kernel. Each "
        "work-item runs by itself to its next barrier and goes on from there, which is right "
        "wherever the barriers stand, but slower: the work-items are not made into vector code.",
        "Make the condition that the remark names uniform: the same for all work-items of a "
        "group, from arguments, group ids and counters of loops. Work that only some work-items "
        "do belongs between two barriers, not around one.",
    ),
    "PPC302": Code(
        "the program's key is of the file alone",
        "The host is not seen to make a program of this file, so its kernels are found by the "
        "file's text and no build options.",
        "If the host builds the file with options, or makes its text of several parts, the build "
        "at run time fails with a log that says what differs.",
    ),
}
