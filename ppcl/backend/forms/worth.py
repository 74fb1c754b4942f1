"""What packs gain from: as numbers, which a compiler is to make vector code of, and as rows, which
are vectors already."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.workgroup.lanes import accesses, are_regular, is_regular, strides
from ppcl.analysis.workgroup.regions import LoopStatement
from ppcl.analysis.workgroup.uniformity import (
    Uniformity,
    called,
    changed_root,
    is_divergent_loop,
    with_called,
)
from ppcl.analysis.workgroup.ways import is_counted
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS, constant
from ppcl.backend.builtins import definition, is_straight
from ppcl.backend.forms.likely import Likely
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants, variables
from ppcl.ir.types import FloatType, IntType, RecordType, VectorType
from ppcl.ir.unit import Function
from ppcl.rewrite.masks import is_mask
from ppcl.rewrite.packs import Gains

# How many operations are worth an access that is made for each work-item by itself.
_WORK = 8
_ROUNDS = 8
_COMPUTED = ex.Binary | ex.Call
_NUMBER = IntType | FloatType


def _is_worth_masks(node: st.Statement, known: Uniformity, around: st.Block) -> bool:
    """Whether a loop, or a branch with loops, should run with masks: it is arithmetic on numbers of
    which vector units have all, and most of its accesses to memory are of neighbours. Its
    variables are declared `around` it.

    What all work-items load from one address is loaded for those whose mask is set: gcc 12 makes no
    vector code of that. An address that moves with each round is one that a compiler does not see
    to be next to its neighbour's."""
    if not all(_is_vectorised(each, known.functions) for each in descendants(node)):
        return False
    found = strides(node, known, around, _moved(node, known))
    return ZERO not in found and are_regular(found)


def _is_worth_row(node: st.Statement, known: Uniformity, around: st.Block) -> bool:
    """The same for rows: what is computed outweighs the accesses to memory that take an instruction
    for each work-item. What is next to the neighbour's for most is found to be when it runs."""
    found = _likely_accesses(node, known, around)
    if are_regular([stride for _, stride in found]):
        return True
    weights = dict(_weights(node, 1))
    irregular = sum(weights[id(each)] for each, stride in found if stride not in (ZERO, ONE))
    computed = sum(weights[id(each)] for each in descendants(node) if isinstance(each, _COMPUTED))
    return _WORK * irregular <= computed


def _is_worth_row_masks(node: st.Statement, known: Uniformity, around: st.Block) -> bool:
    """The same for loops that work-items leave at different times: those that leave wait for the
    slowest, and quotients of integers, for which vector units have no instruction, take so long
    that it does not pay."""
    loops = [each for each in descendants(node) if isinstance(each, LoopStatement)]
    waited = [loop for loop in loops if is_divergent_loop(loop, known)]
    divides = any(
        _is_division(each)
        for loop in waited
        if not _is_about_as_long(loop, known)
        for each in descendants(loop)
    )
    return not divides and _is_worth_row(node, known, around)


def _is_about_as_long(loop: LoopStatement, known: Uniformity) -> bool:
    """Whether neighbours run a loop about as often: from where each begins to where all end."""
    if not isinstance(loop, st.For) or not is_counted(loop):
        return False
    match loop.condition, loop.step:
        case ex.Binary(op="<" | "<=" | ">" | ">=" | "!=", left=ex.NameRef(), right=right), step:
            by = step.value if isinstance(step, ex.Assign) else None
            return known.is_uniform(right) and (by is None or known.is_uniform(by))
        case _:
            return False


def _is_division(node: Node) -> bool:
    """Whether integers are divided by what is not a constant."""
    match node:
        case ex.Binary(op="/" | "%", type=IntType(), right=right):
            return constant(right) is None
        case ex.Assign(op="/=" | "%=", type=IntType(), value=value):
            return constant(value) is None
        case _:
            return False


def _weights(node: Node, weight: int) -> Iterator[tuple[int, int]]:
    """How often nodes are run, by identity, if all loops have as many rounds."""
    yield id(node), weight
    inner = weight * _ROUNDS if isinstance(node, LoopStatement) else weight
    for child in children(node):
        yield from _weights(child, inner)


def _moved(node: Node, known: Uniformity) -> set[str]:
    """What a loop's rounds change, but for the counters that all work-items have in common."""
    loops = [each for each in descendants(node) if isinstance(each, st.For) and is_counted(each)]
    steps = [loop.step for loop in loops if _starts_alike(loop, known)]
    heads = {id(part) for step in steps if step is not None for part in descendants(step)}
    return _changed(node, heads)


def _changed(node: Node, besides: Set[int]) -> set[str]:
    changed = (changed_root(each) for each in descendants(node) if id(each) not in besides)
    return {key for key in changed if key is not None}


def _starts_alike(loop: st.For, known: Uniformity) -> bool:
    """Whether all work-items begin a loop with the same counters."""
    variables = loop.init.variables if isinstance(loop.init, st.Declare) else ()
    return all(v.init is not None and known.is_uniform(v.init) for v in variables)


def _likely_accesses(
    node: st.Statement, known: Uniformity, around: st.Block
) -> list[tuple[ex.Expression, Polynomial | None]]:
    """Accesses to memory, and how far apart neighbours' are for most work-items of a row. What is
    changed by steps that all of them make stays as far apart as it began."""
    alike = set(_steps_alike(node, known))
    moved = _changed(node, alike)
    stepped = _changed(node, set()) - moved
    begun = {v.declaration.key for v in variables(around) if v.init and known.is_uniform(v.init)}
    steps = stepped & begun & _moved(node, known)
    known = replace(known, varying=known.varying - steps)
    return accesses(node, known, around, moved | steps, seen_as=Likely(known).value)


def _steps_alike(node: Node, known: Uniformity, together: bool = True) -> Iterator[int]:
    """The assignments `x += step`, by identity, that work-items make together, as long as they run
    the loop around. `together`: no branch in between divides them."""
    match node:
        case st.For() | st.While() | st.DoWhile():
            together = True
        case st.If(condition=condition) if not (known.is_uniform(condition) or _asks_mask(node)):
            together = False
        case ex.Assign(op="+=" | "-=", value=value) if together and known.is_uniform(value):
            yield id(node)
        case ex.Unary(op=op) if together and op in ex.STEPS:
            yield id(node)
        case ex.Conditional() | ex.Binary(op="&&" | "||"):
            return
    for child in children(node):
        yield from _steps_alike(child, known, together)


def _asks_mask(node: st.If) -> bool:
    return isinstance(node.condition, ex.NameRef) and is_mask(node.condition.declaration)


def _is_vectorised(node: Node, functions: Mapping[str, Function]) -> bool:
    match node:
        case st.Switch() | st.OpaqueStatement() | ex.OpaqueExpression() | ex.StatementExpression():
            return False
        case ex.Binary() | ex.Assign():
            return not _is_division(node)
        case ex.NameRef(type=VectorType() | RecordType()):
            return False
        case ex.Unary(op="&"):
            return False
        case ex.Call():
            return node.callee in ITEM_FUNCTIONS or _is_vectorised_call(node, functions)
        case st.Variable(type=VectorType() | RecordType()):
            return False
        case _:
            return True


def _is_vectorised_call(node: ex.Call, functions: Mapping[str, Function]) -> bool:
    own = called(node, functions)
    if own is not None:
        return all(_is_vectorised_function(each, functions) for each in with_called(own, functions))
    found = definition(node.callee or "", tuple(each.type for each in node.arguments), node.type)
    return found is not None and is_straight(found)


def _is_vectorised_function(own: Function, functions: Mapping[str, Function]) -> bool:
    nodes = list(descendants(own.body)) if own.body is not None else []
    plain = not any(isinstance(node, LoopStatement) for node in nodes)
    return plain and all(called(n, functions) or _is_vectorised(n, functions) for n in nodes)


def is_worth_lanes(
    body: st.Block, by_lane: Sequence[st.Statement], functions: Mapping[str, Function]
) -> bool:
    """Whether a row gains from vectors, of which some statements are run for one work-item after
    another: what else is computed outweighs that, and taking values out of vectors and back."""
    if not by_lane:
        return True
    weights = dict(_weights(body, 1))
    alone = {id(each): _cost(each, functions) for node in by_lane for each in descendants(node)}
    inside = sum(weights.get(key, 1) * cost for key, cost in alone.items())
    whole = sum(
        weights[id(each)]
        for each in descendants(body)
        if id(each) not in alone and isinstance(each, _COMPUTED)
    )
    times = sum(max(weights.get(id(each), 1) for each in descendants(node)) for node in by_lane)
    return whole >= max(inside, _WORK * times)


def _cost(node: Node, functions: Mapping[str, Function]) -> int:
    """What a node takes for one work-item, with the functions that it calls."""
    own = called(node, functions)
    found = int(isinstance(node, _COMPUTED))
    for function in with_called(own, functions) if own is not None else ():
        weights = dict(_weights(function.body, 1)) if function.body is not None else {}
        nodes = descendants(function.body) if function.body is not None else ()
        found += sum(weights[id(each)] for each in nodes if isinstance(each, _COMPUTED))
    return found


OF_NUMBERS = Gains(_is_worth_masks, is_regular)
OF_ROWS = Gains(_is_worth_row_masks, lambda body, known: _is_worth_row(body, known, body), True)


def irregular_weight(body: st.Block, known: Uniformity) -> int:
    """How often a kernel's work-items access memory otherwise than their neighbours along a row do:
    not the same element, nor the next one. What is written counts twice: it waits for its cache
    line, and nothing goes on meanwhile."""
    weights = dict(_weights(body, 1))
    written = {id(node.target) for node in descendants(body) if isinstance(node, ex.Assign)}
    return sum(weights[each] * (1 + (each in written)) for each in far_apart(body, known))


def far_apart(body: st.Block, known: Uniformity) -> list[int]:
    """Such accesses, by identity."""
    found = _likely_accesses(body, known, body)
    return [id(each) for each, stride in found if stride not in (ZERO, ONE)]


def of_several_instructions(body: st.Block, known: Uniformity) -> list[int]:
    """The accesses, by identity, that take more than an instruction for a vector: those, and parts
    of structures and OpenCL vectors."""
    found = _likely_accesses(body, known, body)
    return [
        id(each)
        for each, stride in found
        if stride not in (ZERO, ONE) or (stride == ONE and not isinstance(each.type, _NUMBER))
    ]
