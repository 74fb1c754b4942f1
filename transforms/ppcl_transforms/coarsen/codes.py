"""What the remarks of the coarsening transformation mean."""

from collections.abc import Mapping

from ppcl.diag import Code

CODES: Mapping[str, Code] = {
    "PPC240": Code(
        "work-items merged",
        "Each work-item of the kernel does the work of several neighbours along one dimension of "
        "the NDRange: what is the same for all of them is done once, the rest in loops over them. "
        "The host launches as many times fewer work-items, in groups that are as much smaller, so "
        "that a group covers what it did. The share that is expected to be saved is that of the "
        "operations which the neighbours have in common (PPOpenCL, algorithm 1), by the target's "
        "latencies; `ppcl tune` measures it. The kernel has a new name on both sides, so that a "
        "host and a kernel file that do not belong together fail and do not compute.",
        "Review the diff. `// ppcl: keep` on a line that it changes leaves the kernel as it is.",
    ),
    "PPC241": Code(
        "work-items not merged: too little is expected of it",
        "Along no dimension do neighbouring work-items do enough in common, or the target forbids "
        "it: on a GPU at least 128 work-items and a multiple of 32 must be left in a group, and a "
        "CPU that makes lanes of neighbours in x keeps these (PPOpenCL, algorithm 2).",
        "Nothing; or measure it: `ppcl tune`.",
    ),
    "PPC242": Code(
        "the kernel's work cannot be done for several work-items by one",
        "A barrier stands where not all of a row are seen to come together, a work-item leaves in "
        "the middle, a pointer would have to be kept for each, an id is asked for by a macro, or "
        "an attribute in front of it gives the size of its groups in a way that cannot be divided.",
        "Write the kernel so that barriers stand in the kernel's own control flow, which is the "
        "same for all work-items of a row; guard what only some do with an `if`.",
    ),
    "PPC243": Code(
        "the sizes of a launch cannot be divided",
        "How many work-items are launched is not followed, or the text that says so is shared in a "
        "way that cannot be changed.",
        "Give the kernel's sizes in variables or literals of their own.",
    ),
    "PPC244": Code(
        "a rest of work-items might be left",
        "The number of work-items is not known to be a multiple of the factor. A launch whose "
        "groups do not fill the NDRange fails (OpenCL 1.2); with fewer work-items it might not.",
        "Give a local size that is a multiple of the factor; or let the kernel ask, before it "
        "reads or writes, whether its work-item is below a number that the host passes. Where no "
        "launch of the program fails for its sizes, say so: `--assume full-groups`.",
    ),
    "PPC245": Code(
        "work-items speak to each other",
        "The kernel uses what an atomic gives, prints, reads and writes one image, or waits in a "
        "loop for memory that it writes itself: done by one work-item after another it may do "
        "something else, or not end.",
        "Nothing.",
    ),
    "PPC246": Code(
        "the kernel's form is fixed elsewhere",
        "An attribute says how its work-items run together, the host asks for more of a kernel's "
        "work-groups than the device's largest size and multiple for it, and its memory, or its "
        "text is made of several strings in the host, or of one with comments, macros or escapes "
        "in its lines.",
        "Take the attribute or the question away, or put the kernel into a file.",
    ),
    "PPC247": Code(
        "the kernel cannot get a new name",
        "A kernel whose work-items are merged gets a new name on both sides, so that a new host "
        "and an old kernel file fail. Its name is made in a way that cannot be changed.",
        "Name it by a plain string where the host asks for it, and once in one kernel file.",
    ),
    "PPC248": Code(
        "work-items are merged already",
        "The kernel has loops over neighbouring work-items.",
        "Nothing.",
    ),
    "PPC250": Code(
        "a comment may be untrue now",
        "A comment in a kernel whose work-items were merged says what a work-item does. One in "
        "front of the kernel is marked (`ppcl: one of sgemm__x16 does the work of 16 along x`), "
        "unless its text cannot be changed.",
        "Change the comment when you take the rewrite over into your source.",
    ),
    "PPC249": Code(
        "not followed",
        "Something in the kernel or at its launches is not followed, so that it is not known what "
        "merging its work-items would do.",
        "`ppcl explain` on the codes of the notes says what stood in the way.",
    ),
}
