"""Places of values that the host gives: where the text of an argument may change, or of what the
variable begins with that is passed and used for nothing else."""

from collections.abc import Iterator

from ppcl.analysis.data.linked import argument_of
from ppcl.analysis.model import LaunchEvent
from ppcl.analysis.model.setting import Setting
from ppcl.ir import expression as ex
from ppcl.source import Span
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.side import HostSide, OnHost


def passed_values(host: OnHost, kernel: str, index: int) -> Iterator[Place]:
    """The places where a kernel's launches get a scalar argument, if nothing else gets it there."""
    for old, new in host.launches:
        pairs = _pairs(old, new, index) if old.kernel == kernel else []
        alone = all(_serves_only(host, each, kernel, index) for each, _ in pairs)
        for before, after in pairs if alone else ():
            yield from changed_values(host, _variable(before), _variable(after))


def changed_values(
    host: OnHost, before: ex.NameRef | None, after: ex.NameRef | None
) -> Iterator[Place]:
    """The place where a variable is named, and that of what it begins with if it is named nowhere
    else; nothing where either is not plain."""
    if before is None or after is None or before.type != after.type:
        return
    plain = before.at.macro is None and after.at.macro is None
    if plain and host.after.quiet.is_quiet([after], [after]):
        yield Place(before.at.span, after.at.span)
    begun = _begin(host.before, before), _begin(host.after, after)
    if begun[0] is not None and begun[1] is not None:
        yield Place(begun[0], begun[1])


def _begin(side: HostSide, name: ex.NameRef) -> Span | None:
    """What a variable begins with, if it is named at one place alone."""
    made = side.named.variables.get(name.declaration, ())
    inits = {each.init for each in made if each.init is not None and each.storage == "auto"}
    if len(made) != len(inits) or len(inits) != 1:
        return None
    if side.named.uses.get(name.declaration) != frozenset((name.at.span,)):
        return None
    (init,) = inits
    plain = init.at.macro is None and side.quiet.is_quiet([init], [init])
    return init.at.span if plain else None


def _pairs(old: LaunchEvent, new: LaunchEvent, index: int) -> list[tuple[Setting, Setting]]:
    found = [argument_of(launch, index) for launch in (old, new)]
    settings = [argument.settings if argument is not None else () for argument in found]
    same = len(settings[0]) == len(settings[1])
    return list(zip(*settings, strict=True)) if same else []


def _serves_only(host: OnHost, setting: Setting, kernel: str, index: int) -> bool:
    """Whether no other argument gets its value by the same text."""
    return all(
        (launch.kernel, argument.index) == (kernel, index)
        for launch, _ in host.launches
        for argument in launch.arguments
        if any(each.node.at.span == setting.node.at.span for each in argument.settings)
    )


def _variable(setting: Setting) -> ex.NameRef | None:
    """The variable whose address is passed."""
    node = setting.node
    while isinstance(node, ex.Cast):
        node = node.operand
    if isinstance(node, ex.Unary) and node.op == "&" and isinstance(node.operand, ex.NameRef):
        return node.operand
    return None
