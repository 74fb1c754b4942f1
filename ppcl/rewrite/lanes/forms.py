"""Statements and expressions of a pack's work-items, as those on vectors of them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ppcl.analysis.workgroup.regions import GroupIf, GroupLoop, ParallelRegion, Part, Parts
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import descendants
from ppcl.ir.types import (
    ROW_LANES,
    AddressSpace,
    FloatType,
    IntType,
    PointerType,
    Type,
    VectorType,
    VoidType,
)
from ppcl.rewrite.lanes.operations import (
    SPLAT,
    SOME,
    CONVERT,
    GATHER,
    GATHER_WHERE,
    LOAD,
    LOAD_WHERE,
    MASK,
    NUMBERS,
    SELECT,
    STORE,
    STORE_WHERE,
)
from ppcl.rewrite.lanes.row import Row

_BITS = 32
_INT = IntType("int", _BITS, True)
_COMPARED = ("<", ">", "<=", ">=", "==", "!=")
_COMPUTED = ("+", "-", "*")
_OF_FLOATS = (*_COMPUTED, "/")
_OF_INTEGERS = (*_COMPUTED, "&", "|", "^")


class NoLanes(Exception):
    """Statements that have no form with lanes; the message says what has none."""


@dataclass(frozen=True)
class Lanes:
    """Makes the form of a pack's regions. `mask` says which work-items of a vector are there, None:
    all. `has_lanes` knows the builtin functions that there are of vectors, too.

    Of a branch: `within` are the variables, by key, that are declared in it, and need not keep what
    they have for work-items elsewhere. `reads` is false where no work-item may come: numbers read
    no memory there. `masks` are the declarations that were made."""

    row: Row
    has_lanes: Callable[[ex.Call], bool]
    mask: ex.Expression | None = None
    within: set[str] | None = None
    reads: bool = True
    masks: list[Declaration] = field(default_factory=list)
    _variables: dict[str, st.Variable] = field(default_factory=dict)

    def parts(self, parts: Parts) -> Parts:
        """Parts whose regions are for a vector of work-items. Raises NoLanes."""
        return tuple(map(self._part, parts))

    def _part(self, part: Part) -> Part:
        match part:
            case ParallelRegion(statements=statements):
                return ParallelRegion(tuple(map(self._statement, statements)))
            case GroupIf(statement=statement, then=then, otherwise=otherwise):
                self._same(statement.condition)
                return replace(part, then=self.parts(then), otherwise=self.parts(otherwise))
            case GroupLoop(statement=statement, init=init, body=body, step=step):
                if statement.condition is not None:
                    self._same(statement.condition)
                parts = (self.parts(init), self.parts(body), self.parts(step))
                return replace(part, init=parts[0], body=parts[1], step=parts[2])
            case _:
                return part

    def _statement(self, node: st.Statement) -> st.Statement:
        match node:
            case st.Declare(variables=variables):
                if any(v.declaration.key in self.row.outer for v in variables):
                    return self._kept(node)
                return replace(node, variables=tuple(map(self.variable, variables)))
            case st.Evaluate(expression=ex.Assign() as assign):
                return replace(node, expression=self._assign(assign))
            case st.Evaluate(expression=ex.Unary(op="++x" | "--x" | "x++" | "x--") as step):
                return replace(node, expression=self._assign(_as_assignment(step)))
            case st.Block():
                return replace(node, body=tuple(map(self._statement, node.body)))
            case st.If(condition=condition) if not self.row.known.is_uniform(condition):
                return self._divided(node)
            case st.If(condition=condition, then=then, otherwise=otherwise):
                other = self._statement(otherwise) if otherwise is not None else None
                same = self._same(condition)
                return replace(node, condition=same, then=self._statement(then), otherwise=other)
            case st.Empty():
                return node
            case _:
                raise NoLanes(f"a statement of the kind {type(node).__name__}")

    def _kept(self, node: st.Declare) -> st.Statement:
        """Declarations, of which some are kept in memory: their first values are stored."""
        found: list[st.Statement] = []
        for variable in node.variables:
            if variable.declaration.key not in self.row.outer:
                found.append(replace(node, variables=(self.variable(variable),)))
            elif variable.init is not None:
                use = ex.NameRef(node.at, variable.type, variable.declaration, "variable")
                first = ex.Assign(node.at, variable.type, "=", use, variable.init)
                found.append(st.Evaluate(node.at, self._assign(first)))
        return st.Block(node.at, tuple(found), scope=False)

    def _divided(self, node: st.If) -> st.Statement:
        """A branch that only some work-items take: each side has a mask."""
        taken = self.condition(node.condition)
        sides = [self._side(node.then, "taken", taken)]
        if node.otherwise is not None:
            # What the first side sets, the condition may ask for.
            first, declared = self._mask_of(node, "where", taken)
            untaken = ex.Unary(node.at, MASK, "~", first)
            sides = [declared, self._side(node.then, "taken", first)]
            sides.append(self._side(node.otherwise, "untaken", untaken))
        return st.Block(node.at, tuple(sides))

    def _side(self, node: st.Statement, name: str, condition: ex.Expression) -> st.Statement:
        mask, declared = self._mask_of(node, name, self._and(condition))
        inner = replace(self, mask=mask, within=set(), reads=True)
        body = inner._statement(node)
        block = body if isinstance(body, st.Block) else st.Block(node.at, (body,))
        some = ex.Call(node.at, _INT, SOME, None, (mask,))
        return st.Block(node.at, (declared, st.If(node.at, some, block, None)))

    def _mask_of(
        self, node: st.Statement, name: str, value: ex.Expression
    ) -> tuple[ex.NameRef, st.Declare]:
        declaration = Declaration(name, f"#{name}{len(self.masks)}")
        self.masks.append(declaration)
        variable = st.Variable(node.at, declaration, MASK, value, "auto", const=True)
        return ex.NameRef(node.at, MASK, declaration, "variable"), st.Declare(node.at, (variable,))

    def _and(self, condition: ex.Expression) -> ex.Expression:
        """A condition, of those that are there."""
        if self.mask is None:
            return condition
        return ex.Binary(condition.at, MASK, "&", self.mask, condition)

    def _under(self, condition: ex.Expression) -> "Lanes":
        """What is computed for work-items that a condition holds for, if there are any."""
        return replace(self, mask=self._and(condition), reads=False)

    def variable(self, variable: st.Variable) -> st.Variable:
        """A variable for a vector of work-items, always the same one. Raises NoLanes."""
        key = variable.declaration.key
        if self.within is not None:
            self.within.add(key)
        if key not in self._variables:
            self._variables[key] = self._declared(variable)
        return self._variables[key]

    def _declared(self, variable: st.Variable) -> st.Variable:
        if variable.space is not AddressSpace.PRIVATE or variable.storage != "auto":
            raise NoLanes(f"the memory of '{variable.declaration.name}'")
        init = variable.init
        if not self._is_vector(variable.declaration, variable):
            return variable if init is None else replace(variable, init=self._number(init))
        value = self.vector(init) if init is not None else None
        if init is not None and init.type != variable.type:
            raise NoLanes("a conversion where it is declared")
        return replace(variable, type=lanes_of(variable.type), init=value)

    def _is_vector(self, declaration: Declaration, node: st.Variable | ex.NameRef) -> bool:
        """Whether a variable has a lane for each work-item."""
        use = ex.NameRef(node.at, node.type, declaration, "variable")
        return declaration.key in self.row.kept or not self.row.is_number(use)

    def _assign(self, node: ex.Assign) -> ex.Expression:
        target, op = node.target, node.op.removesuffix("=")
        if isinstance(target, ex.NameRef) and target.declaration.key not in self.row.outer:
            return self._assign_variable(node, target, op)
        place = self._place(target)
        value = self.vector(node.value)
        type_ = lanes_of(target.type)
        if node.value.type != target.type:
            raise NoLanes("a conversion where it is stored")
        if op:
            _check_operator(op, type_.element)
            value = ex.Binary(node.at, type_, op, self._loaded(place), value)
        return self._stored(place, value)

    def _assign_variable(self, node: ex.Assign, target: ex.NameRef, op: str) -> ex.Expression:
        if target.kind != "variable":
            raise NoLanes("a parameter that is set")
        if not self._is_vector(target.declaration, target):
            return replace(node, value=self._same(node.value))
        type_ = lanes_of(target.type)
        if node.value.type != target.type:
            raise NoLanes("a conversion where it is set")
        if op:
            _check_operator(op, type_.element)
        place, value = replace(target, type=type_), self.vector(node.value)
        if self.within is None or target.declaration.key in self.within or self.mask is None:
            return ex.Assign(node.at, type_, node.op, place, value)
        new = ex.Binary(node.at, type_, op, place, value) if op else value
        kept = ex.Call(node.at, type_, SELECT, None, (self.mask, new, place))
        return ex.Assign(node.at, type_, "=", place, kept)

    def vector(self, node: ex.Expression) -> ex.Expression:
        """An expression's value in each lane. Raises NoLanes."""
        type_ = lanes_of(node.type)
        if self.row.is_number(node):
            return self._in_all(node, type_)
        match node:
            case ex.NameRef(declaration=declaration) if declaration.key in self.row.outer:
                return self._loaded(node)
            case ex.NameRef():
                return replace(node, type=type_)
            case ex.Index() | ex.Unary(op="*") if self.row.distance(node) == 1:
                return self._loaded(node)
            case ex.Index(base=base, index=index) if isinstance(base.type, PointerType):
                return self._gathered(node, base, index)
            case ex.Binary(op=op, left=left, right=right) if left.type == right.type == node.type:
                _check_operator(op, type_.element)
                return replace(node, type=type_, left=self.vector(left), right=self.vector(right))
            case ex.Unary(op="-" | "+", operand=operand) if operand.type == node.type:
                return replace(node, type=type_, operand=self.vector(operand))
            case ex.Conditional(condition=condition, then=then, otherwise=otherwise):
                return self._chosen(node, condition, then, otherwise)
            case ex.Cast(operand=operand) if operand.type == node.type:
                return self.vector(operand)
            case ex.Call(arguments=arguments) if self._is_builtin(node) and self.has_lanes(node):
                return replace(node, type=type_, arguments=tuple(map(self.vector, arguments)))
            case ex.Cast(operand=operand) if _converts(operand.type, node.type):
                return ex.Call(node.at, type_, CONVERT, None, (self.vector(operand),))
            case _:
                raise NoLanes(f"an expression of the kind {type(node).__name__}")

    def _is_builtin(self, call: ex.Call) -> bool:
        return call.target is None or call.target.key not in self.row.known.functions

    def _chosen(
        self,
        node: ex.Expression,
        condition: ex.Expression,
        then: ex.Expression,
        otherwise: ex.Expression,
    ) -> ex.Expression:
        """One of two values by lane, each computed where it is wanted only."""
        if not then.type == otherwise.type == node.type:
            raise NoLanes("a choice of several types")
        if self.row.known.is_uniform(condition):
            raise NoLanes("a choice that a row makes together: compilers take it out of loops")
        asked = self.condition(condition)
        chosen = self._under(asked).vector(then)
        other = self._under(ex.Unary(node.at, MASK, "~", asked)).vector(otherwise)
        return ex.Call(node.at, lanes_of(node.type), SELECT, None, (asked, chosen, other))

    def condition(self, node: ex.Expression) -> ex.Expression:
        """A condition as a mask: -1 in the lanes that it holds for, else 0. Raises NoLanes."""
        if self.row.known.is_uniform(node):
            is_truth = isinstance(node, ex.Binary) and node.op in (*_COMPARED, "&&", "||")
            truth = node if is_truth else ex.Unary(node.at, _INT, "!", _not(node))
            minus = ex.Unary(node.at, _INT, "-", self._number(truth))
            return ex.Call(node.at, MASK, SPLAT, None, (minus,))
        match node:
            case ex.Binary(op=op, left=left, right=right) if op in _COMPARED:
                if left.type != right.type:
                    raise NoLanes("a comparison of several types")
                return ex.Binary(node.at, MASK, op, self.vector(left), self.vector(right))
            case ex.Binary(op="&&" | "||" as op, left=left, right=right):
                first = self.condition(left)
                goes_on = first if op == "&&" else ex.Unary(node.at, MASK, "~", first)
                second = self._under(goes_on).condition(right)
                return ex.Binary(node.at, MASK, op[0], first, second)
            case ex.Unary(op="!", operand=operand):
                return ex.Unary(node.at, MASK, "~", self.condition(operand))
            case ex.Cast(operand=operand) if isinstance(node.type, IntType):
                return self.condition(operand)
            case _:
                raise NoLanes(f"a condition of the kind {type(node).__name__}")

    def _in_all(self, node: ex.Expression, type_: VectorType) -> ex.Expression:
        """A number that is the same along the row, or grows, in all lanes."""
        self._check_reads(node)
        if self.row.known.is_uniform(node):
            return ex.Call(node.at, type_, SPLAT, None, (node,))
        step = ex.IntLiteral(node.at, type_.element, self.row.step(node) or 0)
        return ex.Call(node.at, type_, NUMBERS, None, (node, step))

    def _place(self, node: ex.Expression) -> ex.Expression:
        """Memory of which neighbours use neighbouring elements, as that of the first."""
        if isinstance(node, ex.NameRef) and node.declaration.key in self.row.outer:
            return node
        if self.row.distance(node) != 1:
            raise NoLanes("memory that is not next to the neighbours'")
        return node

    def _loaded(self, place: ex.Expression) -> ex.Expression:
        for part in (place.base, place.index) if isinstance(place, ex.Index) else ():
            self._check_reads(part)
        if isinstance(place, ex.Unary):
            self._check_reads(place.operand)
        type_, address = lanes_of(place.type), _address(place)
        if self.mask is None:
            return ex.Call(place.at, type_, LOAD, None, (address,))
        return ex.Call(place.at, type_, LOAD_WHERE, None, (self.mask, address))

    def _gathered(
        self, node: ex.Expression, base: ex.Expression, index: ex.Expression
    ) -> ex.Expression:
        """Elements from anywhere behind an address, by numbers that are an `int` in each lane."""
        while isinstance(index, ex.Cast) and index.implicit and index.type != _INT:
            index = index.operand
        is_volatile = isinstance(base.type, PointerType) and base.type.volatile
        if index.type != _INT or is_volatile:
            raise NoLanes("memory that is not next to the neighbours'")
        type_, where = lanes_of(node.type), (self._same(base), self.vector(index))
        if self.mask is None:
            return ex.Call(node.at, type_, GATHER, None, where)
        return ex.Call(node.at, type_, GATHER_WHERE, None, (self.mask, *where))

    def _stored(self, place: ex.Expression, value: ex.Expression) -> ex.Expression:
        address = _address(place)
        if self.mask is None:
            return ex.Call(place.at, VoidType(), STORE, None, (address, value))
        return ex.Call(place.at, VoidType(), STORE_WHERE, None, (self.mask, address, value))

    def _number(self, node: ex.Expression) -> ex.Expression:
        """An expression that is a number for the first work-item of a vector, as it is."""
        if not self.row.is_number(node):
            raise NoLanes("a number that varies")
        self._check_reads(node)
        return node

    def _check_reads(self, node: ex.Expression) -> None:
        """Refuse memory that a number is read from where no work-item may come."""
        reads = (n for n in descendants(node) if isinstance(n, ex.Index | ex.Unary))
        if not self.reads and any(isinstance(n, ex.Index) or n.op == "*" for n in reads):
            raise NoLanes("memory that is read where no work-item may come")

    def _same(self, node: ex.Expression) -> ex.Expression:
        """An expression that is the same for all work-items of a row, as it is."""
        if not self.row.known.is_uniform(node):
            raise NoLanes("a number that is not the same for a row")
        return self._number(node)


def lanes_of(type_: Type) -> VectorType:
    """The type of a vector with a number of a type in each lane. Raises NoLanes."""
    if isinstance(type_, IntType | FloatType) and type_.bits == _BITS and _is_number_type(type_):
        return VectorType(type_, ROW_LANES)
    raise NoLanes("numbers that are not of 32 bits")


def _is_number_type(type_: IntType | FloatType) -> bool:
    return isinstance(type_, FloatType) or type_.is_built_in


def _not(node: ex.Expression) -> ex.Expression:
    return ex.Unary(node.at, _INT, "!", node)


def _converts(given: Type, wanted: Type) -> bool:
    """Whether one is `int` and the other `float`."""
    numbers = {type(each) for each in (given, wanted)} == {IntType, FloatType}
    return numbers and all(not isinstance(each, IntType) or each.signed for each in (given, wanted))


def _check_operator(op: str, element: IntType | FloatType) -> None:
    if op not in (_OF_FLOATS if isinstance(element, FloatType) else _OF_INTEGERS):
        raise NoLanes(f"'{op}'")


def _address(place: ex.Expression) -> ex.Expression:
    pointer = PointerType(place.type)
    return ex.Unary(place.at, pointer, "&", place)


def _as_assignment(step: ex.Unary) -> ex.Assign:
    one: ex.Expression = ex.IntLiteral(step.at, _INT, 1)
    if one.type != step.operand.type:
        one = ex.Cast(step.at, step.operand.type, one, implicit=True)
    op = "+=" if "+" in step.op else "-="
    return ex.Assign(step.at, step.operand.type, op, step.operand, one)
