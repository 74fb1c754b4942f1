"""What a compilation declares to have changed, in terms that a run can be compared with.

Each kind of change says for itself what a run shows of it (`checks/kind.py`): kernels by their
names, arguments by their index, numbers as expressions over a launch. This is their sum.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.data.linked import argument_of
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import EscapeEvent, KernelModel, KernelParameter, events_of
from ppcl.ir.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VectorType,
)
from ppcl.transform.checks.expressed import Scalars
from ppcl.transform.checks.kind import Change, Kind, Planned, Together
from ppcl.transform.checks.passed import Scalar
from ppcl.transform.checks.renamed import NewName

Changes = Sequence[Change]  # of one plan
MIXED = "bytes"  # the element of what does not consist of one scalar type


@dataclass(frozen=True)
class Parameter:
    """A kernel parameter; `element` is int32, uint8, float64... or bytes.

    `written`: whether the kernel may write what it points to; `buffers`: the names of the buffers
    that launches bind to it, as far as they are known.
    """

    name: str
    index: int
    pointer: bool
    element: str
    written: bool
    buffers: tuple[str, ...]


@dataclass(frozen=True)
class KernelEntry:
    """A kernel of the original program, and its parameters."""

    name: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class Manifest:
    """All that may differ between a run of the original program and one of the new one: `changes`,
    in the order of plans. `kernels` are the original's."""

    kernels: tuple[KernelEntry, ...] = ()
    changes: tuple[Change, ...] = ()

    @property
    def unchanged(self) -> "Manifest":
        """The manifest of the original program beside itself."""
        return Manifest(self.kernels)

    def kernel(self, name: str) -> KernelEntry | None:
        """The kernel of an original name."""
        return next((kernel for kernel in self.kernels if kernel.name == name), None)


def changes_of(
    facts: Facts, declared: Sequence[Kind], earlier: Iterable[Changes] = ()
) -> tuple[Change, ...]:
    """What a plan declared on these facts, as a run of the original can show it, in the names
    before the plan; `earlier` plans may have given scalars other values than it has."""
    plan = Planned(facts, tuple(declared), _turned(earlier))
    return tuple(Together(plan.declared).shown(plan))


def _turned(plans: Iterable[Changes]) -> Scalars:
    """The scalars that have other values by now, by their kernel's present name."""
    found: set[tuple[str, int]] = set()
    for changes in plans:
        found |= {(each.kernel, each.index) for each in changes if isinstance(each, Scalar)}
        names = _names(changes)
        found = {(names.get(name, name), index) for name, index in found}
    return frozenset(found)


def _names(changes: Changes) -> dict[str, str]:
    """The names that a plan gives to kernels, by those before it."""
    return {each.kernel: each.new_name for each in changes if isinstance(each, NewName)}


def manifest_of(before: Facts, plans: Iterable[Changes]) -> Manifest:
    """The sum of all plans, in the names of the original program."""
    first = {name: name for name in before.kernels}  # by the name at this point
    others: list[Change] = []
    for changes in plans:
        plain = (each for each in changes if not isinstance(each, NewName))
        others += [replace(each, kernel=first.get(each.kernel, each.kernel)) for each in plain]
        names = _names(changes)
        first = {names.get(name, name): origin for name, origin in first.items()}
    renamed = (NewName(origin, name) for name, origin in first.items() if name != origin)
    kernels = tuple(
        KernelEntry(name, tuple(_parameters(before, kernel)))
        for name, kernel in before.kernels.items()
    )
    return Manifest(kernels, (*renamed, *others))


def joined(manifests: Iterable[Manifest]) -> Manifest:
    """The manifests of several programs as one."""
    found = list(manifests)
    kernels = tuple(kernel for each in found for kernel in each.kernels)
    return Manifest(kernels, tuple(change for each in found for change in each.changes))


def _parameters(facts: Facts, kernel: KernelModel) -> Iterator[Parameter]:
    stored = {access.object for access in kernel.accesses if access.kind == "store"}
    stored |= {e.object for e in events_of(kernel.tree) if isinstance(e, EscapeEvent) and e.writes}
    for parameter in kernel.parameters:
        pointer = isinstance(parameter.type, PointerType)
        open_to_all = not kernel.complete and not _is_const(parameter.type)
        written = pointer and (parameter.object in stored or open_to_all)
        element = _element(facts, parameter.type)
        buffers = _bound(facts, kernel, parameter) if pointer else ()
        yield Parameter(parameter.name, parameter.index, pointer, element, written, buffers)


def _bound(facts: Facts, kernel: KernelModel, parameter: KernelParameter) -> tuple[str, ...]:
    launches = [each for each in facts.host.launches if each.kernel == kernel.name]
    arguments = [argument_of(launch, parameter.index) for launch in launches]
    names = [buffer.name for argument in arguments if argument for buffer in argument.buffers]
    return tuple(dict.fromkeys(names))


def _is_const(type_: Type) -> bool:
    return isinstance(type_, PointerType) and type_.const


def _element(facts: Facts, type_: Type) -> str:
    """The scalar type that an object consists of; a record's where all its fields have it."""
    match type_:
        case PointerType(pointee=inner) | VectorType(element=inner) | ArrayType(element=inner):
            return _element(facts, inner)
        case IntType(bits=bits, signed=signed):
            return f"{'' if signed else 'u'}int{max(bits, 8)}"
        case FloatType(bits=bits):
            return f"float{bits}"
        case RecordType(name=name):
            records = [unit.records[name] for unit in facts.units if name in unit.records]
            fields = [field.type for record in records for field in record.fields]
            pointers = any(isinstance(each, PointerType) for each in fields)
            found = {MIXED} if pointers else {_element(facts, each) for each in fields}
            return found.pop() if len(found) == 1 else MIXED
        case _:
            return MIXED
