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
        "The host is not seen to make a program of this file, or of nothing but this file, so its "
        "kernels are found by the file's text.",
        "If the host makes the text of several parts, or builds it with options, clBuildProgram "
        "fails at run time, with a log that says what differs. Read the kernel file as a whole, "
        "under a path that is a constant.",
    ),
    "PPC303": Code(
        "a kernel is not compiled to C",
        "The kernel, or a function that it calls, has no form in C. The program's other kernels "
        "have: clBuildProgram succeeds, with a log that names the kernels that are not there, and "
        "clCreateKernel of one of them fails with CL_INVALID_KERNEL_NAME. Where no kernel is left, "
        "or where all kernels share what has no form, it is an error, and nothing is written.",
        "Write what the remark names in another way, or do without the kernel.",
    ),
    "PPC304": Code(
        "no kernels are compiled for a program",
        "The host makes a program here whose text is not followed, and that no kernel file is "
        "seen to be a part of. Nothing is compiled for it: clBuildProgram of it fails at run time "
        "(CL_BUILD_PROGRAM_FAILURE), with a log that says what there is.",
        "Read the kernel file as a whole, under a path that is a constant, or put the text in a "
        "string constant; PPC127 says what is not followed.",
    ),
    "PPC305": Code(
        "the options of a program are guessed",
        "The options that the host builds the program with are not followed (PPC110, PPC126). "
        "They are taken to be the -D of ppcl's own command line that the kernels mention.",
        "Give the macros that the host builds with as -D. Where they differ at run time, "
        "clBuildProgram fails, with a log that says what differs.",
    ),
    "PPC306": Code(
        "a kernel is not valid",
        "The kernel has what OpenCL does not: recursion (OpenCL 1.2, 6.9), or a barrier that only "
        "some work-items of a group come to, at a size that the host launches it with (6.12.8). "
        "What it does elsewhere is undefined. It is left out as for PPC303.",
        "Write recursion as a loop. Work that only some work-items do belongs between two "
        "barriers, not around one.",
    ),
    "PPC307": Code(
        "nobody is seen to launch the kernels",
        "No launch of a kernel is followed from `main`, or which kernel it is of is not known. The "
        "kernels are compiled to C all the same, for any local size.",
        "Nothing has to be done. Where local sizes are known, there are functions for them, too, "
        "which may be faster.",
    ),
    "PPC308": Code(
        "a part of a kernel has no vectors",
        "The work-items of a row are not written as vectors here, and run one after another, or as "
        "the C's compiler sees fit: what the remark names has no form for vectors, or they would "
        "not pay (docs/c-backend.md). The C says it in a comment.",
        "Nothing has to be done. Where it is to be faster: neighbours along dimension 0 that use "
        "neighbouring elements, and variables of numbers, have vectors.",
    ),
}
