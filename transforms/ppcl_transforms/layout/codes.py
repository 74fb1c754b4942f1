"""What the remarks of the layout transformation mean."""

from collections.abc import Mapping

from ppcl.diag import Code

CODES: Mapping[str, Code] = {
    "PPC200": Code(
        "no layout to choose",
        "The kernels do not access these data by index, or all accesses run along one row, so "
        "coalesced and continuous are the same.",
        "Nothing.",
    ),
    "PPC201": Code(
        "layout changed",
        "The data are stored the other way round, in the host program and in the kernels, because "
        "a work-item then waits less for memory on the target, as modelled: one work-group's "
        "accesses run in the target's order through caches of its sizes, and each miss waits for "
        "the next level. Where work-items run in step, an operation may touch a cache line for "
        "each: how many it touches counts, too. Reuse distance is PPOpenCL's measure (section "
        "3.3.2), a number of cache lines that are used before one is used again, the median of all "
        "accesses. Sizes that are not known are taken from the target's file (`ppcl targets "
        "NAME`), two of each, and so may be the figures; those of the data's sides are named, in "
        "the host's own words. No figure is a time: `ppcl bench` takes times. "
        "Each kernel that uses them has a new name on both sides, so that a host and a kernel file "
        "that do not belong together fail and do not compute.",
        "Review the diff. `// ppcl: keep` on a line that it changes leaves the layout as it is.",
    ),
    "PPC202": Code(
        "kernel accesses are not rows of one rectangle",
        "An index into the data is not proved to be `row * pitch + column` with the column inside "
        "its row, for the same pitch at all accesses of all kernels that use them.",
        "Write the index as a sum of a row times the pitch and a column, and guard the column "
        "(`if (i < pitch)`). Unsigned 32-bit arithmetic that may wrap round cannot be proved: use "
        "`int` or `size_t`.",
    ),
    "PPC203": Code(
        "the size is not a multiple of the pitch",
        "The allocation is not proved to hold whole rows, or the host array is not of the "
        "buffer's size, so where the rectangle ends is not known.",
        "Allocate `rows * pitch * sizeof(element)` bytes, with the same variables as the index.",
    ),
    "PPC204": Code(
        "host accesses are not rows of the rectangle",
        "The host reads or writes the array by an index that is not proved to be `row * pitch + "
        "column` with the kernel's pitch.",
        "Fill the array in loops over rows and columns, with the index written as such a sum.",
    ),
    "PPC205": Code(
        "the present layout is the better one",
        "On this target a work-item would wait no less for memory with the other layout, as "
        "modelled (a tenth counts as nothing), and would not touch fewer cache lines. "
        "`ppcl explain PPC201` says what the figures are.",
        "Nothing.",
    ),
    "PPC206": Code(
        "which layout is better depends on sizes that are not known",
        "What the layouts cost is computed for two sets of nominal sizes from the target's file "
        "(`ppcl targets NAME`), and they do not agree.",
        "Use literal sizes, or a target file of your own with nominal sizes that fit the program.",
    ),
    "PPC207": Code(
        "the data are used as a whole, or their address escapes",
        "A use of the array or of the parameter is not an access by index: it is copied with "
        "memcpy, read from a file, cast, loaded with vload, or given to a function that ppcl does "
        "not know.",
        "Access the data by index.",
    ),
    "PPC208": Code(
        "accesses of different element types",
        "The kernels access the data as elements of different types or sizes.",
        "Use one element type for these data.",
    ),
    "PPC209": Code(
        "the buffer is moved in parts, mapped, or shared",
        "A transfer moves a part of the buffer, or one that is not proved to be all of it; or the "
        "buffer is mapped, is part of another one, or shares the host's memory. Or the header that "
        "would shuffle it has a name that the program has for something else.",
        "Transfer the whole buffer at once, from the start of the host array; rename what is named "
        "as in the header.",
    ),
    "PPC210": Code(
        "control flow is not followed everywhere",
        "Somewhere in the host program or in the kernel control flow is not followed, so an "
        "access may be missing from what ppcl knows. Where it is known why, that is said instead.",
        "See the PPC1xx remarks (`--remarks all`).",
    ),
    "PPC211": Code(
        "the new index cannot be written here",
        "No variable in scope, and no literal, has the value that the new index needs; or a part "
        "of the index may be less than 0 in an unsigned type, and the new index is in a wider one.",
        "Pass the number of rows to the kernel, or to the function that fills the array; write the "
        "index without parts that wrap round.",
    ),
    "PPC212": Code(
        "the text cannot be edited here",
        "The access is not written as `name[index]` or `*(name + index)`, or it stands inside a "
        "macro, whose text may be used elsewhere too.",
        "Write the access out as `name[index]`.",
    ),
    "PPC213": Code(
        "one place of the text serves different data",
        "The same index text also reaches data that keep their layout, or needs another text on "
        "another path: a function that is called for several arrays, for example.",
        "Give the arrays functions of their own.",
    ),
    "PPC214": Code(
        "the kernel cannot get a new name",
        "The name is not a plain string where the host asks for it, nor in a variable, a table, a "
        "parameter or a macro of which nothing else is made. "
        "Without a new name, an old kernel file under the new host would compute wrong results.",
        'Write the name as a string in the call: `clCreateKernel(program, "name", &error)`.',
    ),
    "PPC215": Code(
        "a name stands in text that is not compiled here",
        "The array, the parameter or the kernel is named in a branch of `#if` that is not "
        "compiled with the present definitions, so not all its uses are seen; and no line that "
        "stops such a build can be written, since the condition asks for more than macros that a "
        "build may set, or the text may be of a program that is not changed.",
        "Remove the inactive branch, or give the definitions (`-D`) under which it is compiled.",
    ),
    "PPC217": Code(
        "allocated more than once",
        "The place that allocates these data runs more than once, so that one name stands for "
        "several pieces of memory.",
        "Allocate once, before the loop.",
    ),
    "PPC218": Code(
        "a comment may be untrue now, or is left out",
        "A comment in a changed file shows an index into data whose layout was changed, or speaks "
        "of how elements are stored, and could not change with the code: it stands in a string, "
        "in text that is kept or not compiled, or may be of other data. Or it stands inside an "
        "index that is written anew, and goes with it. The remark stands at the nearest change.",
        "Change the comment when you take the rewrite over into your source.",
    ),
    "PPC219": Code(
        "a shuffle would cost more than it gains",
        "The index on the host's side cannot be changed, and to shuffle the array before the "
        "transfer would be done too often, or for one launch only.",
        "Transfer the data once, before the loop that launches the kernel.",
    ),
    "PPC220": Code(
        "a kernel argument is not followed",
        "What is bound to an argument at this launch is not known, so another argument may be the "
        "same buffer.",
        "See the PPC1xx remarks (`--remarks all`) for what stood in the way.",
    ),
    "PPC221": Code(
        "a pragma may give a name another meaning",
        "The new index names a variable that the old one did not, in a function with a pragma that "
        "may give the variable another value there, or forbid it: OpenMP's or OpenACC's with the "
        "name in a clause or with a `default`, or a pragma that ppcl does not know.",
        "Name the variable in the old index, or list it as shared and leave out `default(none)`.",
    ),
    "PPC222": Code(
        "the index does more than say a place",
        "To change an index, ppcl leaves pieces of it out or puts them elsewhere. This one holds "
        "something that may have an effect (a call that counts, an assignment, a comma, a volatile "
        "variable), may throw, or may have another value at another place.",
        "Compute the value in a statement of its own, before the access, and use the variable.",
    ),
    "PPC223": Code(
        "what the index reads may change beside it",
        "The same expression holds a call or an assignment that may change a variable of the "
        "index, and the language leaves open which comes first.",
        "Do the call or the assignment in a statement of its own.",
    ),
    "PPC224": Code(
        "the program makes this layout on purpose",
        "Every kernel that uses these data puts elements into another order, as to transpose a "
        "matrix, and does nothing else. Under the other layout it would be a plain copy, and the "
        "host would do its work where it reads or fills the data.",
        "Nothing. Where the order is made for another kernel of the program, let that one read the "
        "data as they are, and leave the kernel out.",
    ),
    "PPC225": Code(
        "which layout is faster needs a measurement",
        "With one layout a work-item waits less for memory; with the other the operations of "
        "work-items in step touch fewer cache lines, one instead of one for each. Which counts for "
        "more is a matter of the very machine (how fast it gathers, how much of a wait it hides) "
        "and of the size: kernels have run at half or at twice their speed. PPOpenCL chooses by "
        "reuse distance alone, which is shown, too.",
        "Time both: `ppcl bench PROGRAM --against 'layout{choose=continuous}'` (or `coalesced`). "
        "What is faster on your machines can be compiled with the same text after `--passes`; "
        "`layout{choose=distance}` is PPOpenCL's choice.",
    ),
    "PPC226": Code(
        "an index into changed data stays as it is",
        "The layout of these data was changed, and this index was not: the loop runs over all "
        "elements, once each, and does the same to each, so it leaves the same behind in both "
        "layouts.",
        "Nothing. An index in the new order would do as well.",
    ),
    "PPC227": Code(
        "a copy into another order is a plain copy now",
        "The program put the elements of one array into the order that the device got them in. "
        "After the change both arrays have the same order. Where it is shown that the copy is made "
        "once and as a whole, that nothing but transfers uses it, and that the first array is "
        "there and unchanged until the last of them, the remark says that the copy can be left "
        "out, its notes say where it is named, and a comment stands at it. ppcl keeps it: for "
        "another target the same program has the other order. Else the remark says what is not "
        "shown.",
        "Where no other target needs the copy, give the first array to the transfers, and take the "
        "copy and its array out.",
    ),
    "PPC228": Code(
        "the host computes with an array in the order that it has",
        "A loop of the host, without a launch or a transfer in it, comes to the same elements more "
        "than once, as a sequential version of the kernel does. Another order would make it faster "
        "or slower, and change what the device's version is compared with.",
        "Give the host's own version another array than the one that is transferred.",
    ),
}
