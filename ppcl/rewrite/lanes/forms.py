"""Statements of a pack's work-items, as those on vectors of them."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from ppcl.analysis.workgroup.regions import GroupIf, GroupLoop, ParallelRegion, Part, Parts
from ppcl.analysis.workgroup.uniformity import ANY
from ppcl.analysis.workgroup.work_items import constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.types import AddressSpace, ArrayType, VectorType
from ppcl.rewrite.lanes.by_lane import Copies, check, loop, names_of, together
from ppcl.rewrite.lanes.operations import LANE, MASK, SELECT, SOME, SPLAT
from ppcl.rewrite.lanes.row import Row
from ppcl.rewrite.lanes.short import is_short
from ppcl.rewrite.lanes.types import INT, NoLanes, array_of_lanes, held, is_narrow, lanes_of, wider
from ppcl.rewrite.lanes.values import Values, as_lanes, fitted
from ppcl.rewrite.masks import is_mask
from ppcl.rewrite.rebuild import as_assignment

_DEEPEST = 24
_LONGEST = 64  # elements of an array that begins with zeros
_COMPOUND = ("+", "-", "*", "&", "|", "^")


@dataclass(frozen=True)
class Lanes:
    """Makes the form of a pack's regions, whose expressions `values` are for.

    `by_lane` are the statements that have no form for vectors, `reasons` why, `masks` the
    declarations that were made; `repeated` are the variables, by key, that others declare for each
    region. Of a branch: `within` are the variables, by key, that are declared in it, and need not
    keep what they have for work-items elsewhere; `depth` says in how many branches it stands."""

    values: Values
    within: set[str] | None = None
    masks: list[Declaration] = field(default_factory=list)
    depth: int = 0
    by_lane: list[st.Statement] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    repeated: Set[str] = frozenset()
    _variables: dict[str, st.Variable] = field(default_factory=dict)

    @property
    def row(self) -> Row:
        """What is known along a row."""
        return self.values.row

    def parts(self, parts: Parts) -> Parts:
        """Parts whose regions are for a vector of work-items. Raises NoLanes."""
        return tuple(map(self._part, parts))

    def _part(self, part: Part) -> Part:
        match part:
            case ParallelRegion(statements=statements):
                made = self._all(statements)
                return ParallelRegion(tuple(one for each in made for one in _apart(each)))
            case GroupIf(statement=statement, then=then, otherwise=otherwise):
                asked = replace(statement, condition=self._asked(statement.condition))
                parts = (self.parts(then), self.parts(otherwise))
                return replace(part, statement=asked, then=parts[0], otherwise=parts[1])
            case GroupLoop(statement=statement, init=init, body=body, step=step):
                if statement.condition is not None:
                    statement = replace(statement, condition=self._asked(statement.condition))
                rounds = (self.parts(init), self.parts(body), self.parts(step))
                return GroupLoop(statement, *rounds)
            case _:
                return part

    def _asked(self, condition: ex.Expression) -> ex.Expression:
        """What a row goes on for: the same for all its work-items, or a mask of any."""
        match condition:
            case ex.Call(callee=callee, arguments=(ex.NameRef() as mask,)) if callee == ANY:
                if not self._is_vector(mask.declaration, mask):
                    return self.values.same(mask)
                going = self.values.both(self.values.held(mask))
                return replace(condition, callee=SOME, arguments=(going,))
            case _:
                return self.values.same(condition)

    def _all(self, statements: Sequence[st.Statement]) -> Iterator[st.Statement]:
        """Statements one after another. What has no room in lanes is a work-item's own, in the
        statements from its declaration to the last that names it."""
        index = 0
        while index < len(statements):
            before, node = len(self.by_lane), statements[index]
            try:
                yield self._statement(node)
                index += 1
            except NoLanes:
                del self.by_lane[before:]
                end, declared = together(statements, index)
                elsewhere = self.row.kept | self.row.outer | self.repeated
                group = st.Block(node.at, tuple(statements[index:end]))
                inside = self.row.names_in(group)
                if not declared or declared & elsewhere:
                    raise
                if any(inside[key] < self.row.names[key] for key in declared):
                    raise
                yield self._by_lane(group)
                index = end

    def _statement(self, node: st.Statement) -> st.Statement:
        before = len(self.by_lane)
        try:
            return self._in_lanes(node)
        except NoLanes as problem:
            del self.by_lane[before:]
            self.reasons.append(str(problem))
            if isinstance(node, st.Declare):
                for variable in node.variables:
                    self._variables.pop(variable.declaration.key, None)
                return self._declared_by_lane(node)
            return self._by_lane(node)

    def _by_lane(
        self, node: st.Statement, more: Mapping[str, ex.NameRef] | None = None
    ) -> st.Statement:
        """A statement that runs for one work-item after another."""
        check(node, self.row.known.functions)
        mark = str(len(self.masks))
        lane = self._made(node, LANE)
        vectors = {
            use.declaration.key: self.values.held(use)
            for use in names_of(node)
            if use.declaration.key not in self.row.arrays and self._is_vector(use.declaration, use)
        }
        copies = Copies(self.row, lane, mark, vectors | dict(more or {}))
        body: st.Statement = copies.of(node)
        self.masks.extend(variable.declaration for variable in copies.copies.values())
        self.by_lane.append(node)
        mask = self.values.mask
        if mask is None or isinstance(mask, ex.NameRef):
            return loop(body, lane, mask)
        use, declared = self._mask_of(node, "where", mask)
        return st.Block(node.at, (declared, loop(body, lane, use)))

    def _made(self, node: st.Statement, name: str) -> ex.NameRef:
        declaration = Declaration(name, f"#lanes {name}{len(self.masks)}")
        self.masks.append(declaration)
        return ex.NameRef(node.at, INT, declaration, "variable")

    def _declared_by_lane(self, node: st.Declare) -> st.Statement:
        """Variables whose first values have no form for vectors."""
        found: list[st.Statement] = []
        for variable in node.variables:
            use = ex.NameRef(node.at, variable.type, variable.declaration, "variable")
            is_vector = variable.init is not None and self._is_vector(variable.declaration, use)
            stays = use.declaration.key in self.row.arrays | self.repeated
            if not is_vector or variable.init is None or stays:
                found.append(self._in_lanes(replace(node, variables=(variable,))))
                continue
            bare = replace(variable, init=None, const=False)
            found.append(self._in_lanes(replace(node, variables=(bare,))))
            first = ex.Assign(node.at, use.type, "=", use, variable.init)
            found.append(self._statement(st.Evaluate(node.at, first)))
        return st.Block(node.at, tuple(found), scope=False)

    def _in_lanes(self, node: st.Statement) -> st.Statement:
        match node:
            case st.Declare(variables=variables):
                if any(v.declaration.key in self.row.outer for v in variables):
                    return self._kept(node)
                return replace(node, variables=tuple(map(self.variable, variables)))
            case st.Evaluate(expression=ex.Assign() as assign):
                return replace(node, expression=self._assign(assign))
            case st.Evaluate(expression=ex.Unary(op="++x" | "--x" | "x++" | "x--") as step):
                return replace(node, expression=self._assign(as_assignment(step)))
            case st.Block():
                return replace(node, body=tuple(self._all(node.body)))
            case st.If(condition=condition) if not self.row.is_alike(condition):
                return self._divided(node)
            case st.If(condition=condition, then=then, otherwise=otherwise):
                other = self._statement(otherwise) if otherwise is not None else None
                same = self.values.same(condition)
                return replace(node, condition=same, then=self._statement(then), otherwise=other)
            case st.Empty():
                return node
            case _:
                raise NoLanes(f"a statement of the kind {type(node).__name__}")

    def _kept(self, node: st.Declare) -> st.Statement:
        """Declarations, of which some outlive the pack: these are set."""
        found: list[st.Statement] = []
        for variable in node.variables:
            if variable.declaration.key not in self.row.outer:
                found.append(replace(node, variables=(self.variable(variable),)))
            elif variable.init is not None:
                use = ex.NameRef(node.at, variable.type, variable.declaration, "variable")
                first = ex.Assign(node.at, variable.type, "=", use, variable.init)
                found.append(st.Evaluate(node.at, self._assign(first)))
        return st.Block(node.at, tuple(found), scope=False)

    def carried(
        self, parts: Parts, loaded: Sequence[ex.NameRef], stored: Sequence[ex.NameRef]
    ) -> Parts:
        """Parts that begin with the values of some variables that outlive the pack, and leave the
        values of some. Raises NoLanes."""
        values = self.values
        first = tuple(_set(values.held(use), values.places.loaded(use)) for use in loaded)
        last = tuple(st.Evaluate(u.at, values.places.stored(u, values.held(u))) for u in stored)
        return (*_regions(first), *parts, *_regions(last))

    def _divided(self, node: st.If) -> st.Statement:
        """A branch that only some work-items take: each side has a mask."""
        try:
            taken = self.values.condition(node.condition)
        except NoLanes:
            return self._asked_by_lane(node)
        if node.otherwise is None:
            free = self._unasked(node.condition)
            return st.Block(node.at, (self._side(node.then, "taken", taken, free),))
        # What the first side sets, the condition may ask for.
        first, declared = self._mask_of(node, "where", taken)
        untaken = ex.Unary(node.at, MASK, "~", first)
        sides = (
            self._side(node.then, "taken", first),
            self._side(node.otherwise, "untaken", untaken),
        )
        return st.Block(node.at, (declared, *sides))

    def _asked_by_lane(self, node: st.If) -> st.Statement:
        """A branch whose condition is asked of one work-item after another."""
        at, asked = node.at, self._made(node, "asked")
        vector = replace(asked, type=MASK)
        zero = ex.Call(at, MASK, SPLAT, None, (ex.IntLiteral(at, INT, 0),))
        declared = st.Variable(at, asked.declaration, MASK, zero, "auto")
        truth = ex.Unary(at, INT, "!", ex.Unary(at, INT, "!", node.condition))
        mask = ex.Unary(at, INT, "-", truth)
        setting = st.Evaluate(at, ex.Assign(at, INT, "=", asked, mask))
        first = self._by_lane(setting, {asked.declaration.key: vector})
        sides = [self._side(node.then, "taken", vector)]
        if node.otherwise is not None:
            sides.append(self._side(node.otherwise, "untaken", ex.Unary(at, MASK, "~", vector)))
        return st.Block(at, (st.Declare(at, (declared,)), first, *sides))

    def _unasked(self, condition: ex.Expression) -> Set[str]:
        """What those that have left a loop need not keep, where its mask is the condition."""
        if not isinstance(condition, ex.NameRef) or not is_mask(condition.declaration):
            return frozenset()
        return self.row.unasked.get(condition.declaration.key, frozenset())

    def _side(
        self,
        node: st.Statement,
        name: str,
        condition: ex.Expression,
        free: Set[str] = frozenset(),
    ) -> st.Statement:
        if self.depth == _DEEPEST:
            raise NoLanes(f"branches in {_DEEPEST} others")
        mask, declared = self._mask_of(node, name, self.values.both(condition))
        values = replace(self.values, mask=mask, reads=True)
        inner = replace(self, values=values, within=set(free), depth=self.depth + 1)
        body = inner._statement(node)
        block = body if isinstance(body, st.Block) else st.Block(node.at, (body,))
        some = ex.Call(node.at, INT, SOME, None, (mask,))
        asked = block if is_short(node) else st.If(node.at, some, block, None)
        return st.Block(node.at, (declared, asked))

    def _mask_of(
        self, node: st.Statement, name: str, value: ex.Expression
    ) -> tuple[ex.NameRef, st.Declare]:
        declaration = Declaration(name, f"#lanes {name}{len(self.masks)}")
        self.masks.append(declaration)
        variable = st.Variable(node.at, declaration, MASK, value, "auto", const=True)
        return ex.NameRef(node.at, MASK, declaration, "variable"), st.Declare(node.at, (variable,))

    def variable(self, variable: st.Variable) -> st.Variable:
        """A variable for a vector of work-items, always the same one. Raises NoLanes."""
        key = variable.declaration.key
        if self.within is not None:
            self.within.add(key)
        if key not in self._variables:
            self._variables[key] = self._declared(variable)
        return self._variables[key]

    def _declared(self, variable: st.Variable) -> st.Variable:
        if variable.space is AddressSpace.LOCAL:
            return variable
        if variable.space is not AddressSpace.PRIVATE or variable.storage != "auto":
            raise NoLanes(f"the memory of '{variable.declaration.name}'")
        init = variable.init
        if variable.declaration.key in self.row.arrays:
            return self._array(variable)
        if not self._is_vector(variable.declaration, variable):
            return variable if init is None else replace(variable, init=self.values.number(init))
        # Where a mask leaves out what sets it, compilers take what it had for anything at all.
        first = init or ex.IntLiteral(variable.at, INT, 0)
        value = self.values.converted(variable.type, first)
        return replace(variable, type=lanes_of(variable.type), init=value)

    def _array(self, variable: st.Variable) -> st.Variable:
        type_, init, own = array_of_lanes(variable.type), variable.init, variable.type
        inner = own.element if isinstance(own, ArrayType) else own
        length = own.length or 0 if isinstance(own, ArrayType) else 0
        if init is None and (held(inner) is None or length > _LONGEST):
            return replace(variable, type=type_)
        at, given = variable.at, init.elements if isinstance(init, ex.InitList) else ()
        if (init is not None and not given) or held(inner) is None:
            raise NoLanes("an array that begins with no list of numbers")
        all_ = (*given, *[None] * (length - len(given)))
        zero = ex.IntLiteral(at, INT, 0)
        elements = tuple(self.values.converted(inner, each or zero) for each in all_)
        return replace(variable, type=type_, init=ex.InitList(at, type_, elements))

    def _is_vector(self, declaration: Declaration, node: st.Variable | ex.NameRef) -> bool:
        """Whether a variable has a lane for each work-item."""
        use = ex.NameRef(node.at, node.type, declaration, "variable")
        return declaration.key in self.row.vectors or not self.row.is_number(use)

    def _assign(self, node: ex.Assign) -> ex.Expression:
        target, op = node.target, node.op.removesuffix("=")
        if isinstance(target, ex.NameRef):
            return self._assign_variable(node, target, op)
        if isinstance(target, ex.Index) and self.row.array_of(target) is not None:
            return self._assign_own(node, target, op)
        if isinstance(target.type, VectorType):
            value = ex.Binary(node.at, target.type, op, target, node.value) if op else node.value
            return self.values.places.put(target, value)
        if isinstance(target, ex.Swizzle):
            value = self._new_value(node, self.values.vector(target) if op else target, op)
            return self.values.places.changed(target, value)
        value = self._new_value(node, self.values.places.loaded(target) if op else target, op)
        return self.values.places.stored(target, value)

    def _assign_own(self, node: ex.Assign, target: ex.Index, op: str) -> ex.Expression:
        old = self.values.places.own(target)
        value = self._new_value(node, old, op)
        if not self.row.is_alike(target.index):
            return self.values.places.kept(target, value)
        if self._is_elsewhere(self.row.array_of(target)):
            value = self._where_there(value, old)
        return ex.Assign(node.at, old.type, "=", old, value)

    def _is_elsewhere(self, key: str | None) -> bool:
        """Whether a variable keeps what it has for work-items that are not there."""
        is_outer = self.within is not None and key not in self.within
        return is_outer and self.values.mask is not None

    def _where_there(self, value: ex.Expression, old: ex.Expression) -> ex.Expression:
        arguments = (self.values.mask or value, value, old)
        return ex.Call(value.at, value.type, SELECT, None, arguments)

    def _new_value(self, node: ex.Assign, old: ex.Expression, op: str) -> ex.Expression:
        """What an assignment sets: the value, or what is computed from it and the old one."""
        own = node.target.type
        if not op:
            return self.values.converted(own, node.value)
        wide = lanes_of(wider(own, node.value.type, op))
        value = self.values.computed(node, wide, op, as_lanes(old, wide), node.value)
        return fitted(value, own, wide.element)

    def _assign_variable(self, node: ex.Assign, target: ex.NameRef, op: str) -> ex.Expression:
        if not self._is_vector(target.declaration, target):
            return replace(node, value=self.values.same(node.value))
        type_ = lanes_of(target.type)
        place = self.values.held(target)
        if is_mask(target.declaration):
            return self._assign_mask(node, place)
        value = self._new_value(node, place, op)
        if self._is_elsewhere(target.declaration.key):
            value = self._where_there(value, place)
        elif op in _COMPOUND and isinstance(value, ex.Binary) and not is_narrow(target.type):
            return ex.Assign(node.at, type_, node.op, place, value.right)
        return ex.Assign(node.at, type_, "=", place, value)

    def _assign_mask(self, node: ex.Assign, place: ex.NameRef) -> ex.Expression:
        """A mask of a loop or branch: all bits of a lane are set, or none."""
        number = constant(node.value)
        if number is None:
            value = self.values.condition(node.value)
        else:
            all_bits = ex.IntLiteral(node.at, INT, -number)
            value = ex.Call(node.at, MASK, SPLAT, None, (all_bits,))
        key = place.declaration.key
        if self.values.mask is not None and self._is_elsewhere(key):
            if number == 0:
                left = ex.Unary(node.at, MASK, "~", self.values.mask)
                return ex.Assign(node.at, MASK, "&=", place, left)
            value = self._where_there(value, place)
        return ex.Assign(node.at, MASK, "=", place, value)


def _set(target: ex.NameRef, value: ex.Expression) -> st.Statement:
    return st.Evaluate(target.at, ex.Assign(target.at, target.type, "=", target, value))


def _regions(statements: Sequence[st.Statement]) -> Parts:
    return (ParallelRegion(tuple(statements)),) if statements else ()


def _apart(node: st.Statement) -> tuple[st.Statement, ...]:
    """The statements that stand in the place of one."""
    return node.body if isinstance(node, st.Block) and not node.scope else (node,)
