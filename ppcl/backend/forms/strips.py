"""Prints regions that run in packs of work-items (`ppcl.rewrite.packs`)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from pycparser import c_ast

from ppcl.analysis.workgroup.guards import guards_of
from ppcl.analysis.workgroup.uniformity import ANY, Uniformity, uniformity_within
from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.backend.c.names import LANE, PACK, Names, c_identifier
from ppcl.backend.c.printer import LANES, names_in, nodes_in
from ppcl.backend.forms.copies import Copy, can_be_copied
from ppcl.backend.forms.group import (
    GroupForm,
    hint,
    item_number,
    one_item,
    row_loops,
    work_item_loops,
)
from ppcl.backend.forms.interleaved import may_be_reordered
from ppcl.backend.forms.own_memory import changes_parts, keeps_memory
from ppcl.backend.forms.rows import VECTORS, WIDTH, RowPack, Rows, needed, single, spell
from ppcl.backend.forms.worth import OF_NUMBERS, OF_ROWS
from ppcl.backend.lowering.statements import Statements
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.types import ArrayType, Type
from ppcl.rewrite.packs import Pack, packs_of

# The most work-items that a pack can have, macros of ppcl_compiler.h: in most kernels, in one with
# masks, in one with loops over vectors.
MOST = "PPCL_PACK"
_WIDE = "PPCL_WIDE_PACK"
ROWS = "PPCL_ROW_PACK"
_NONE = "its loops, returns or accesses to memory are not such that rows of work-items gain"
_SHORT = "its rows are shorter than a vector"
_WIDE_ROWS = frozenset(("doubles", "longs", "ulongs"))


def widened(body: Sequence[Tree]) -> str:
    """Makes room for wide packs in a kernel's body, where it has masks or loops over vectors. Gives
    the macro for the most work-items of its packs."""
    used = names_in(body)
    most = _WIDE if ANY in used else ROWS if VECTORS in used else MOST
    for node in nodes_in(body):
        if isinstance(node, c_ast.ID) and node.name == MOST:
            node.name = most
    return most


def is_wide(body: Sequence[Tree]) -> bool:
    """Whether a kernel's vectors may be of numbers of 64 bits."""
    names = (name for name in names_in(body) if name.startswith("ppcl_"))
    return any(not _WIDE_ROWS.isdisjoint(name.split("_")) for name in names)


@dataclass(frozen=True)
class Plain:
    """A region of a kernel that has no vectors: where it begins, and why."""

    at: Origin
    reason: str


@dataclass(frozen=True)
class Strips:
    """Runs regions for all work-items. `items` and `group` lower as for `GroupForm`; `known` is of
    rows along the first dimension; `of_items` are the variables that each work-item of the group
    has, by key and array. `of_vectors`: where rows may be long enough for vectors; `plain` are the
    regions that have none."""

    items: Statements
    group: Statements
    known: Uniformity
    of_items: tuple[tuple[str, str], ...]
    of_vectors: bool = True
    plain: list[Plain] = field(default_factory=list)

    def loops(self, statements: Sequence[st.Statement], body: list[Tree]) -> Tree:
        """A region, given as it is and lowered, for all work-items."""
        names = self.items.expressions.names
        outer = names.places.keys() | self.items.declared_before
        pack, found = self._pack(statements, outer)
        around = st.Block(statements[0].at, tuple(statements))
        within = uniformity_within(around, self.known)
        independent = self._are_independent(statements, self.items, around, within)
        if pack is None:
            return work_item_loops(body, independent)
        one_by_one = c_ast.For(
            c_ast.DeclList([ctree.variable("local_x", ctree.name("pack_x"))]),
            ctree.binary("<", ctree.name("local_x"), ctree.name("pack_end")),
            ctree.unary("p++", ctree.name("local_x")),
            ctree.block(one_item(body)),
        )
        rest = ctree.block([*hint(independent), one_by_one])
        together = found.together if found is not None else self._together(pack)
        rest = ctree.block(found.rim) if found is not None else rest
        chosen = c_ast.If(ctree.name("whole"), ctree.block(together), rest)
        inner = [*_ends(found is not None), *self._guards(pack), chosen]
        onward = ctree.assign(ctree.name("pack_x"), ctree.name(PACK), "+=")
        return row_loops([ctree.counted("pack_x", ctree.name("size_x"), inner, onward)])

    def _pack(
        self, statements: Sequence[st.Statement], outer: Set[str]
    ) -> tuple[Pack | None, RowPack | None]:
        """How packs run a region, if they do, and their form as rows, if they have one."""
        of_rows = replace(self.known, merges=True)
        rows = Rows(self.items, self.group, of_rows, self.of_items)
        reason = _NONE if self.of_vectors else _SHORT
        for pack in packs_of(statements, of_rows, outer, OF_ROWS) if self.of_vectors else ():
            found = rows.of(pack)
            if isinstance(found, RowPack):
                return pack, found
            reason = found
        self.plain.append(Plain(statements[0].at, reason))
        return next(packs_of(statements, self.known, outer, OF_NUMBERS), None), None

    def _are_independent(
        self,
        statements: Sequence[st.Statement],
        items: Statements,
        around: st.Block,
        within: Uniformity,
    ) -> bool:
        """Whether a compiler may be told that work-items are independent, in some statements; their
        variables are declared `around` them, and `within` is what is known of those."""
        lower = items.expressions
        elsewhere = lower.names.places.keys() | lower.names.by_lane.keys()
        return not (
            keeps_memory(statements, lower.functions, elsewhere)
            or changes_parts(statements, elsewhere)
            or may_be_reordered(statements, around, within)
        )

    def _guards(self, pack: Pack) -> Iterator[Tree]:
        """Asks whether all work-items of a pack get past the guards; a pack that is cut short has
        work-items that are not there."""
        for guard in guards_of(pack.guards, pack.leading, self.known):
            kept = needed(pack.leading, [guard.condition])
            value = ctree.truth(self.items.expressions.lower(guard.condition), guard.holds)
            body = [tree for variable in kept for tree in self.items.declared(variable)]
            body.append(ctree.assign(ctree.name("whole"), value, "&="))
            loop = _ends_of_pack(body) if guard.at_ends else _lanes(body)
            yield c_ast.If(ctree.name("whole"), ctree.block(list(loop)), None)

    def _together(self, pack: Pack) -> list[Tree]:
        """A whole pack: loops stand around the work-items."""
        names = self.items.expressions.names
        lane = replace(names, places=dict(names.places), by_lane=dict(names.by_lane))
        whole = self.group.expressions.names
        first = replace(whole, places=dict(whole.places), spelled=dict(whole.spelled))
        lane = replace(lane, spelled=dict(lane.spelled))
        for key, array in self.of_items:
            first.places[key] = _element(array, "item")
        by_lane = pack.indexed_arrays()
        copied = [v for v in pack.kept.of_items if pack.masked and can_be_copied(v, pack.body)]
        written = Counter(c_identifier(name) for name in pack.names())
        copies = [self._copy(v, lane, first, written) for v in copied]
        declared = [self._zeroed(copy) for copy in copies]
        declared += [
            self._array(v, lane, first, v.declaration.key in by_lane)
            for v in pack.kept.of_items
            if v not in copied
        ]
        declared += [single(v, self.items, (lane, first)) for v in pack.kept.counters]
        before = spell(pack.kept.constants, (lane, first))
        items = _with(self.items, lane)
        items = replace(items, declared_before=items.declared_before | before)
        group = replace(_with(self.group, first), declared_before=self.items.declared_before)

        within = uniformity_within(pack.body, self.known)

        def run(statements: Sequence[st.Statement], trees: list[Tree]) -> Tree:
            independent = self._are_independent(statements, items, pack.body, within)
            types = self.items.expressions.types
            around = [copy.around(statements, trees, types) for copy in copies]
            loads = [tree for load, _ in around for tree in load]
            stores = [tree for _, store in around for tree in store]
            return ctree.block(list(_lanes([*loads, *trees, *stores], independent)))

        form = GroupForm(items, group, pack.kept, run)
        body = form.lower(pack.parts)
        number = [item_number("pack_x")] if "item" in names_in(body) else []
        return [*number, *declared, *body]

    def _copy(
        self, variable: st.Variable, lane: Names, first: Names, written: Mapping[str, int]
    ) -> Copy:
        """A variable that regions have copies of; `written` says how many have a name."""
        key, names = variable.declaration.key, self.items.expressions.names
        own = variable.declaration.name
        alone = written[c_identifier(own)] == 1
        name = names.unique(own) if alone else names.fresh(f"{own}_own")
        array = names.fresh(f"{own}_pack")
        lane.places[key] = lambda: ctree.name(name)
        first.places[key] = _element(array, "0")
        return Copy(variable, name, array)

    def _zeroed(self, copy: Copy) -> Tree:
        """The array under a copy, with values: a region may copy one that was not set."""
        array = c_ast.ArrayDecl(self._plain(copy.array, copy.variable.type), ctree.name(MOST), [])
        zeros = c_ast.InitList([ctree.number(0)])
        return c_ast.Decl(copy.array, [], [], [], [], array, zeros, None)

    def _array(self, variable: st.Variable, lane: Names, first: Names, by_lane: bool) -> Tree:
        """The array that a variable has a value for each lane in; with `by_lane` it is an array
        itself, of rows with a value for each lane."""
        key, type_ = variable.declaration.key, variable.type
        name = self.items.expressions.names.unique(variable.declaration.name)
        if by_lane and isinstance(type_, ArrayType):
            lane.by_lane[key] = name
            inner = c_ast.ArrayDecl(self._plain(name, type_.element), ctree.name(MOST), [])
            array = c_ast.ArrayDecl(inner, ctree.number(type_.length or 0), [])
        else:
            lane.places[key] = _element(name, LANE)
            first.places[key] = _element(name, "0")
            array = c_ast.ArrayDecl(self._plain(name, type_), ctree.name(MOST), [])
        return c_ast.Decl(name, [], [], [], [], array, None, None)

    def _plain(self, name: str, type_: Type) -> Tree:
        return self.items.expressions.types.declare(name, type_).type


def _with(statements: Statements, names: Names) -> Statements:
    return replace(statements, expressions=replace(statements.expressions, names=names))


def _element(array: str, index: str) -> Callable[[], Tree]:
    return lambda: ctree.element(ctree.name(array), ctree.name(index))


def _ends(of_vectors: bool) -> list[Tree]:
    """Where a pack ends, and whether it is a whole one: `of_vectors`, of whole vectors."""
    end = ctree.binary("+", ctree.name("pack_x"), ctree.name(PACK))
    size = ctree.name("size_x")
    least = c_ast.TernaryOp(ctree.binary("<", end, size), end, size)
    count = ctree.binary("-", ctree.name("pack_end"), ctree.name("pack_x"))
    whole = ctree.binary("==", count, ctree.name(PACK))
    if of_vectors:
        rest = ctree.binary("%", ctree.name(PACK), ctree.name(WIDTH))
        whole = ctree.binary("&&", whole, ctree.binary("==", rest, ctree.number(0)))
    return [ctree.constant("pack_end", least), ctree.variable("whole", whole)]


def _lanes(body: Sequence[Tree], independent: bool = True) -> Iterator[Tree]:
    """`body` for each work-item of a pack."""
    used = names_in(body)
    inner = list(body)
    if "item" in used:
        inner.insert(0, item_number("local_x"))
    if "local_x" in used or "item" in used:
        local = ctree.binary("+", ctree.name("pack_x"), ctree.name(LANE))
        inner.insert(0, ctree.constant("local_x", local))
    yield from hint(independent, LANES)
    yield ctree.counted(LANE, ctree.name(PACK), inner)


def _ends_of_pack(body: Sequence[Tree]) -> Iterator[Tree]:
    """`body` for the first and the last work-item of a pack."""
    last = ctree.binary("-", ctree.name("pack_end"), ctree.number(1))
    local = c_ast.TernaryOp(ctree.name("end"), last, ctree.name("pack_x"))
    number = [item_number("local_x")] if "item" in names_in(body) else []
    inner = [ctree.constant("local_x", local), *number, *body]
    yield ctree.counted("end", ctree.number(2), inner)
