"""What a kernel uses of OpenCL 2.x and 3.0 that the walk does not follow, by name and place.

Source: OpenCL C 2.0, 6.5.1 (program-scope variables), 6.13.8 to 6.13.17 (functions).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import AddressSpace, IntType, OpaqueType
from ppcl.ir.unit import Function, TranslationUnit


@dataclass(frozen=True)
class Feature:
    """A use of a feature: what the specification calls it, what is written, and where."""

    name: str
    written: str
    at: Origin


_SVM_SCOPE = 3  # memory_scope_all_svm_devices
_FUNCTIONS = {
    "pipes": r"(\w+_)?(read|write)_pipe|get_pipe_\w+|is_valid_reserve_id",
    "work-group functions": r"work_group_(all|any|broadcast|(reduce|scan)_\w+)",
    "sub-groups": r"(intel_)?sub_group_\w+|get_(\w+_)?sub_group\w*",
    "device-side enqueue": r"enqueue_(kernel|marker)|get_kernel_\w+|get_default_queue"
    r"|ndrange_[123]D|(create|set)_user_event\w*|(retain|release|is_valid|capture)_event\w*",
    "the generic address space": r"to_(global|local|private)|get_fence",
}
_BY_FUNCTION = {name: re.compile(pattern) for name, pattern in _FUNCTIONS.items()}


def features_of(kernel: Function, unit: TranslationUnit) -> tuple[Feature, ...]:
    """The features that a kernel, or a function that it calls, uses; the first use of each."""
    found: dict[str, Feature] = {}
    for feature in _uses(kernel, unit):
        found.setdefault(feature.name, feature)
    return tuple(found.values())


def _uses(kernel: Function, unit: TranslationUnit) -> Iterator[Feature]:
    for parameter in kernel.parameters:
        if isinstance(parameter.type, OpaqueType) and "pipe" in parameter.type.spelling.split():
            yield Feature("pipes", parameter.declaration.name, parameter.at)
    lasting = {v.declaration.key for v in unit.globals if _lasts(v)}
    own = {f.declaration.key: f for f in unit.functions if f.body is not None}
    for node in _reached(kernel, own):
        is_own = isinstance(node, ex.Call) and node.target is not None and node.target.key in own
        if not is_own:
            yield from _used_by(node, lasting)


def _lasts(variable: st.Variable) -> bool:
    """Whether a variable keeps what one kernel writes for the next."""
    is_constant = variable.const or variable.space is AddressSpace.CONSTANT
    return variable.storage != "auto" and not is_constant


def _reached(kernel: Function, functions: Mapping[str, Function]) -> Iterator[Node]:
    seen = {kernel.declaration.key}
    pending = [kernel]
    while pending:
        body = pending.pop().body
        for node in descendants(body) if body is not None else ():
            yield node
            target = node.target if isinstance(node, ex.Call) else None
            if target is not None and target.key in functions and target.key not in seen:
                seen.add(target.key)
                pending.append(functions[target.key])


def _used_by(node: Node, lasting: set[str]) -> Iterator[Feature]:
    match node:
        case ex.NameRef(declaration=declaration) if declaration.key in lasting:
            yield Feature("program-scope variables", declaration.name, node.at)
        case st.Variable() if _lasts(node):
            yield Feature("program-scope variables", node.declaration.name, node.at)
        case ex.OpaqueExpression(reason="block"):
            yield Feature("blocks", "^", node.at)
        case ex.Call(callee=str(name), arguments=arguments):
            if name.startswith("atomic_") and any(_is_svm(argument) for argument in arguments):
                yield Feature("atomics on shared virtual memory", name, node.at)
            for feature, pattern in _BY_FUNCTION.items():
                if pattern.fullmatch(name):
                    yield Feature(feature, name, node.at)


def _is_svm(node: ex.Expression) -> bool:
    """Whether an argument is, or may be, the scope of all devices."""
    is_scope = isinstance(node.type, IntType) and node.type.name.endswith("memory_scope")
    value = node.operand if isinstance(node, ex.Cast) else node
    return is_scope and not (isinstance(value, ex.IntLiteral) and value.value != _SVM_SCOPE)
