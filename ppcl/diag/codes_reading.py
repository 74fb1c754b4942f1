"""Codes of the front end, of the walk through the program, and of what ties host to kernels."""

from collections.abc import Mapping

from ppcl.diag.code import Code

READING: Mapping[str, Code] = {
    "PPC101": Code(
        "a value is not followed",
        "ppcl walks the host program from `main` with symbolic values. Here it meets a handle, a "
        "pointer, a size or a piece of control flow that it cannot follow: a call through a "
        "pointer, `goto`, an argument that comes from where ppcl does not see it. Only what "
        "depends on it is blocked.",
        "Give all host files of the program. Pass handles and sizes through plain variables, "
        "parameters, arrays or struct members. A name that is an argument of the program may be "
        "stated: `--assume argv.1=NAME`.",
    ),
    "PPC102": Code(
        "a pointer is given to a function that ppcl does not know",
        "The function has no body in the sources and is not one of the library functions that "
        "ppcl models. It may read or write all that the pointer reaches, so nothing about that "
        "memory is known any more.",
        "Give the file that defines the function, if it is part of the program.",
    ),
    "PPC103": Code(
        "the kernel is not in the sources",
        "A launch names a kernel that no `.cl` file and no string in the sources defines.",
        "Give the `.cl` file as a SOURCE, or list it in ppcl.toml. If the kernel's text is put "
        "together at run time, ppcl cannot read it.",
    ),
    "PPC104": Code(
        "a kernel argument is not set, or not known",
        "At this launch an argument was never set, or which argument was set is not known "
        "(`clSetKernelArg` with an index that ppcl cannot compute); or a call sets it with a size "
        "that the parameter does not have, which OpenCL refuses: it stays what it was.",
        "Set each argument with a constant index, and the parameter's own size, before the launch.",
    ),
    "PPC105": Code(
        "a part of a host file does not parse",
        "A name or header is missing. Statements with unknown types are not in the tree that ppcl "
        "reads. In a file that holds a launch, or in a kernel, this ends the run; elsewhere it is "
        "a remark.",
        "Give the include folders (`-I`), the definitions (`-D`), or the build's "
        "compile_commands.json (`-p`).",
    ),
    "PPC106": Code(
        "recursion, or calls too deep to follow",
        "A function calls itself, or calls nest deeper than ppcl follows. What happens below is "
        "not known.",
        "Keep launches, transfers and the code that fills buffers out of recursive functions.",
    ),
    "PPC107": Code(
        "several kernels of one name",
        "More than one kernel in the sources has this name; the first one is taken.",
        "Give only the sources of one program at a time.",
    ),
    "PPC108": Code(
        "the order of commands is not certain",
        "Facts about which command sees which data hold for one in-order queue. Here the program "
        "has several queues, an out-of-order queue, or a function that is called back.",
        "Use one in-order queue where performance does not need more.",
    ),
    "PPC130": Code(
        "shared virtual memory",
        "`clSVMAlloc` and its like give memory that host and device use by the same pointers, so "
        "that a kernel may reach more than its arguments. ppcl recognises the calls and the "
        "arguments, and proves nothing of that memory. What uses buffers is not concerned.",
        "Use buffers for what ppcl should transform.",
    ),
    "PPC131": Code(
        "memory that others use too",
        "OpenGL objects, pipes, and buffers or images with properties may be changed by others "
        "than the commands that ppcl sees. Kernel arguments are tied to them, and they are left "
        "alone.",
        "Use plain buffers for what ppcl should transform, and copy to and from the others.",
    ),
    "PPC110": Code(
        "the kernels' build options are not followed",
        "A part of the text that the host gives to `clBuildProgram` is not a constant, or has "
        "quotes or escapes, which runtimes read differently. A macro that it defines may change "
        "what the kernels do.",
        "Give the macros with `-D NAME=VALUE`: the kernels are then taken to be built with these. "
        "If the text comes from an argument of the program, state that: `--assume argv.1=TEXT`.",
    ),
    "PPC111": Code(
        "a library: what its callers do is not known",
        "The sources have no `main`. ppcl walks the functions that launch kernels and that others "
        "can call, each with unknown arguments, in any order, any number of times. What callers "
        "do with buffers and data is not known, so nothing that callers can see is changed.",
        "Give the files of a program that uses the library, too.",
    ),
    "PPC112": Code(
        "a format may write",
        "`printf` and its like write the number of characters so far through the argument of "
        "`%n`. The format here has one, has a directive that ppcl does not know, or is no constant "
        "text: what the pointers behind it reach is not known any more.",
        'Use a constant format without `%n` (`printf("%s", text)` for a text of the program).',
    ),
    "PPC113": Code(
        "an attribute, pragma or declaration that is not known",
        "ppcl knows attributes and pragmas by name. This one may run code where no call is seen, "
        "make a name stand for another function, or change how data lies in memory (`alias`, "
        "`ifunc`, a section like `.init_array`, `#pragma weak`, a name given in assembly), so "
        "nothing is proved of the program.",
        "Leave it out, or do in plain code what it does. If it has no such effect, report its "
        "name, so that ppcl may learn it.",
    ),
    "PPC114": Code(
        "what a name stands for is not certain",
        "The sources define this function or variable more than once, none of the definitions "
        "more strongly than the others. Which one counts depends on how the program is linked.",
        "Give only the sources of one program, with one strong definition of each name.",
    ),
    "PPC120": Code(
        "a feature of OpenCL 2.x that ppcl does not follow",
        "The kernel uses pipes, work-group or sub-group functions, kernels that enqueue kernels, "
        "blocks, variables that outlive it, atomics on shared virtual memory, or asks where a "
        "generic pointer points. ppcl reads such a file, and leaves this kernel and its data as "
        "they are; other kernels are not concerned.",
        "Keep the kernels that are to be rewritten to OpenCL C 1.2; buffers, barriers and local "
        "memory do what most of these features do.",
    ),
    "PPC125": Code(
        "a program is not made from source",
        "The host makes this program from a binary, from an intermediate language or from kernels "
        "that are built into the device. There is no text of its kernels to read.",
        "Make the program with `clCreateProgramWithSource`.",
    ),
    "PPC126": Code(
        "one text is built in several ways",
        "The same kernel file is built with different options, for several programs or again for "
        "one. An edit for one of them would be an edit for all, so nothing is proved of it.",
        "Build the file once, or give each way of building a file of its own.",
    ),
    "PPC127": Code(
        "the text of a program is not followed",
        "The host puts the text of this program together in a way that ppcl does not follow, "
        "reads only a part of a file, opens a file that is not there, or has it in a variable that "
        "no source defines, as where the build makes a string of each kernel file; or what it has "
        "in front of a file goes on in the file's first line, or clCompileProgram gets headers. "
        "Its kernels are looked for by name in the sources, and are left as they are.",
        "Read the kernel file as a whole, under a path that is a constant, and end what stands in "
        "front of it with a newline. If the path is an "
        "argument of the program, state it: `--assume argv.1=FILE`. Or build first, and give the "
        "files that the build makes.",
    ),
    "PPC128": Code(
        "a kernel file is read that is no SOURCE",
        "The host opens this file to make a program from it, so that it belongs to the program: it "
        "is read, may be changed, and is written to the output folder.",
        "Name the file as a SOURCE to silence this.",
    ),
    "PPC124": Code(
        "the text of a program is made by the host",
        "The text of the kernel is known, but it stands in no file and in no string constant as it "
        "is: a macro makes it from its argument (`#__VA_ARGS__`), or the host joins pieces. ppcl "
        "reads such kernels and leaves them as they are.",
        "Put the kernel into a file, a string constant or a raw string.",
    ),
    "PPC129": Code(
        "a kernel file would get too long for its host",
        "The host reads a constant number of bytes of this kernel file at most, and the rewritten "
        "file would be longer. The program would be built from a part of it.",
        "Read the file into memory of the file's size, or of some thousand bytes more.",
    ),
    "PPC109": Code(
        "a transfer is not blocking",
        "The transfer may take place at any time until the next command that waits. Until then "
        "both its host memory and its buffer count as in use.",
        "Make the transfer blocking (`CL_TRUE`), or wait for it before the memory is used.",
    ),
    "PPC132": Code(
        "a word of the build's command is not understood",
        "The build line of ppcl.toml, or compile_commands.json, calls the compiler with a word "
        "that ppcl does not know, with a file of words (`@FILE`), with what a shell makes of a "
        "variable, or under other environment variables. It may define macros, or name folders. "
        "What hangs on a macro that nothing else defines, or on a header that is looked for in "
        "folders, may be another in that build, and is not rewritten (PPC013). Nor is a program "
        "with an option (`-m32`, `-fshort-enums`) that may change what its types and values are, "
        "or with a word that may hold one (`@FILE`, `$CFLAGS`).",
        "Write what it says as -D, -U, -I, -iquote, -isystem, -include or -std, or give the macros "
        "as `define` in ppcl.toml. If the word says nothing to the preprocessor, report it.",
    ),
    "PPC133": Code(
        "kernels are read with a nominal number",
        "The host computes the value of a macro that it builds its kernels with (PPC110), and they "
        "cannot be read without it. They are read with a nominal number for it, and with another: "
        "both give the same kernels with the same parameters, and no condition asks for it, so "
        "launches, arguments and buffers hold for every number. What a kernel computes may hang on "
        "it: no pass rewrites these kernels, and they do not become C.",
        "Give the macros with `-D NAME=VALUE`: the kernels are then taken to be built with these.",
    ),
    "PPC134": Code(
        "a large function is not followed",
        "With all that it calls the function is so large that it would take too long to follow: a "
        "decoder of images, say. It makes no OpenCL calls. All that it gets, and all variables "
        "that it names, may be read and written there; what it returns is not known.",
        "Nothing, unless a buffer, a size or a pointer comes from it: then assign that outside.",
    ),
    "PPC150": Code(
        "a header is taken from the tree",
        "`#include` does not find this header beside the file or in a folder that `-I` names. A "
        "file of that name stands in the tree, so its folder is taken as if `-I` named it; where "
        "there are several, that of the nearest one.",
        "Give the folder with `-I`, or the build's compile_commands.json (`-p`), if another one is "
        "meant.",
    ),
    "PPC151": Code(
        "several files of the tree may be meant",
        "A program's files are found as a linker finds the parts of an archive, and its kernels by "
        "name or path; the nearest file counts. Here several are equally near: that with the most "
        "of what the program still needs is taken, else the first by name.",
        "Give the program's files as SOURCEs, or write a ppcl.toml for it.",
    ),
    "PPC152": Code(
        "a C file is read as C++",
        'The file does not parse as C, or C++ files call its functions without `extern "C"` (or '
        "the other way round): the program can only be built by a compiler that reads the file as "
        "C++.",
        "Nothing, if that is so. Otherwise give the build's compile_commands.json (`-p`).",
    ),
}
