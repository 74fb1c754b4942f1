"""The stride argument: a kernel keeps its parameter, and the host passes the other side.

`nbr[i * pitch + k]` with `pitch = MAX` is what a person would write: the kernel's text names what
it named before, no number of the host's gets into it, and no parameter is left without a use.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ppcl.analysis.data.linked import LinkedSet, argument_of
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import KernelModel, KernelParameter, LaunchEvent
from ppcl.analysis.model.setting import Setting
from ppcl.analysis.names.disturbance import root_of, stored_to
from ppcl.analysis.names.visible import TextPlace, has_address, meaning, type_of
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import IntType
from ppcl.source import Edit, is_plain
from ppcl.transform.refusals.skipped import skipped_use
from ppcl_transforms.layout.pragmas import unclear_name
from ppcl_transforms.layout.shape import PlacedUse, Shape
from ppcl_transforms.layout.surroundings import Surroundings


@dataclass(frozen=True)
class Stride:
    """A parameter of a kernel that is the pitch and becomes the extent, with the host's edits."""

    kernel: str
    parameter: KernelParameter
    edits: tuple[Edit, ...]


def kept_strides(texts: Surroundings, site: LinkedSet, shape: Shape) -> Mapping[str, Stride]:
    """The stride of each kernel of a set whose stride can be kept, by the kernel's key."""
    found: dict[str, Stride] = {}
    for name in dict.fromkeys(kernel for kernel, _ in site.parameters):
        kernel = texts.facts.kernels[name]
        uses = [use for use in shape.uses if use.use.kernel is kernel]
        for parameter in kernel.parameters:
            if not _is_only_stride(texts.facts, kernel, parameter, uses):
                continue
            edits = _passed(texts, name, parameter, shape)
            if edits is not None:
                found.setdefault(name, Stride(name, parameter, edits))
    return found


def _is_only_stride(
    facts: Facts, kernel: KernelModel, parameter: KernelParameter, uses: list[PlacedUse]
) -> bool:
    """Whether all that a kernel does with a parameter is to step by it through these data."""
    body = kernel.function.body
    if body is None or not isinstance(parameter.type, IntType):
        return False
    if not is_plain(parameter.name) or skipped_use(facts, parameter.name) is not None:
        return False
    named = {id(node) for node in descendants(body) if _names(node, parameter)}
    stepped = {id(node) for use in uses for node in _factors(use, parameter)}
    return bool(named) and named == stepped


def _names(node: object, parameter: KernelParameter) -> bool:
    return isinstance(node, ex.NameRef) and node.declaration == parameter.declaration


def _factors(use: PlacedUse, parameter: KernelParameter) -> Iterator[ex.Expression]:
    """The places where a written index multiplies by a parameter that is the pitch."""
    for term in use.use.access.terms:
        for factor in term.factors:
            pitch = use.instance.polynomial(factor.value) == use.subscripts.pitch
            if (
                pitch
                and factor.expression.at.macro is None
                and _names(factor.expression, parameter)
            ):
                yield factor.expression


def _passed(
    texts: Surroundings, kernel: str, parameter: KernelParameter, shape: Shape
) -> tuple[Edit, ...] | None:
    """The edits that make every launch of a kernel pass the extent; None where one cannot."""
    edits: dict[Edit, None] = {}
    for launch in texts.facts.host.launches:
        if launch.kernel != kernel:
            continue
        settings = _settings(launch, parameter, shape.pitch)
        if settings is None or _serve_others(texts.facts, kernel, parameter.index, settings):
            return None
        for setting in settings:
            edit = _edit(texts, setting, shape.extent)
            if edit is None:
                return None
            edits[edit] = None
    return tuple(edits) or None


def _settings(
    launch: LaunchEvent, parameter: KernelParameter, pitch: Polynomial
) -> tuple[Setting, ...] | None:
    """The calls that give a launch the pitch; None where it may get something else."""
    argument = argument_of(launch, parameter.index)
    if argument is None or argument.kind != "scalar" or argument.value != pitch:
        return None
    if not argument.settings or any(each.value != pitch for each in argument.settings):
        return None
    return argument.settings


def _serve_others(facts: Facts, kernel: str, index: int, settings: tuple[Setting, ...]) -> bool:
    """Whether one of the calls also sets another argument, or one of another kernel."""
    nodes = {id(setting.node) for setting in settings}
    return any(
        id(setting.node) in nodes
        for launch in facts.host.launches
        for argument in launch.arguments
        if (launch.kernel, argument.index) != (kernel, index)
        for setting in argument.settings
    )


def _edit(texts: Surroundings, setting: Setting, extent: Polynomial) -> Edit | None:
    """`&pitch` as `&extent`, where a variable of the same type holds the extent."""
    node = setting.node
    while isinstance(node, ex.Cast):
        node = node.operand
    if not (isinstance(node, ex.Unary) and node.op == "&" and isinstance(node.operand, ex.NameRef)):
        return None
    around, now = texts.around(setting.node), node.operand
    if around is None or now.at.macro is not None or now.at.span.file.startswith(("../", "/")):
        return None
    if _is_repeated(around.place, now):
        return None
    for name, held in setting.scope:
        meant = meaning(around.place, name) if held == extent and around.may_say(name) else None
        if meant is None or type_of(around.place, meant) != now.type:
            continue
        if unclear_name(texts.facts, now.at, name.encode()) is None:
            at = _given(around.place, now, meant)
            if at is not None or has_address(around.place, meant):
                return Edit((at or now.at).span, name.encode())
    return None


def _is_repeated(place: TextPlace, now: ex.NameRef) -> bool:
    """Whether a macro says the variable again, for something else than its type."""
    return sum(node.at == now.at for node in place.function.of(ex.NameRef)) != 1


def _given(place: TextPlace, now: ex.NameRef, meant: Declaration) -> Origin | None:
    """Where the variable that is passed gets its value, if it is there for this call only, and what
    it shall be is the same there; so it does not stay without a use."""
    function = place.function
    made = [v for v in function.of(st.Variable) if v.declaration == now.declaration]
    if len(function.uses.get(now.declaration, ())) != 1 or len(made) != 1:
        return None
    stores: list[Node] = [*function.of(ex.Assign), *function.of(ex.Unary)]
    changed = {_key(target) for target in map(stored_to, stores) if target is not None}
    if meant.key in changed:
        return None
    init = made[0].init
    while isinstance(init, ex.Cast) and init.implicit:
        init = init.operand
    if not isinstance(init, ex.NameRef) or init.at.macro is not None:
        return None
    there = replace(place, at=init.at)
    return init.at if meaning(there, meant.name) == meant else None


def _key(target: ex.Expression) -> str:
    root = root_of(target)
    return root.declaration.key if root is not None else ""
