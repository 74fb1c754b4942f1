"""Codes of the engine, whatever the transformation."""

from collections.abc import Mapping

from ppcl.diag.code import Code

ENGINE: Mapping[str, Code] = {
    "PPC001": Code(
        "kept as it is",
        "A rewrite would touch a line, or a function, that is marked `// ppcl: keep`. The whole "
        "rewrite is left out: its parts belong together.",
        "Nothing, if the mark is meant. Otherwise remove it.",
    ),
    "PPC002": Code(
        "rewrite rolled back: a check of its result failed",
        "After each rewrite ppcl reads the new text again and compares it with what the "
        "transformation declared: every launch, buffer, transfer and access must be as before, "
        "but for the changes that were declared. Here it was not so. All files of the rewrite are "
        "as they were, nothing is written, and the exit status is 4.",
        "This is a defect of ppcl or of the transformation: please report it, with the program. "
        "`--passes` without the transformation leaves it out.",
    ),
    "PPC003": Code(
        "stopped: the rewrites do not come to an end",
        "So many rewrites were applied that the transformations seem to undo each other's work. "
        "Nothing is written, and the exit status is 4.",
        "This is a defect of a transformation: please report it, with the program. `--passes` "
        "with one transformation at a time shows which ones do not agree.",
    ),
    "PPC004": Code(
        "the text to change lies outside the program's folder",
        "A rewrite would change a file that lies outside the folder of the sources. `-o OUT` "
        "mirrors that folder, so the changed file would have no place in `OUT`, and other "
        "programs may use it.",
        "Give a folder that holds all files of the program, or copy the file into it.",
    ),
    "PPC005": Code(
        "assumption of the user",
        "Something that ppcl did not prove is taken as given, because `--assume` or the "
        "`[assume]` table of ppcl.toml says so, or `-D` does of build options that the host makes "
        "while it runs. The report lists it.",
        "Check that it holds for every input. Where buffers overlap all the same, or groups do "
        "not fill an NDRange, the program may compute something else; with other arguments than "
        "those that were stated (`argv.1`, `argc`) it ends where a rewrite stands on them "
        "(PPC016).",
    ),
    "PPC006": Code(
        "a name stands in text that is not compiled here",
        "A rewrite would change what a name means, or text in a branch of `#if` that is not "
        "compiled with the present definitions. ppcl does not see what that text does, and a "
        "build with other definitions would mix old and new. Nor is text changed that directives "
        "stand in.",
        "Remove the inactive branch, or give the definitions (`-D`) under which it is compiled.",
    ),
    "PPC007": Code(
        "the program sees the name of a kernel",
        "A kernel would get a new name, so that a host and a kernel file that do not belong "
        "together fail. The host asks OpenCL for the names of its kernels "
        "(CL_KERNEL_FUNCTION_NAME, CL_PROGRAM_KERNEL_NAMES), or the kernel uses `__func__`: what "
        "the program prints or computes would change.",
        "Write the name out where it is printed.",
    ),
    "PPC008": Code(
        "a macro makes a string of the text to change",
        "The text is an argument of a macro that makes a string of it (`#x`), which the program "
        "may show, compare or measure.",
        "Take the text out of the macro's argument. A macro that uses the string only where it "
        "then ends the program (`exit(1)`, `abort()`, `throw`) is no obstacle.",
    ),
    "PPC009": Code(
        "an error's message changes",
        "A macro makes a string of text that was changed, or a kernel has a new name, and the "
        "program shows that only where it then ends with an error.",
        "Nothing, unless a script reads the message.",
    ),
    "PPC010": Code(
        "the host sees the text of a program",
        "A kernel file would change, and the host asks for more of its text than to make a "
        "program of it: it prints or compares its length, counts its characters, reads some "
        "of them only, or asks OpenCL for the program's source (CL_PROGRAM_SOURCE) or binaries. "
        "A build log (CL_PROGRAM_BUILD_LOG) counts where compilers warn of a line that would "
        "change, as they show it with its place; what else runtimes tell of a build is theirs.",
        "Remove what is only there to look at the text, or mend what compilers warn of.",
    ),
    "PPC011": Code(
        "a file belongs to several programs, which would not change it in the same way",
        "Several of the SOURCEs have a `main`, so that they are several programs, and the file to "
        "change is part of more than one of them. Programs that share a file are rewritten "
        "together: all of them want the same text of it, or it stays as it is.",
        "Give each program a file of its own, or compile them from different folders.",
    ),
    "PPC012": Code(
        "a file that is no SOURCE names a file that was changed",
        "A host file in the same folder was not given as a SOURCE, and names a kernel file or a "
        "header that was changed. Kernels have new names now: where this file asks for them by "
        "the old ones, it finds none.",
        "Give the file as a SOURCE, too: a file with a `main` of its own is then read as a "
        "program of its own.",
    ),
    "PPC013": Code(
        "holds for one value of a name only",
        "The rewrite stands on a macro, an enumerator or a constant of the host that another build "
        "may change, or on a macro of a kernel that only -D says, or each device for itself "
        "(`__OPENCL_VERSION__`). With another value the text may be wrong, and no check for it "
        "can be written: `#if` can ask for a macro's number, and whether there is one; a "
        "declaration for enumerators, and constants of C++, that are declared for a whole file. "
        "No check helps where a name may be another in the program's own build: what compilers "
        "define and differ on (`__GNUC__ > 4`, `__clang__`, `__has_attribute`), or any where a "
        "word of the build's command is not understood (PPC132).",
        "Pass the value to the kernel as an argument, from the same name that the host uses.",
    ),
    "PPC014": Code(
        "lines or columns would move",
        "The rewrite puts lines into a file that asks for the number of a line (`__LINE__`), which "
        "would be another one behind them; or it changes a line of a program that asks for the "
        "numbers of columns. An error's message, with which the program ends, may tell its line.",
        "Leave `__LINE__` out of that file, or build without it.",
    ),
    "PPC015": Code(
        "a name would be left without a use",
        "Only the text that the rewrite replaces uses this variable, parameter or function. A "
        "build with `-Wall -Werror` would end there, and a `(void)name;` has no place: the "
        "statement has no braces, or the name is one of several functions.",
        "Put the loop's body into braces, or leave the name out.",
    ),
    "PPC016": Code(
        "holds for the arguments that were stated",
        "The rewrite stands on what `--assume` or `[assume]` states of the arguments that the "
        "program is run with (`argv.1`, `argc`). With others it might compute something else, so "
        "`main` begins with a check that ends the program, and says why.",
        "Nothing, if the program is always run so. For other arguments run ppcl again with those, "
        "or state less: what is not needed for a rewrite is not checked.",
    ),
    "PPC017": Code(
        "what was stated of the arguments cannot be checked",
        "The rewrite stands on what `--assume` or `[assume]` states of the arguments that the "
        "program is run with. With others it might compute something else, and there is no place "
        "for a check that would end the program: `main` comes from a macro, stands in an `#if`, "
        "has no names for its parameters, or the program has names of ppcl's own.",
        "Give `main` two named parameters, outside of `#if` and macros.",
    ),
    "PPC018": Code(
        "a command of the build or the run may write a file that would be rewritten",
        "A command in `[build]` or `[run]` of ppcl.toml names this file, and is not known to only "
        "read it (`cp k.in kernel.cl`, `./generate kernel.cl`). What it writes would come in place "
        "of the rewrite, while other files are rewritten for it.",
        "Give ppcl what the command makes the file from, or take the command out of ppcl.toml and "
        "run it before.",
    ),
    "PPC019": Code(
        "the host never asks for a device such as the target is",
        "All calls that ask OpenCL for devices name a type (CL_DEVICE_TYPE_GPU, say) that the "
        "target is none of. What is faster on the target may be slower where this program runs, so "
        "it stays as it is. With `--emit c` it gets a runtime that is what it asks for.",
        "Give the target that the program is run on, or let the host ask for its devices first.",
    ),
    "PPC020": Code(
        "a function that others may call was changed",
        "The function stands in another file than `main`, a header or a library, and reads or "
        "writes data of this program whose order in memory has changed. All of its calls in the "
        "SOURCEs are meant; a call in a program that ppcl was not given would get the new order, "
        "too.",
        "Keep the generated file to this program (`-o OUT` does), or give this program a function "
        "of its own.",
    ),
    "PPC021": Code(
        "compilers may run the text that would change",
        "The text stands in a `constexpr` function, or in what a `constexpr` variable begins with. "
        "Compilers run it, too, where they need a constant (the length of an array, an "
        "enumerator, a template's argument), and ppcl does not see these calls.",
        "Leave `constexpr` out, where nothing but the program calls the function.",
    ),
    "PPC022": Code(
        "a kernel is not shown to compute the same",
        "After a rewrite ppcl compares what the kernels of the old and of the new text compute, "
        "value by value (docs/equivalence.md). Here the comparison did not come to an end: the "
        "kernel has a kind of statement that it does not know, or two values are not seen to be "
        "the same.",
        "Write that part in another way: a loop in place of a jump, a function with one `return`.",
    ),
    "PPC030": Code(
        "a decision is of nothing that is there",
        "`--decide`, or the `[decide]` table of ppcl.toml, names a site that none of the passes "
        "has, or a choice that its site does not offer: it may be what the site is already. A "
        "site of which such a choice is decided stays as it is.",
        "`ppcl sites` lists the sites and what may be chosen at each: `keep`, `best` and what "
        "the pass offers.",
    ),
    "PPC031": Code(
        "a decision is of another text",
        "A decision names the text that it was made for by a hash (`CHOICE@HASH`): the kernels "
        "of its site, the host functions that launch them or touch their data, and the macros in "
        "these, comments aside. That text is another one now, and what was best may not be any "
        "more. The decision is ignored.",
        "Measure again, or take the new hash from `ppcl sites`, or decide it for any text, "
        "without a hash.",
    ),
    "PPC032": Code(
        "kept, as was decided",
        "`--decide`, or the `[decide]` table of ppcl.toml, says that the site stays as it is, or "
        "that all do of which nothing else is decided (`*`).",
        "Nothing, if the decision is meant.",
    ),
    "PPC033": Code(
        "devices do not agree",
        "`ppcl.tune.toml` has several devices of the target, and what was measured to be best at "
        "the site is not the same on all. The site stays as it is, which is right everywhere.",
        "Name the device: `ppcl compile --target T --device KEY`. Or `--decide` the site.",
    ),
    "PPC034": Code(
        "tuning that has not ended",
        "`ppcl tune` was broken off on a device, so that what is in `ppcl.tune.toml` is measured "
        "and not decided. Nothing of it is used.",
        "`ppcl tune` on that device goes on where it was.",
    ),
    "PPC035": Code(
        "measured choices are used",
        "What is done at sites of the program was measured on the device named, by `ppcl tune`, "
        "and stands in `ppcl.tune.toml`: how much faster the kernels of the whole program were "
        "there with all of it, the median and its 95 % interval.",
        "Nothing. `--decide KEY=best` takes what the cost model expects to be best instead.",
    ),
    "PPC090": Code(
        "internal error: the program is left out",
        "ppcl failed while it read this program of several. The others are not touched by that; "
        "the exit status is 4.",
        "This is a defect of ppcl: please report it, with the program. `PPCL_DEBUG=1 ppcl graph` "
        "on its files shows where it is.",
    ),
    "PPC091": Code(
        "not done in time",
        "Reading this program of several took longer than `--timeout` allows.",
        "Give more time, or `ppcl graph` the program by itself.",
    ),
}
