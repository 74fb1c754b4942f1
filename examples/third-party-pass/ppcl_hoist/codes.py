"""What the codes of this pass mean: `ppcl explain HOIST53` prints such a page."""

from collections.abc import Mapping

from ppcl.api import Code

_FIRST = "Do the load once in front of the loop by hand, if you know that it is right."
_BOUND = "Ask for it in front of the loop (`if (n > 0)`), or give the loop a constant bound."

CODES: Mapping[str, Code] = {
    "HOIST1": Code(
        "a load is done once in front of a loop",
        "Each round read the same element. A private variable holds it now.",
        "Review the diff. `// ppcl: keep` on the loop's line leaves it as it is.",
    ),
    "HOIST10": Code(
        "the load is in a function that is no kernel",
        "What holds where the function is called is not asked.",
        _FIRST,
    ),
    "HOIST11": Code(
        "the kernel is not followed everywhere",
        "Its control flow has what ppcl does not know, so what runs where is open.",
        "See what `ppcl graph` says of the kernel.",
    ),
    "HOIST12": Code(
        "the file is read in several ways",
        "Several programs, or the host, compile it; a rewrite would have to be right for each.",
        "Give each program a file of its own.",
    ),
    "HOIST13": Code(
        "a macro has part in the text",
        "A macro makes the load, gets it as an argument, or is named in it.",
        "Write the load without the macro.",
    ),
    "HOIST14": Code(
        "the access is volatile", "Each volatile access must be done.", "Nothing, if it is meant."
    ),
    "HOIST15": Code(
        "no variable can be declared that holds the value",
        "The parameter does not name a scalar or vector type of OpenCL C by itself: an own name "
        "for a type may be another type in another build.",
        "Write the type out in the kernel's parameter.",
    ),
    "HOIST16": Code(
        "the index is not plain",
        "It holds more than numbers, names, operators and work-item functions.",
        "Compute the index in a variable in front of the loop.",
    ),
    "HOIST17": Code(
        "the load is written on several lines", "Its text is moved as it is.", "Join the lines."
    ),
    "HOIST18": Code(
        "a component is read", "To read `v[i].x` is not to read all of `v[i]`.", _FIRST
    ),
    "HOIST20": Code("the loop is a do-while", "This pass looks at `for` loops only.", _FIRST),
    "HOIST21": Code(
        "the loop has no counter", "How often it runs is not known at all.", "Write it as a `for`."
    ),
    "HOIST22": Code(
        "the loop stands in no braces",
        "A statement in front of it would take its place, as in `if (c) for (...) ...`.",
        "Put braces around the loop.",
    ),
    "HOIST23": Code(
        "other text begins the loop's line", "A new line has no place.", "Begin a line with it."
    ),
    "HOIST24": Code(
        "a directive or mark belongs to the loop",
        "`#if`, `#pragma unroll`, an attribute or a label stands in front of the loop or in it: it "
        "would become another statement's.",
        _FIRST,
    ),
    "HOIST30": Code("the loop stores to memory", "What it stores may be what is loaded.", _FIRST),
    "HOIST31": Code("the loop has an atomic", "It changes memory that others see.", _FIRST),
    "HOIST32": Code(
        "the loop has a barrier", "Behind it others may have written what is loaded.", _FIRST
    ),
    "HOIST33": Code(
        "the loop does what this pass does not know",
        "A call of an own function, or a statement that is not on the list of what only computes.",
        _FIRST,
    ),
    "HOIST40": Code("the loop changes the index", "Each round reads another element.", "Nothing."),
    "HOIST41": Code(
        "a name of the index is declared in the loop",
        "In front of the loop it is none, or another one's.",
        "Declare it in front of the loop, if it is the same in each round.",
    ),
    "HOIST42": Code(
        "the address of a name is taken", "A pointer may change the index.", "Use a copy of it."
    ),
    "HOIST50": Code(
        "the load is in the head of a loop", "It is read where the body is not.", _FIRST
    ),
    "HOIST51": Code("the load is read under a condition", "It may never be read at all.", _FIRST),
    "HOIST52": Code(
        "a round may end in front of the load",
        "`break`, `continue` or `return` stands in front of it: it may never be read at all.",
        _FIRST,
    ),
    "HOIST53": Code(
        "the loop is not shown to run",
        "Where it does not run, the element may not be there to be read.",
        _BOUND,
    ),
}
