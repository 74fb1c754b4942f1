"""What the remarks of the vectorization transformation mean."""

from collections.abc import Mapping

from ppcl.diag import Code

CODES: Mapping[str, Code] = {
    "PPC260": Code(
        "work-items are lanes of vectors",
        "Each work-item of the kernel does the work of several neighbours along x, as lanes of "
        "OpenCL's vectors: what neighbours read and write beside each other is one access. The "
        "host launches as many times fewer work-items, in groups that are as much smaller "
        "(PPOpenCL, algorithm 4). The kernel has a new name on both sides.",
        "Review the diff. `// ppcl: keep` on a line that it changes leaves the kernel as it is.",
    ),
    "PPC261": Code(
        "work-items not made lanes: nothing is expected of it",
        "The runtime makes lanes of work-items by itself, or the target is no CPU.",
        "Nothing; or measure it: `ppcl tune`.",
    ),
    "PPC262": Code(
        "the kernel's work has no form in vectors",
        "Some work-items may leave what others do, memory is read or written where neighbours have "
        "it not beside each other, or a type or function has no vectors here.",
        "Nothing is needed; to have it, let neighbours along x use neighbouring elements.",
    ),
}
