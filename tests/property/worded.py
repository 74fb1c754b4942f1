"""Hypothesis strategies for the wording of a program, such that its effects are in order: no
expression has two that touch the same."""

from dataclasses import replace

from hypothesis import strategies as st

from tests.property.host_wording import PLAIN
from tests.property.kernel_wording import KERNEL_FACTORS
from tests.property.model import Access, Constant, Factor, Hidden, Program, Wording

# What is rewritten today comes more often than what is refused.
ACCESSES: tuple[Access, ...] = (
    *("function", "pointer", "macro", "macro", *("struct",) * 4),
    *("row", "row", "row", "variable", "variable"),
)
KERNEL_ACCESSES: tuple[Access, ...] = (*("function",) * 3, "pointer", "macro", "macro", "row")
CONSTANTS: tuple[Constant, ...] = ("guarded", "guarded", "macro", "enum", "const", "sizeof")
FACTORS: tuple[Factor, ...] = ("call", "call", "counted", "choice", "comma", "assign", "checked")
OF_CPLUSPLUS: tuple[Factor, ...] = ("temporary", "method", "operator", "lambda")


def _rarely(of: int, *choices: object) -> st.SearchStrategy:
    """One of the choices once in so many times, else None; shrinks to None."""
    return st.integers(0, of - 1).flatmap(
        lambda turn: st.sampled_from(choices) if turn == of - 1 else st.none()
    )


@st.composite
def wordings(draw: st.DrawFn, program: Program) -> Wording:
    """How a program is worded; most of it as ever."""
    cplusplus = program.host.cplusplus
    marked = [t.name for t in program.tables if t.element in PLAIN and not t.holds_rows]
    wording = Wording(
        host=draw(_rarely(5, *ACCESSES, *(("class", "lambda", "lambda") * cplusplus))) or "index",
        kernel=draw(_rarely(6, *KERNEL_ACCESSES)) or "index",
        factor=draw(_rarely(9, *FACTORS, *(OF_CPLUSPLUS * cplusplus))) or "plain",
        kernel_factor=draw(_rarely(10, *KERNEL_FACTORS[1:])) or "plain",
        value=draw(_rarely(12, "counted", "shaken")) or "plain",
        hidden=draw(_rarely(24, *_hidden(cplusplus))),
    )
    if not marked:
        wording = replace(
            wording, factor="plain", kernel_factor="plain", value="plain", hidden=None
        )
    wording = replace(wording, marked=draw(st.sampled_from(marked or [program.tables[0].name])))
    if program.sizes == "run time":
        wording = draw(_sized(wording, cplusplus))
    return wording if _may_shake(program, wording) else replace(wording, value="counted")


def _hidden(cplusplus: bool) -> tuple[Hidden, ...]:
    return ("temporary", "guard") if cplusplus else ("cleanup",)


@st.composite
def _sized(draw: st.DrawFn, wording: Wording, cplusplus: bool) -> Wording:
    """A constant for the columns; what a -D may set, the build sets, or sets otherwise later."""
    constant = draw(_rarely(3, *CONSTANTS, *(("constexpr",) * cplusplus)))
    given = draw(_rarely(3, 3, 6)) if constant == "guarded" else None
    rebuilt = draw(st.sampled_from((4, 7))) if constant == "guarded" else None
    return replace(wording, constant=constant, given=given, rebuilt=rebuilt)


def _may_shake(program: Program, wording: Wording) -> bool:
    """Whether a function can change the size that another layout's index would name: it is a global
    of the host, which nothing names in the loops that fill the table."""
    if wording.value != "shaken":
        return True
    host = program.host
    in_globals = host.structure == "globals" and host.fills == "inline" and not host.cplusplus
    return in_globals and program.sizes == "run time" and wording.constant is None
