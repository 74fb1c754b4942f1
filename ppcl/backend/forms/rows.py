"""Prints packs of work-items as vectors of the machine's registers (`ppcl.rewrite.lanes`).

A whole pack is some vectors, whose regions are loops over them. Where not all of its work-items are
there, or get past the guards, each of its vectors has a mask, `present`.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace

from pycparser import c_ast

from ppcl.analysis.workgroup.contexts import Contexts
from ppcl.analysis.workgroup.regions import Parts
from ppcl.analysis.workgroup.uniformity import (
    Uniformity,
    changed_or_addressed,
    uniformity_within,
)
from ppcl.backend.builtins import has_row
from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.backend.c.names import LANE, PACK, VECTOR, Names, names_written
from ppcl.backend.c.printer import names_in
from ppcl.backend.forms.group import GroupForm, item_number
from ppcl.backend.forms.worth import is_worth_lanes
from ppcl.backend.lowering.statements import Statements
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import descendants, named
from ppcl.rewrite.lanes import Lanes, NoLanes, Row, Values
from ppcl.rewrite.lanes.operations import MASK
from ppcl.rewrite.packs import Pack

# How many work-items a vector has, and how many vectors so many work-items, macros of ppcl_lanes.h.
WIDTH = "PPCL_WIDTH"
VECTORS = "PPCL_VECTORS_OF"
_MOST = "PPCL_PACK"
# The fewest work-items that fill a vector of any machine.
SHORTEST = 4
_PRESENT = Declaration("present", "#present")
# The first work-item of a vector where a pack runs one after another.
VECTOR_X = "vector_x"
_FROM = ctree.name(VECTOR_X)


@dataclass(frozen=True)
class RowPack:
    """What a whole pack runs, and what one runs of which some work-items are not there."""

    together: list[Tree]
    rim: list[Tree]


@dataclass(frozen=True)
class _Made:
    """A pack's regions for vectors, and where their variables are kept; the guards as masks, None
    where they have no such form, with the variables that they are computed from; the masks of
    branches."""

    parts: Parts
    kept: Contexts
    guards: tuple[ex.Expression, ...] | None
    before: tuple[st.Variable, ...]
    masks: tuple[Declaration, ...]


@dataclass(frozen=True)
class Rows:
    """Prints packs. `items` and `group` lower as for `GroupForm`; `known` is of rows along the
    first dimension; `of_items` are the variables that each work-item of the group has, by key and
    array."""

    items: Statements
    group: Statements
    known: Uniformity
    of_items: tuple[tuple[str, str], ...]

    def of(self, pack: Pack) -> RowPack | str:
        """A pack's forms; where it has none, what has no vectors."""
        mask = ex.NameRef(pack.body.at, MASK, _PRESENT, "variable")
        try:
            whole, masked = self._made(pack, None), self._made(pack, mask)
        except NoLanes as problem:
            return str(problem)
        # The pack may have variables that the kernel has not: those of masks.
        self.items.expressions.names.written |= names_written(pack.body)
        return RowPack(self._together(whole), self._rim(pack, masked))

    def _made(self, pack: Pack, mask: ex.NameRef | None) -> _Made:
        alike = self._alike(pack)
        varying = [v for v in pack.kept.of_items if v not in alike]
        outer = {key for key, _ in self.of_items}
        own = {v.declaration.key for v in varying}
        kept = pack.kept
        anew = (*kept.derived, *kept.constants, *kept.counters, *pack.leading)
        repeated = {v.declaration.key for v in anew}
        values = Values(Row(pack.body, self.known, own, outer), has_row, mask)
        lanes = Lanes(values, repeated=repeated)
        parts = lanes.parts(pack.parts)
        if not is_worth_lanes(pack.body, lanes.by_lane, self.known.functions):
            why = next(iter(lanes.reasons), "")
            raise NoLanes(f"more would run by lane than in vectors, for {why}")
        loaded, stored = _carried(pack, outer)
        parts = lanes.carried(parts, loaded, stored)
        derived = tuple(map(lanes.variable, pack.kept.derived))
        held = {use.declaration.key: use for use in map(lanes.values.held, (*loaded, *stored))}
        of_items = (*map(lanes.variable, varying), *map(_variable, held.values()))
        counters = (*pack.kept.counters, *alike)
        kept = replace(pack.kept, derived=derived, of_items=of_items, counters=counters)
        before = needed(pack.leading, [condition for condition, _ in pack.guards])
        guards = _masks(lanes, pack.guards, before)
        if guards is not None:
            before = list(map(lanes.variable, before))
        return _Made(parts, kept, guards, tuple(before), tuple(lanes.masks))

    def _alike(self, pack: Pack) -> list[st.Variable]:
        """The variables that outlive a region, and that are set once to what is the same along a
        row: a pack has one of each."""
        within = uniformity_within(pack.body, self.known)
        found = {
            v.declaration.key: v
            for v in pack.kept.of_items
            if v.declaration.key in within.once
            and within.is_uniform(ex.NameRef(v.at, v.type, v.declaration, "variable"))
        }
        kept, outer = {v.declaration.key for v in pack.kept.of_items}, dict(self.of_items).keys()
        while (
            of_vectors := found.keys()
            & Row(pack.body, self.known, kept - found.keys(), outer).vectors
        ):
            for key in of_vectors:
                del found[key]
        return list(found.values())

    def _together(self, made: _Made) -> list[Tree]:
        """A whole pack: regions are loops over its vectors."""

        def vectors(variable: st.Variable, lane: Names, first: Names) -> Tree:
            name = self.items.expressions.names.unique(variable.declaration.name)
            place = ctree.element(ctree.name(name), ctree.name(VECTOR))
            all_ = ctree.binary("/", ctree.name(PACK), ctree.name(WIDTH))
            joined = (
                ctree.call("ppcl_joined_ints", ctree.name(name), all_)
                if variable.type == MASK
                else ctree.element(ctree.name(name), ctree.number(0))  # as all of them are
            )
            lane.places[variable.declaration.key] = lambda: place
            first.places[variable.declaration.key] = lambda: joined
            inner = self.items.expressions.types.declare(name, variable.type).type
            count = ctree.call(VECTORS, ctree.name(_MOST))
            array = c_ast.ArrayDecl(inner, count, [])
            return c_ast.Decl(name, [], [], [], [], array, None, None)

        return self._printed(made, vectors, _vectors_of)

    def _rim(self, pack: Pack, made: _Made) -> list[Tree]:
        """A pack of which some work-items are not there: one vector after another, with a mask."""
        present = self.items.expressions.names.fresh(_PRESENT.name)

        def one(variable: st.Variable, lane: Names, first: Names) -> Tree:
            name = self.items.expressions.names.unique(variable.declaration.name)
            for names in (lane, first):
                names.places[variable.declaration.key] = lambda: ctree.name(name)
            return self.items.expressions.types.declare(name, variable.type)

        body = self._printed(made, one, _one_vector, present)
        asked = self._presence(pack, made, present)
        found = c_ast.If(ctree.call("ppcl_some_ints", ctree.name(present)), ctree.block(body), None)
        inner = [*asked, found]
        start = c_ast.DeclList([ctree.variable(VECTOR_X, ctree.name("pack_x"))])
        end = ctree.binary("<", ctree.name(VECTOR_X), ctree.name("pack_end"))
        onward = ctree.assign(ctree.name(VECTOR_X), ctree.name(WIDTH), "+=")
        return [c_ast.For(start, end, onward, ctree.block(inner))]

    def _presence(self, pack: Pack, made: _Made, present: str) -> list[Tree]:
        """Asks which work-items of a vector are there, and get past the guards."""
        guards = made.guards
        declared = [tree for variable in made.before for tree in self.items.declared(variable)]
        declare = self.items.expressions.types.declare
        if guards is None:
            zero = ctree.call("ppcl_splat_ints", ctree.number(0))
            return [declare(present, MASK, zero), self._by_lane(pack, declared, present)]
        value = ctree.call("ppcl_first_ints", ctree.binary("-", ctree.name("pack_end"), _FROM))
        if not guards:
            return [declare(present, MASK, value)]
        for guard in guards:
            value = ctree.binary("&", value, self.items.expressions.lower(guard))
        asked = _from(_FROM, [*declared, ctree.assign(ctree.name(present), value)])
        return [declare(present, MASK), ctree.block(asked)]

    def _by_lane(self, pack: Pack, declared: Sequence[Tree], present: str) -> Tree:
        """Asks each work-item of a vector."""
        local = ctree.binary("+", _FROM, ctree.name(LANE))
        value = ctree.binary("<", ctree.name("local_x"), ctree.name("pack_end"))
        for condition, holds in pack.guards:
            holds_for_it = ctree.truth(self.items.expressions.lower(condition), holds)
            value = ctree.binary("&&", value, holds_for_it)
        place = ctree.element(ctree.name(present), ctree.name(LANE))
        asked = [*declared, ctree.assign(place, ctree.unary("-", value))]
        return ctree.counted(LANE, ctree.name(WIDTH), _from(local, asked))

    def _printed(
        self,
        made: _Made,
        declare: Callable[[st.Variable, Names, Names], Tree],
        loops: Callable[[Sequence[st.Statement], list[Tree]], Tree],
        present: str | None = None,
    ) -> list[Tree]:
        """The regions, with the declarations of what outlives one."""
        names, whole = self.items.expressions.names, self.group.expressions.names
        lane = replace(names, places=dict(names.places), spelled=dict(names.spelled))
        first = replace(whole, places=dict(whole.places), spelled=dict(whole.spelled))
        if present is not None:
            lane.spelled[_PRESENT.key] = first.spelled[_PRESENT.key] = present
        for mask in made.masks:
            lane.spelled[mask.key] = LANE if mask.name == LANE else names.fresh(mask.name)
        declared = [declare(v, lane, first) for v in made.kept.of_items]
        declared += [single(v, self.items, (lane, first)) for v in made.kept.counters]
        before = self.items.declared_before | spell(made.kept.constants, (lane, first))
        items = replace(_with(self.items, lane), declared_before=before)
        group = replace(_with(self.group, first), declared_before=self.items.declared_before)
        return [*declared, *GroupForm(items, group, made.kept, loops).lower(made.parts)]


def _carried(pack: Pack, outer: Set[str]) -> tuple[Sequence[ex.NameRef], Sequence[ex.NameRef]]:
    """The variables that outlive a pack, as its body names them: those that come from elsewhere,
    and those that it sets."""
    nodes = list(descendants(pack.body))
    declared = [n for n in nodes if isinstance(n, st.Variable) and n.declaration.key in outer]
    uses = {n.declaration.key: n for n in nodes if isinstance(n, ex.NameRef)}
    for own in declared:
        use = ex.NameRef(own.at, own.type, own.declaration, "variable")
        uses.setdefault(own.declaration.key, use)
    set_ = changed_or_addressed(pack.body) | {v.declaration.key for v in declared if v.init}
    keys = [key for key in uses if key in outer]
    elsewhere = outer - {v.declaration.key for v in declared}
    loaded = [uses[key] for key in keys if key in elsewhere]
    return loaded, [uses[key] for key in keys if key in set_]


def _variable(use: ex.NameRef) -> st.Variable:
    return st.Variable(use.at, use.declaration, use.type, None, "auto")


def _masks(
    lanes: Lanes, guards: Sequence[tuple[ex.Expression, bool]], before: Sequence[st.Variable]
) -> tuple[ex.Expression, ...] | None:
    """Guards, each with whether it is to hold, as masks; None where they, or the variables that
    stand before them, have no such form, or read memory."""
    used = {key for condition, _ in guards for key in named(condition)}
    if used & (lanes.row.kept | lanes.row.outer):
        return None
    try:
        for variable in before:
            lanes.variable(variable)
        masks = [(lanes.values.condition(condition), holds) for condition, holds in guards]
    except NoLanes:
        return None
    return tuple(m if holds else ex.Unary(m.at, m.type, "~", m) for m, holds in masks)


def spell(constants: Sequence[st.Variable], all_names: Sequence[Names]) -> frozenset[str]:
    """Names a pack's constants; their keys."""
    for variable in constants:
        chosen = all_names[0].unique(variable.declaration.name)
        for names in all_names:
            names.spelled[variable.declaration.key] = chosen
    return frozenset(v.declaration.key for v in constants)


def single(variable: st.Variable, items: Statements, all_names: Sequence[Names]) -> Tree:
    """The declaration of a variable that a pack has one of."""
    name = items.expressions.names.unique(variable.declaration.name)
    for names in all_names:
        names.places[variable.declaration.key] = lambda: ctree.name(name)
    return items.expressions.types.declare(name, variable.type)


def needed(leading: Sequence[st.Variable], guards: Sequence[ex.Expression]) -> list[st.Variable]:
    """The leading variables that guards are computed from."""
    used = {key for guard in guards for key in named(guard)}
    found: list[st.Variable] = []
    for variable in reversed(leading):
        if variable.declaration.key in used and variable.init is not None:
            found.insert(0, variable)
            used |= set(named(variable.init))
    return found


def _with(statements: Statements, names: Names) -> Statements:
    return replace(statements, expressions=replace(statements.expressions, names=names))


def _vectors_of(_: Sequence[st.Statement], body: Sequence[Tree]) -> Tree:
    """`body` for each vector of a pack."""
    start = ctree.binary("*", ctree.name(VECTOR), ctree.name(WIDTH))
    inner = _from(ctree.binary("+", ctree.name("pack_x"), start), body)
    count = ctree.binary("/", ctree.name(PACK), ctree.name(WIDTH))
    return ctree.counted(VECTOR, count, inner)


def _one_vector(_: Sequence[st.Statement], body: Sequence[Tree]) -> Tree:
    """`body` for one vector."""
    return ctree.block(_from(ctree.name(VECTOR_X), body))


def _from(first: Tree, body: Sequence[Tree]) -> list[Tree]:
    """`body` with the id of a vector's first work-item, where it is used."""
    used = names_in(body)
    number = [item_number("local_x")] if "item" in used else []
    local = [ctree.constant("local_x", first)] if used & {"local_x", "item"} else []
    return [*local, *number, *body]
