"""Where the names of kernels stand, on both sides."""

from collections.abc import Mapping
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import KernelName
from ppcl.analysis.names.macros import is_said_once
from ppcl.ir.expression import Call
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function
from ppcl.source import Edit
from ppcl.transform.checks.host.name_literals import NameLiterals
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.obstacles import Obstacle


@dataclass(frozen=True)
class Naming:
    """New names for kernels; `told` are the places where messages of errors say them."""

    edits: tuple[Edit, ...]
    obstacles: tuple[Obstacle, ...]
    declared: tuple[Renamed, ...]
    told: tuple[Origin, ...]


def rename_edits(facts: Facts, names: Mapping[str, str]) -> Naming:
    """Rename kernels, from their keys to the given names, in their definitions and where the host
    asks for them. Obstacles have the code PPC214.

    A kernel whose text is part of the host needs none: the two cannot be mismatched.
    """
    edits: list[Edit] = []
    found: list[Obstacle] = []
    renamed: list[Renamed] = []
    literals = NameLiterals(facts)
    for kernel, new in names.items():
        asked = [name for name in facts.host.kernel_names if name.kernel == kernel]
        own = facts.kernels[kernel].name
        called = [
            Obstacle("PPC214", f"kernel '{own}' is called by another function", at)
            for at in _calls_of(facts, own)
        ]
        if _is_embedded(facts, kernel, asked):
            found += [*called, *_built_again(facts, kernel)]
            continue
        if len(_definitions(facts, own)) > 1:
            place = _definitions(facts, own)[1].name_at
            message = f"there are several kernels of the name '{own}'"
            found.append(Obstacle("PPC214", message, place))
            continue
        found += called
        renamed.append(Renamed(kernel, new))
        for name in asked:
            edit = _literal_edit(facts, literals, name, new)
            (edits if isinstance(edit, Edit) else found).append(edit)  # type: ignore[arg-type]
        for unit in facts.units:
            for function in unit.functions:
                if unit.language != "opencl" or function.declaration.name != kernel:
                    continue
                once = is_said_once(facts, function.name_at.span)
                if function.name_at.macro is not None or not once:
                    message = f"the name of kernel '{kernel}' comes from a macro"
                    found.append(Obstacle("PPC214", message, function.name_at))
                else:
                    edits.append(Edit(function.name_at.span, new.encode()))
    return Naming(tuple(dict.fromkeys(edits)), tuple(found), tuple(renamed), tuple(literals.told))


def _definitions(facts: Facts, kernel: str) -> list[Function]:
    return [
        function
        for unit in facts.units
        for function in unit.functions
        if unit.language == "opencl" and function.body and function.declaration.name == kernel
    ]


def _calls_of(facts: Facts, kernel: str) -> list[Origin]:
    """Where kernel sources call a kernel as a function."""
    return [
        node.at
        for unit in facts.units
        for function in unit.functions
        if unit.language == "opencl"
        for node in function.nodes
        if isinstance(node, Call) and node.callee == kernel
    ]


def _is_embedded(facts: Facts, kernel: str, asked: list[KernelName]) -> bool:
    model = facts.kernels[kernel]
    return all(name.at.span.file == model.function.name_at.span.file for name in asked)


def _built_again(facts: Facts, kernel: str) -> list[Obstacle]:
    """What stands against a change where a kernel's text in the host makes several kernels."""
    at = facts.kernels[kernel].function.name_at
    same = [f for f in _definitions(facts, facts.kernels[kernel].name) if f.name_at == at]
    message = f"the text of kernel '{facts.kernels[kernel].name}' is built more than once"
    return [Obstacle("PPC214", message, at)] if len(same) > 1 else []


def _literal_edit(
    facts: Facts, literals: NameLiterals, name: KernelName, new: str
) -> Edit | Obstacle:
    own = literals.own_place(name.literal) if name.literal is not None else None
    span = own or (literals.place(name.said) if name.said is not None else None)
    text = facts.files[span.file].text(span) if span is not None else b""
    if span is not None and text == b'"' + name.kernel.encode() + b'"':
        return Edit(span, b'"' + new.encode() + b'"')
    message = f"the name of kernel '{name.kernel}' is not a plain string where the host asks for it"
    return Obstacle("PPC214", message, name.at)
