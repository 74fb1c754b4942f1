"""What a function does, statement by statement."""

from collections.abc import Callable, Iterable
from functools import partial

from ppcl.analysis.terms.expression import Statements, is_value, value_of
from ppcl.analysis.terms.outline import (
    MEMORY,
    RESULT,
    Case,
    Effect,
    Join,
    Leave,
    Loop,
    Outline,
    Region,
    Values,
    done,
)
from ppcl.analysis.terms.reading import NotModelled, Reading
from ppcl.analysis.terms.term import UNDEFINED, Term
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import AddressSpace, ArrayType, PointerType, Type
from ppcl.ir.unit import Function, TranslationUnit

_MOST_CALLS = 32
_PARTS = (ex.Member, ex.Swizzle)
_PLACES = (ex.NameRef, ex.Member, ex.Index)


def outline_of(
    function: Function, unit: TranslationUnit, spelled: Callable[[Origin], bytes]
) -> Outline:
    """The steps of a function with a body, those of the file's own functions that it calls among
    them; `spelled` gives the text of a place. Raises NotModelled."""
    functions = {f.declaration.key: f for f in unit.functions if f.body is not None}
    reading = Reading(functions, spelled, unit.volatile)
    numbers = range(len(function.parameters))
    _begin(function, tuple(Term("parameter", (index,)) for index in numbers), reading)
    for statement in _body(function):
        _do(statement, reading)
    constants = {
        variable.declaration.name: _value(variable.init, Reading(functions, spelled))
        for variable in unit.globals
        if variable.init is not None
    }
    return Outline(tuple(reading.steps), constants)


def _body(function: Function) -> tuple[st.Statement, ...]:
    return function.body.body if function.body is not None else ()


def _begin(function: Function, arguments: tuple[Term, ...], reading: Reading) -> None:
    """Tell which variables pointers may reach, and give the parameters their values."""
    reading.shared |= {declaration.key for declaration in reached(function)}
    for parameter, argument in zip(function.parameters, arguments, strict=True):
        _set(parameter.declaration, argument, parameter.type, function.at, reading)


def _set(name: Declaration, value: Term, type_: Type, at: Origin, reading: Reading) -> None:
    """Begin a variable with a value, where it lies."""
    if name.key not in reading.shared:
        reading.values[reading.name_of(name)] = value
    elif value.op != UNDEFINED.op:
        where = reading.address_of(name, type_)
        reading.effect(
            Effect("store", (type_,), (where, value), ex.NameRef(at, type_, name, "variable"))
        )


def reached(function: Function) -> Iterable[Declaration]:
    """The variables whose address is used: by `&`, or as an array that is no base. The function
    has a body."""
    assert function.body is not None
    bases = set()
    for node in descendants(function.body):
        if isinstance(node, ex.Index) or (id(node) in bases and isinstance(node, _PARTS)):
            bases.add(id(node.base))
        if isinstance(node, ex.Unary) and node.op == "&":
            yield from _roots(node.operand)
        elif isinstance(node, _PLACES) and isinstance(node.type, ArrayType):
            yield from () if id(node) in bases else _roots(node)


def _roots(node: ex.Expression) -> Iterable[Declaration]:
    """The variable that a place is a part of."""
    while isinstance(node, ex.Index | ex.Member | ex.Swizzle | ex.Cast):
        node = node.operand if isinstance(node, ex.Cast) else node.base
        if isinstance(node.type, PointerType):
            return
    if isinstance(node, ex.NameRef):
        yield node.declaration


def _do(node: st.Statement, reading: Reading) -> None:
    """A statement, if control comes to it."""
    do = _DO.get(type(node))
    if do is None:
        raise NotModelled(type(node).__name__, node.at)
    if reading.live:
        do(node, reading)


def _evaluate(node: st.Evaluate, reading: Reading) -> None:
    _value(node.expression, reading)


def _block(node: st.Block, reading: Reading) -> None:
    for statement in node.body:
        _do(statement, reading)


def _for(node: st.For, reading: Reading) -> None:
    if node.init is not None:
        _do(node.init, reading)
    _loop(node, node.condition, node.step, reading)


def _while(node: st.While | st.DoWhile, reading: Reading) -> None:
    _loop(node, node.condition, None, reading)


def _break(node: st.Break, reading: Reading) -> None:
    reading.leave("break", reading.breaks[-1])


def _continue(node: st.Continue, reading: Reading) -> None:
    reading.leave("continue", reading.continues[-1])


def _empty(node: st.Empty, reading: Reading) -> None:
    pass


def _value(node: ex.Expression, reading: Reading) -> Term:
    return value_of(node, reading, _STATEMENTS)


def _declare(node: st.Declare, reading: Reading) -> None:
    for variable in node.variables:
        _variable(variable, reading)


def _variable(variable: st.Variable, reading: Reading) -> None:
    if variable.lengths or variable.cleanup is not None:
        raise NotModelled("an array whose length is no constant", variable.at)
    if not _is_own(variable):
        if variable.init is not None and not variable.const:
            raise NotModelled("a variable in memory with a value", variable.at)
        return
    nothing = Term("undefined", (variable.type,))  # of an array, with its length
    value = nothing if variable.init is None else _value(variable.init, reading)
    _set(variable.declaration, value, variable.type, variable.at, reading)


def _is_own(variable: st.Variable) -> bool:
    """Whether a variable is a work-item's own, and begun anew each time."""
    return variable.space is AddressSpace.PRIVATE and variable.storage == "auto"


def _if(node: st.If, reading: Reading) -> None:
    def otherwise() -> None:
        if node.otherwise is not None:
            _do(node.otherwise, reading)

    condition = _value(node.condition, reading)
    reading.branch(condition, partial(_do, node.then, reading), otherwise)


def _loop(
    node: st.For | st.While | st.DoWhile,
    condition: ex.Expression | None,
    step: ex.Expression | None,
    reading: Reading,
) -> None:
    """A loop: what it changes is worth something else at its head, and after it."""
    loop = Loop(Join(), Join(), Join(), [], node.at)
    changed = _changed(node, reading)
    loop.head.enter(reading.values)
    outer, start = reading.steps, reading.values
    reading.steps, reading.values = loop.body, _at(loop.head, start, changed)
    reading.breaks.append(loop.after)
    reading.continues.append(loop.again)
    if not isinstance(node, st.DoWhile):
        _test(condition, loop.after, reading)
    _do(node.body, reading)
    if loop.again.entries:
        if reading.live:
            loop.again.enter(reading.values)
        reading.values, reading.live = _at(loop.again, start, changed), True
    if reading.live:
        if step is not None:
            _value(step, reading)
        if isinstance(node, st.DoWhile):
            _test(condition, loop.after, reading)
        loop.head.enter(reading.values)
    reading.breaks.pop()
    reading.continues.pop()
    outer.append(loop)
    reading.steps, reading.values, reading.live = outer, _at(loop.after, start, changed), True


def _test(condition: ex.Expression | None, after: Join, reading: Reading) -> None:
    if condition is None:
        return
    value = _value(condition, reading)
    after.enter(reading.values)
    reading.steps.append(Leave("exit", value))


def _at(join: Join, start: Values, changed: frozenset[str]) -> Values:
    """The values at a join: those that may have been changed are the join's."""
    return {name: join.value(name) if name in changed else term for name, term in start.items()}


def _changed(node: st.Statement, reading: Reading) -> frozenset[str]:
    """The variables that a statement may change, and memory where it may."""
    found = {RESULT, *([MEMORY] if _may_act(node, reading) else [])}
    for each in descendants(node):
        if isinstance(each, ex.Assign):
            found |= {reading.name_of(name) for name in _roots(each.target)}
        elif isinstance(each, ex.Unary) and each.op in ex.STEPS:
            found |= {reading.name_of(name) for name in _roots(each.operand)}
    return frozenset(found)


def _may_act(node: st.Statement, reading: Reading) -> bool:
    """Whether a statement may have an effect: a call that is no value, or a store to memory."""
    nodes = list(descendants(node))
    variables = [each for each in nodes if isinstance(each, st.Variable)]
    own = {v.declaration.key for v in variables if _is_own(v)}
    own |= {key for key, name in reading.names.items() if name in reading.values}
    own -= reading.shared
    return any(_acts(each, own, reading) for each in nodes)


def _acts(node: Node, own: set[str], reading: Reading) -> bool:
    """Whether a node may have an effect by itself; to set an `own` variable is none."""
    if isinstance(node, ex.Call):
        known = reading.functions.get(node.target.key) if node.target is not None else None
        return not is_value(node) if known is None else _body_acts(known, reading)
    target: ex.Expression | None = None
    if isinstance(node, ex.Assign):
        target = node.target
    elif isinstance(node, ex.Unary) and node.op in ex.STEPS:
        target = node.operand
    roots = [name.key for name in _roots(target)] if target is not None else []
    sets_memory = target is not None and not (roots and own.issuperset(roots))
    return sets_memory or node.at.span in reading.volatile


def _body_acts(function: Function, reading: Reading) -> bool:
    """Whether a function may have an effect; one that calls itself may."""
    key = function.declaration.key
    if key in reading.acting:
        return reading.acting[key]
    reading.acting[key] = True
    nodes = [each for statement in _body(function) for each in descendants(statement)]
    own = {p.declaration.key for p in function.parameters}
    own |= {n.declaration.key for n in nodes if isinstance(n, st.Variable) and _is_own(n)}
    own -= {declaration.key for declaration in reached(function)}
    reading.acting[key] = any(_acts(each, own, reading) for each in nodes)
    return reading.acting[key]


def _switch(node: st.Switch, reading: Reading) -> None:
    """A switch: control comes to each case from its head, and from the case before it."""
    if not isinstance(node.body, st.Block):
        raise NotModelled("a switch without a block", node.at)
    subject = _value(node.subject, reading)
    outer, start, changed = reading.steps, reading.values, _changed(node, reading)
    region = Region(Join(), [], subject)
    reading.steps, reading.live = region.body, False
    reading.breaks.append(region.after)
    for statement in node.body.body:
        labels, rest = _labelled(statement, reading)
        if labels:
            join, inside = Join(), dict.fromkeys(reading.values, UNDEFINED)
            join.enter(inside | start)
            if reading.live:
                join.enter(inside | reading.values)
            before = len(done(region.body)), len(region.body)
            region.cases.append(Case(labels, join, *before))
            own = inside.keys() - start.keys()
            reading.values, reading.live = _at(join, inside | start, changed | own), True
        _do(rest, reading)
    reading.breaks.pop()
    if reading.live:
        region.after.enter(reading.values)
    if not any(None in case.labels for case in region.cases):
        region.after.enter(start)
    outer.append(region)
    reading.steps, reading.values, reading.live = outer, _at(region.after, start, changed), True


def _labelled(node: st.Statement, reading: Reading) -> tuple[tuple[Term | None, ...], st.Statement]:
    """The labels in front of a statement of a switch (None: default), and the statement."""
    labels: list[Term | None] = []
    while isinstance(node, st.Case):
        labels.append(None if node.value is None else _value(node.value, reading))
        node = node.body
    return tuple(labels), node


def _return(node: st.Return, reading: Reading) -> None:
    if node.value is not None:
        reading.values[RESULT] = _value(node.value, reading)
    reading.leave("return", reading.returns[-1] if reading.returns else None)


def _called(reading: Reading, call: ex.Call, arguments: tuple[Term, ...]) -> Term:
    """A call of one of the program's own functions: its body, with these arguments."""
    assert call.target is not None
    function = reading.functions[call.target.key]
    if call.target.key in reading.under_way or len(reading.under_way) > _MOST_CALLS:
        raise NotModelled(f"recursion in '{call.callee}'", call.at)
    if len(arguments) != len(function.parameters):
        raise NotModelled(f"a call of '{call.callee}' with other arguments", call.at)
    _begin(function, arguments, reading)
    reading.under_way.append(call.target.key)
    result = _run(function, reading)
    reading.under_way.pop()
    return result


def _run(function: Function, reading: Reading) -> Term:
    """The body of a function that is called; what it gives, whichever `return` it ends with."""
    region = Region(Join(), [])
    outer, start = reading.steps, reading.values
    inside = frozenset({MEMORY, RESULT})
    reading.values = {**start, RESULT: UNDEFINED}
    reading.steps = region.body
    reading.returns.append(region.after)
    for statement in _body(function):
        _do(statement, reading)
    if reading.live:
        reading.leave("return", region.after)
    reading.returns.pop()
    reading.steps, reading.live = outer, True
    if _ends_once(region):
        outer += [step for step in region.body if not isinstance(step, Leave)]
        (end,) = region.after.entries
        reading.values = {**start, MEMORY: end[MEMORY]}
        return end[RESULT]
    outer.append(region)
    reading.values = _at(region.after, start, inside)
    return region.after.value(RESULT)


def _ends_once(region: Region) -> bool:
    """Whether control can only go through all of it, to its end."""
    at_end = not region.body or isinstance(region.body[-1], Leave)
    return len(region.after.entries) == 1 and at_end


_DO: dict[type, Callable[..., None]] = {
    st.Declare: _declare,
    st.Evaluate: _evaluate,
    st.Block: _block,
    st.If: _if,
    st.For: _for,
    st.While: _while,
    st.DoWhile: _while,
    st.Switch: _switch,
    st.Return: _return,
    st.Break: _break,
    st.Continue: _continue,
    st.Empty: _empty,
}
_STATEMENTS = Statements(_called, _do)
