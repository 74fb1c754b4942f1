"""The form of a kernel that is right wherever its barriers stand: a state for each barrier.

The kernel becomes a function that runs one work-item to its next barrier and says whether it waits
there. All of a work-item's variables live in a structure, with the number of the barrier where it
goes on. The group runs each work-item so until none is left. No proof is needed: the work-items of
a valid kernel come to the same barrier (OpenCL 1.2, 6.12.8), by whatever way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pycparser import c_ast

from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import CTypes, Tree
from ppcl.backend.c.names import Names, c_identifier
from ppcl.backend.c.printer import comment
from ppcl.backend.forms import signature
from ppcl.backend.forms.group import work_item_loops
from ppcl.ir import statement as st
from ppcl.ir.traverse import variables
from ppcl.ir.types import AddressSpace, IntType, PointerType, RecordType

_INT = IntType("int", 32, True)


@dataclass
class States:
    """Numbers a kernel's barriers as they are lowered."""

    count: int = 0

    def wait(self, place: str) -> list[Tree]:
        """What a barrier becomes."""
        self.count += 1
        state = ctree.member(ctree.name("self"), "state", arrow=True)
        return [
            comment(f"{place}: barrier {self.count}"),
            ctree.assign(state, ctree.number(self.count)),
            c_ast.Return(ctree.number(1)),
            c_ast.Label(_label(self.count), c_ast.EmptyStatement()),
        ]

    def leave(self) -> list[Tree]:
        """What a work-item's `return` becomes."""
        state = ctree.member(ctree.name("self"), "state", arrow=True)
        done = ctree.assign(state, ctree.unary("-", ctree.number(1)))
        return [done, c_ast.Return(ctree.number(0))]

    def resume(self) -> Tree:
        """Goes to where the work-item waited."""
        cases = [
            c_ast.Case(ctree.number(n), [c_ast.Goto(_label(n))]) for n in range(1, self.count + 1)
        ]
        subject = ctree.member(ctree.name("self"), "state", arrow=True)
        default = c_ast.Default([c_ast.Break()])
        return c_ast.Switch(subject, ctree.block([*cases, default]))


def _label(number: int) -> str:
    return f"barrier_{number}"


def private_variables(body: st.Block) -> list[st.Variable]:
    """The variables of a work-item, in the order of the text."""
    return [each for each in variables(body) if each.space is AddressSpace.PRIVATE]


def place_fields(variables: Sequence[st.Variable], names: Names) -> list[tuple[str, st.Variable]]:
    """Gives each variable a field of its own in the work-item's structure."""
    fields = Names(written={c_identifier(each.declaration.name) for each in variables})
    found: list[tuple[str, st.Variable]] = []
    for variable in variables:
        chosen = fields.unique(variable.declaration.name)
        names.places[variable.declaration.key] = partial(_own, chosen)
        found.append((chosen, variable))
    return found


def _own(field: str) -> Tree:
    return ctree.member(ctree.name("self"), field, arrow=True)


def structure(tag: str, fields: Sequence[tuple[str, st.Variable]], types: CTypes) -> Tree:
    """The structure that a work-item's variables live in."""
    declared = [types.declare("state", _INT)]
    declared += [types.declare(name, variable.type) for name, variable in fields]
    kind = c_ast.Struct(tag, declared)
    return c_ast.Decl(None, [], [], [], [], kind, None, None)


def array(tag: str, start: Tree) -> Tree:
    """`struct tag *const contexts = (struct tag *) start;`."""
    types = CTypes({tag: tag})
    pointer = PointerType(RecordType(tag, None))
    return types.declare("contexts", pointer, types.cast(pointer, start), const=True)


def run_all(step: str) -> list[Tree]:
    """The group: starts all work-items, and runs each to its next barrier until none waits."""
    item = ctree.element(ctree.name("contexts"), ctree.name("item"))
    state = ctree.member(item, "state")
    started = work_item_loops([ctree.assign(state, ctree.number(0))], independent=True)
    arguments = [ctree.unary("&", item), *(ctree.name(each) for each in signature.OF_STEP)]
    going = ctree.binary(">=", state, ctree.number(0))
    run = ctree.assign(ctree.name("waiting"), ctree.call(step, *arguments), "|=")
    round_ = work_item_loops([c_ast.If(going, ctree.block([run]), None)], independent=False)
    stopped = ctree.assign(ctree.name("waiting"), ctree.number(0))
    waiting = CTypes({}).declare("waiting", _INT)
    loop = c_ast.DoWhile(ctree.name("waiting"), ctree.block([stopped, round_]))
    return [started, waiting, loop]
