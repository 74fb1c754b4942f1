"""Why a load stays where it is: a code for each reason."""

from dataclasses import dataclass

from ppcl.api import RemarkKind, Span


@dataclass(frozen=True)
class Reason:
    """What stands against a rewrite, and where. Most loads have an index that the loop changes:
    these are told as an analysis, all others as missed."""

    code: str
    message: str
    at: Span
    kind: RemarkKind = "missed"


def helper(at: Span) -> Reason:
    """The function is called by kernels, and no kernel itself."""
    return Reason("HOIST10", "it is in a function that is no kernel", at)


def not_followed(at: Span) -> Reason:
    """The kernel's control flow is not known."""
    return Reason("HOIST11", "the kernel's control flow is not followed everywhere", at)


def several_builds(at: Span) -> Reason:
    """Another build may see another text."""
    return Reason("HOIST12", "the file is read in several ways, or holds the host, too", at)


def of_macro(at: Span) -> Reason:
    """A macro makes the text, or may look at it."""
    return Reason("HOIST13", "a macro has part in the text", at)


def volatile(at: Span) -> Reason:
    """Each volatile access must be done."""
    return Reason("HOIST14", "a volatile access stands here", at)


def no_spelling(at: Span) -> Reason:
    """No variable can be declared that holds the value."""
    return Reason("HOIST15", "the parameter does not name a plain type of OpenCL C", at)


def index_not_plain(at: Span) -> Reason:
    """The index holds more than numbers, names, operators and work-item functions."""
    return Reason("HOIST16", "the index holds more than numbers, names and operators", at)


def several_lines(at: Span) -> Reason:
    """The text to move has an end of line."""
    return Reason("HOIST17", "the load is written on more than one line", at)


def component(at: Span) -> Reason:
    """To read `v[i].x` is not to read all of `v[i]`."""
    return Reason("HOIST18", "a component of the vector is read, and not all of it", at)


def do_while(at: Span) -> Reason:
    """A loop with its condition at the end."""
    return Reason("HOIST20", "the loop is a do-while", at)


def not_counted(at: Span) -> Reason:
    """How often the loop runs is not known at all."""
    return Reason("HOIST21", "no counter of the loop is known", at)


def no_block(at: Span) -> Reason:
    """A statement in front of the loop would take its place, as in `if (c) for ...`."""
    return Reason(
        "HOIST22", "the loop stands in no braces: a statement in front would end them", at
    )


def shared_line(at: Span) -> Reason:
    """No line of its own can be put in front of the loop."""
    return Reason("HOIST23", "other text begins the line of the loop", at)


def directive(at: Span) -> Reason:
    """`#if`, `#pragma unroll` and the like, a label, or an attribute."""
    return Reason("HOIST24", "a directive or mark belongs to the loop, or stands in it", at)


def store(at: Span) -> Reason:
    """The loop writes memory, which may be what is loaded."""
    return Reason("HOIST30", "the loop stores to memory", at)


def atomic(at: Span) -> Reason:
    """The loop changes memory that others see."""
    return Reason("HOIST31", "the loop has an atomic", at)


def barrier(at: Span) -> Reason:
    """Behind a barrier others may have written."""
    return Reason("HOIST32", "the loop has a barrier, a fence or a copy of a group", at)


def unknown(at: Span) -> Reason:
    """What is not on the list of what a loop may do."""
    return Reason("HOIST33", "the loop does what this pass does not know", at)


def changed(at: Span, name: str) -> Reason:
    """The index is another one in another round."""
    return Reason("HOIST40", f"the loop changes '{name}'", at, "analysis")


def inner(at: Span, name: str) -> Reason:
    """In front of the loop the name is none, or another one's."""
    return Reason("HOIST41", f"'{name}' is declared in the loop", at, "analysis")


def pointed_at(at: Span, name: str) -> Reason:
    """A pointer may change the variable."""
    return Reason("HOIST42", f"the address of '{name}' is taken", at)


def in_head(at: Span) -> Reason:
    """The head has its own order: it is read where the body is not."""
    return Reason("HOIST50", "it is read in the head of a loop", at)


def conditional(at: Span) -> Reason:
    """It may never be read at all."""
    return Reason("HOIST51", "it is read under a condition", at)


def jump(at: Span) -> Reason:
    """A round may end in front of it."""
    return Reason("HOIST52", "a round may end in front of it", at)


def may_not_run(at: Span, rounds: int) -> Reason:
    """Where the loop does not run, the load must not."""
    times = "once" if rounds == 1 else f"{rounds} times"
    return Reason("HOIST53", f"the loop is not shown to run {times}", at)
