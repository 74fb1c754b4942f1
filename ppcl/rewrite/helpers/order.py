"""Which calls may come before the rest of the statement that makes them."""

from collections.abc import Iterator

from ppcl.analysis.workgroup.uniformity import changed_place
from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node, children, descendants, variables
from ppcl.ir.types import AddressSpace, ArrayType, PointerType
from ppcl.ir.unit import Function, Parameter
from ppcl.rewrite.components import Components
from ppcl.rewrite.helpers.copies import key_of, plain


def may_go_first(
    whole: ex.Expression | None, call: ex.Call, function: Function, components: Components
) -> bool:
    """Whether a call may come before what stands left of it: that has no effect, and reads
    nothing that the call changes."""
    if isinstance(whole, ex.Assign) and whole.op == "=" and isinstance(whole.target, ex.NameRef):
        whole = whole.value
    if whole is None or whole is call:
        return True
    others = [node for node in _beside(whole, call) if node is not whole]
    if any(changed_place(node) is not None for node in others):
        return False
    changed = _changed(function, components)
    if changed is None:
        return False
    pairs = zip(function.parameters, call.arguments, strict=True)
    given = [a for p, a in pairs if p.declaration.key in changed]
    keys = {key_of(n) for each in given for n in descendants(each)} - {""}
    return keys.isdisjoint(map(key_of, others)) and (not given or all(map(_is_own, given)))


def _changed(function: Function, components: Components) -> set[str] | None:
    """The parameters that point to what a function changes; None where it may do more."""
    if function.body is None:
        return None
    nodes = list(descendants(function.body))
    pointers = {p.declaration.key for p in function.parameters if _is_private_pointer(p)}
    own = {v.declaration.key for v in variables(function.body)}
    own |= {p.declaration.key for p in function.parameters}
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ex.Call) and not components.has_no_effect(node):
            return None
        place = changed_place(node)
        if place is None:
            continue
        key, is_followed = _root(place)
        if key not in (pointers if is_followed else own):
            return None
        if is_followed:
            found.add(key)
    return found


def _beside(node: Node, call: ex.Call) -> Iterator[Node]:
    """A node and those below it, but for a call, and what only has its address taken."""
    if node is call:
        return
    yield node
    for child in children(node):
        is_address = isinstance(node, ex.Unary) and node.op == "&"
        if not (is_address and isinstance(child, ex.NameRef)):
            yield from _beside(child, call)


def _root(place: ex.Expression) -> tuple[str, bool]:
    """The key of the variable that a place is in, or that points to it."""
    is_followed = False
    while True:
        match place:
            case ex.Index(base=base):
                is_followed |= isinstance(base.type, PointerType)
            case ex.Unary(op="*", operand=base):
                is_followed = True
            case ex.Member(base=base, arrow=arrow):
                is_followed |= arrow
            case ex.Swizzle(base=base):
                pass
            case _:
                return key_of(place), is_followed
        place = base


def _is_private_pointer(parameter: Parameter) -> bool:
    type_ = parameter.type
    return isinstance(type_, PointerType) and type_.space is AddressSpace.PRIVATE


def _is_own(argument: ex.Expression) -> bool:
    """Whether an argument is the address of a variable, or an array."""
    match plain(argument):
        case ex.Unary(op="&", operand=ex.NameRef()) | ex.NameRef(type=ArrayType()):
            return True
        case _:
            return False
