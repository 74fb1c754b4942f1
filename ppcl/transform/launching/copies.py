"""Sizes that others read too: a launch gets a copy, which stands right in front of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ppcl.analysis.model import LaunchEvent
from ppcl.emit import free_name
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, PointerType, Type
from ppcl.source import Edit, words
from ppcl.transform.launching.held import Division
from ppcl.transform.launching.host_tree import HostTree
from ppcl.transform.launching.placing import Unplaced, in_front, slot_of, stays_the_same
from ppcl.transform.launching.quotient import OPERAND, SUM, quotient, without_implicit
from ppcl.transform.launching.sites import LaunchSite, SizeArgument, is_size

_PLAIN = ex.NameRef | ex.Member | ex.Index | ex.Call


@dataclass(frozen=True)
class Copied:
    """A size of a launch site that is to be copied: what it is called where it has no name; with a
    local size that stays, `groups`, these are fewer."""

    argument: SizeArgument
    division: Division
    stem: str
    groups: SizeArgument | None = None

    @property
    def said(self) -> tuple[SizeArgument, ...]:
        """The sizes that the copy says."""
        return (self.argument, *(() if self.groups is None else (self.groups,)))


def copies(
    tree: HostTree, site: LaunchSite, copied: Sequence[Copied], suffix: str, taken: Collection[str]
) -> tuple[tuple[Edit, ...], frozenset[str]] | str:
    """The edits that give a launch divided copies of its sizes, and the names of these; or why
    that cannot be."""
    for argument in (argument for each in copied for argument in each.said):
        if argument.node.at.macro is not None:
            return "a macro gives the size"
        if not (argument.is_range or _points_to_sizes(argument.node.type)):
            return "the size is not of type `size_t`"
        if _number(argument.node) is not None and site.launches[0].dimensions != 1:
            return "the sizes are members that follow each other"
        named = argument.is_range or _is_array(argument.node)
        if not named and any(map(_has_choices, site.launches)):
            return "the sizes are those of more than one object"
        if not stays_the_same(tree, site.call, argument.node):
            return "the size is an expression that may have another value when it is said again"
    if len({launch.dimensions for launch in site.launches}) > 1:
        return "the number of dimensions changes"
    edits = [_range(tree, site, each) for each in copied if each.argument.is_range]
    pointers = [each for each in copied if not each.argument.is_range]
    slot = slot_of(tree, site.call) if pointers else None
    if isinstance(slot, Unplaced) and _is_c(tree, site):
        return (*edits, *(_literal(tree, site, each) for each in pointers)), frozenset()
    if isinstance(slot, Unplaced):
        return f"no copy of the size can stand in front of the call: {slot.reason}"
    lines: list[bytes] = []
    said: dict[tuple[bytes, Division], bytes] = {}
    names = set(taken)
    for each in pointers:
        node = each.argument.node
        size = (tree.source(node).text(node.at.span), each.division)
        if size not in said:  # the same variable may be both sizes
            name = free_name(_stem(each) + suffix, names)
            names.add(name)
            line, said[size] = _declared(tree, site, each, name.encode())
            lines.append(line)
        edits.append(Edit(node.at.span, said[size]))
    placed = in_front(tree, slot, lines) if slot is not None else ()
    if placed is None:
        return "a comment or directive stands where a copy of the size would"
    return (*edits, *placed), frozenset(names) - frozenset(taken)


def _is_array(node: ex.Expression) -> bool:
    """Whether sizes are said by the name of the variable that they are in."""
    inner = without_implicit(_number(node) or _first(node))
    return isinstance(inner, ex.NameRef) and not isinstance(inner.type, PointerType)


def _has_choices(launch: LaunchEvent) -> bool:
    return max(len(launch.global_choices), len(launch.local_choices)) > 1


def _points_to_sizes(type_: Type) -> bool:
    if isinstance(type_, PointerType):
        return is_size(type_.pointee)
    return isinstance(type_, ArrayType) and is_size(type_.element)


def _is_c(tree: HostTree, site: LaunchSite) -> bool:
    return all(unit.language == "c" for unit, _ in tree.functions_at(site.call.at.span))


def names_in(tree: HostTree) -> frozenset[str]:
    """All words of the host's files."""
    paths = {path for unit in tree.facts.hosts for path in unit.files}
    return frozenset(
        word
        for path in paths
        if path in tree.facts.files
        for word in words(tree.facts.files[path].data)
    )


def _range(tree: HostTree, site: LaunchSite, copied: Copied) -> Edit:
    """Another NDRange in place of one."""
    elements = _elements(tree, site, copied)
    node = copied.argument.node
    return Edit(node.at.span, b"cl::NDRange(" + b", ".join(elements) + b")")


def _literal(tree: HostTree, site: LaunchSite, copied: Copied) -> Edit:
    """A compound literal in place of sizes."""
    elements = _elements(tree, site, copied)
    return Edit(copied.argument.node.at.span, b"(size_t[]){" + b", ".join(elements) + b"}")


def _declared(tree: HostTree, site: LaunchSite, copied: Copied, name: bytes) -> tuple[bytes, bytes]:
    """The declaration of a copy, and what the call says instead."""
    type_ = b"size_t " if site.depth else b"const size_t "  # functions may ask for `size_t *`
    elements = _elements(tree, site, copied)
    if _number(copied.argument.node) is not None:
        return type_ + name + b" = " + elements[0] + b";", b"&" + name
    head = type_ + name + b"[%d] = {" % len(elements)
    return head + b", ".join(elements) + b"};", name


def _elements(tree: HostTree, site: LaunchSite, copied: Copied) -> list[bytes]:
    """What the copy holds: the old sizes, one of them divided."""
    division = copied.division
    found = _parts(tree, site, copied.argument.node)
    size = found[division.dimension]
    if copied.groups is None:
        divided = quotient(size, OPERAND, division.factor, division.rounding)
    else:
        group = _parts(tree, site, copied.groups.node)[division.dimension]
        divided = quotient(size + b" / " + group, SUM, division.factor, "up") + b" * " + group
    return [*found[: division.dimension], divided, *found[division.dimension + 1 :]]


def _parts(tree: HostTree, site: LaunchSite, node: ex.Expression) -> list[bytes]:
    """The text of each size that an argument gives."""
    number = _number(node)
    base = _text(tree, number or _first(node))
    rank = 1 if number is not None else site.launches[0].dimensions or 1
    return [base if number is not None else base + b"[%d]" % each for each in range(rank)]


def _number(node: ex.Expression) -> ex.Expression | None:
    """The variable or member whose address is given as sizes of one dimension."""
    if isinstance(node, ex.Unary) and node.op == "&":
        inner = node.operand
        return inner if isinstance(inner, ex.NameRef | ex.Member) else None
    return None


def _first(node: ex.Expression) -> ex.Expression:
    """`a` of `&a[0]`, else the pointer itself."""
    match node:
        case ex.Unary(op="&", operand=ex.Index(base=base, index=ex.IntLiteral(value=0))):
            return without_implicit(base)
    return node


def _text(tree: HostTree, node: ex.Expression) -> bytes:
    text = tree.source(node).text(node.at.span)
    return text if isinstance(node, _PLAIN) else b"(" + text + b")"


def _stem(copied: Copied) -> str:
    """The name of the variable or member that sizes are in."""
    node = copied.argument.node
    inner = _number(node) or _first(node)
    match inner:
        case ex.NameRef(declaration=declaration):
            return declaration.last
        case ex.Member(name=name):
            return name
    return copied.stem
