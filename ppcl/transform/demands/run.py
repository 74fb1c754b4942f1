"""A plan must hold for every run, or the program must end where it would not.

What the user states of the arguments that the program is run with (`--assume argv.1=TEXT`) decides
what the walk follows. So a plan of such a program is made once more without each statement: where
there is one, that one holds for every run. For the others `main` gets a check, as its first
statement.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.stated import Stated
from ppcl.diag import PpclError, Remark
from ppcl.frontend import conditionals, is_include_guard
from ppcl.ir import expression as ex
from ppcl.ir.statement import Block, Declare, Statement, Variable
from ppcl.ir.traverse import descendants
from ppcl.ir.unit import Function
from ppcl.source import Edit, SourceFile
from ppcl.transform.contract import Plan
from ppcl.transform.demands.headers import header_file, include_edit, taken_name
from ppcl.transform.demands.numbers import PlansOf
from ppcl.transform.lines import behind_declarations, own_line
from ppcl.transform.refusals.obstacle import obstacle_to

HEADER = "ppcl_arguments.h"
# What may stand in a declaration that does nothing else.
_IDLE = (
    *(Declare, Variable, ex.NameRef, ex.IntLiteral, ex.FloatLiteral, ex.StringLiteral, ex.Unary),
    *(ex.Binary, ex.Conditional, ex.Cast, ex.Index, ex.Member, ex.SizeOf, ex.InitList),
)
_STEPS = ("++x", "x++", "--x", "x--")
# Reads the program as it is with only these statements on its arguments.
ReadStated = Callable[[Stated], Facts]
# A plan of such a reading as it holds for every build.
ForBuilds = Callable[[Plan, Facts], Plan | Remark]


@dataclass(frozen=True)
class Statements:
    """Finds those of the user's statements without which there would be no plan at the same places:
    `plan` is it, and `made` what it becomes for every build."""

    plans: PlansOf
    plan: Plan
    made: Plan
    read: ReadStated
    for_builds: ForBuilds

    def fewest(self, stated: Stated) -> tuple[Stated, Plan]:
        """Some that are enough, of which none can be left out, and the plan that stands on them."""
        for each in stated.each():
            fewer = stated.without(each)
            made = self._made_with(fewer)
            if made is not None:
                return replace(self, made=made).fewest(fewer)
        return stated, self.made

    def _made_with(self, stated: Stated) -> Plan | None:
        try:
            facts = self.read(stated)
        except PpclError:
            return None
        places = {edit.span for edit in self.plan.edits}
        alike = (p for p in self.plans(facts) if {edit.span for edit in p.edits} == places)
        found = next(alike, None)
        if found is None or obstacle_to(found, facts) is not None:
            return None
        made = self.for_builds(found, facts)
        return replace(self.made, edits=made.edits) if isinstance(made, Plan) else None


def unchecked(plan: Plan, needed: Stated) -> Remark:
    """What there is to say of a plan whose statements the program cannot check."""
    message = f"not done, it would hold only where {needed}: {plan.remark.message}"
    return Remark("missed", "PPC017", message, plan.remark.location, plan.remark.args)


def with_run_checks(plan: Plan, needed: Stated, facts: Facts) -> Plan | Remark:
    """The plan, with checks in `main` of what it stands on; a remark where there is no place."""
    if not needed:
        return plan
    main = next(_mains(facts), None)
    place = main.place if main is not None else None
    if main is None or place is None or taken_name(facts, HEADER) is not None:
        return unchecked(plan, needed)
    source = main.source
    include = include_edit(source, HEADER, main.function.at.span.start, facts.skipped)
    added = [own_line(source, place, main.calls(needed)), *([include] if include else [])]
    message = f"the rewrite holds where {needed}: 'main' ends the program in other runs"
    note = Remark("passed", "PPC016", message, source.location(main.function.name_at.span.start))
    return replace(
        plan,
        edits=_together(plan.edits, added),
        files=(*plan.files, header_file(HEADER)),
        notes=(*plan.notes, note),
    )


def _together(edits: tuple[Edit, ...], added: list[Edit]) -> tuple[Edit, ...]:
    """All edits; what is put where another one puts text goes in front of that."""
    found = dict.fromkeys(edits)
    for edit in added:
        same = next((each for each in found if each.span == edit.span), None)
        if same is not None:
            del found[same]
        found[Edit(edit.span, edit.text + (same.text if same is not None else b""))] = None
    return tuple(found)


@dataclass(frozen=True)
class _Main:
    """The function that the arguments are given to."""

    function: Function
    source: SourceFile
    cplusplus: bool

    @property
    def place(self) -> int | None:
        """Behind the brace that opens its body, and what C89 wants in front of statements as far as
        that does nothing; None where it has no brace of its own, or another build another one."""
        body = self.function.body
        names = [parameter.declaration.name for parameter in self.function.parameters[:2]]
        spans = [parameter.at for parameter in self.function.parameters[:2]]
        if body is None or len(names) < 2 or not all(names):
            return None
        if any(at.macro is not None for at in (*spans, body.at, self.function.name_at)):
            return None
        start = body.at.span.start
        if self.source.data[start : start + 1] != b"{" or self._is_conditional(start):
            return None
        first = takewhile(_does_nothing, body.body if isinstance(body, Block) else ())
        return behind_declarations(self.source, start + 1, () if self.cplusplus else first)

    def _is_conditional(self, place: int) -> bool:
        """Whether `#if` stands around a place."""
        groups = (
            g for g in conditionals(self.source.data) if not is_include_guard(self.source.data, g)
        )
        return any(start <= place < end for g in groups for start, end in g.branches)

    def calls(self, needed: Stated) -> bytes:
        """The checks, one after another."""
        count, argv = (p.declaration.name.encode() for p in self.function.parameters[:2])
        given = argv if self.cplusplus else b"(const char *const *)" + argv
        checks = [
            b"ppcl_require_argument(%s, %s, %d, %s);" % (count, given, index, c_string(text))
            for index, text in needed.arguments
        ]
        if needed.count is not None:
            checks.append(b"ppcl_require_count(%s, %d);" % (count, needed.count))
        return b" ".join(checks)


def _does_nothing(statement: Statement) -> bool:
    """Whether a declaration only gives values to its variables."""
    steps = (node for node in descendants(statement) if isinstance(node, ex.Unary))
    idle = all(isinstance(node, _IDLE) for node in descendants(statement))
    return idle and not any(node.op in _STEPS for node in steps)


def _mains(facts: Facts) -> Iterator[_Main]:
    for unit in facts.hosts:
        for function in unit.functions:
            if function.declaration.name == "main" and function.owner is None:
                source = facts.files[function.at.span.file]
                yield _Main(function, source, unit.language == "c++")


def c_string(text: str) -> bytes:
    """A text as a string constant of C."""
    data = text.encode("utf-8", "surrogateescape")
    plain = (32 <= byte < 127 and byte not in b'"\\?' for byte in data)
    spelled = (
        b"%c" % byte if is_plain else b"\\%03o" % byte
        for byte, is_plain in zip(data, plain, strict=True)
    )
    return b'"' + b"".join(spelled) + b'"'
