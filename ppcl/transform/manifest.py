"""What a compilation declares to have changed, in terms that a run can be compared with.

Plans speak of the analysis's polynomials; a run shows kernels, arguments and sizes. So the sides of
a layout are written as expressions over the scalar arguments and sizes of a launch.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.data.linked import argument_of
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import EscapeEvent, KernelModel, KernelParameter, LaunchEvent, events_of
from ppcl.analysis.numbers.polynomial import Atom, Polynomial, Term
from ppcl.ir.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VectorType,
)
from ppcl.transform.checks.kind import Kind, Together
from ppcl.transform.checks.passed import Passed
from ppcl.transform.checks.transposed import Transposed

# Operations that mean the same in an expression as in C; `/` and `%` round towards zero.
_INFIX = frozenset(("/", "%", "<<", ">>"))
_PREFIX = frozenset(("min", "max"))
BYTES = "bytes"  # in an expression: the size of the buffer
MIXED = "bytes"  # the element of what does not consist of one scalar type


@dataclass(frozen=True)
class Layout:
    """A kernel's buffer argument whose elements lie elsewhere than before.

    Element `slow * pitch + fast` is now element `fast * extent + slow`; `width` is an element's
    size in bytes. `pitch` and `extent` are expressions over the kernel's scalar parameters, `bytes`
    (of the buffer) and `global_size[d]` of the launch; None where there is no such expression.
    """

    kernel: str
    index: int
    width: int
    pitch: str | None
    extent: str | None


@dataclass(frozen=True)
class Scalar:
    """A kernel's scalar argument that was the pitch of a layout, whose parameter has the index
    `layout`, and is its extent now."""

    kernel: str
    index: int
    layout: int


@dataclass(frozen=True)
class Change:
    """What one plan declared: kernels' new names, layouts and scalars, in the names before the
    plan."""

    kernel_names: Mapping[str, str]
    layouts: tuple[Layout, ...]
    scalars: tuple[Scalar, ...] = ()


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
    """A kernel: its name in the original and in the rewritten program, and its parameters."""

    name: str
    new_name: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class Manifest:
    """All that may differ between launches before and after; `layouts` in the order of plans."""

    kernels: tuple[KernelEntry, ...] = ()
    layouts: tuple[Layout, ...] = ()
    scalars: tuple[Scalar, ...] = ()

    @property
    def new_names(self) -> Mapping[str, str]:
        """What each kernel is called now."""
        return {kernel.name: kernel.new_name for kernel in self.kernels}

    @property
    def unchanged(self) -> "Manifest":
        """The manifest of the original program beside itself."""
        kernels = tuple(replace(kernel, new_name=kernel.name) for kernel in self.kernels)
        return Manifest(kernels, ())

    def kernel(self, name: str) -> KernelEntry | None:
        """The kernel of an original name."""
        return next((kernel for kernel in self.kernels if kernel.name == name), None)


def change_of(facts: Facts, declared: Sequence[Kind], earlier: Sequence[Change] = ()) -> Change:
    """What a plan declared on these facts, as a run of the original can show it; `earlier` plans
    may have given scalars other values than it has."""
    turned = _turned(earlier)
    layouts = tuple(
        layout
        for transposed in declared
        if isinstance(transposed, Transposed)
        for name, kernel in facts.kernels.items()
        for parameter in transposed.of(kernel, name)
        for layout in [_layout(facts, kernel, parameter, transposed, turned)]
    )
    scalars = (
        Scalar(passed.kernel, passed.index, layout.index)
        for passed in declared
        if isinstance(passed, Passed)
        for layout in layouts
        if layout.kernel == facts.kernels[passed.kernel].name
    )
    return Change(Together(tuple(declared)).names(), layouts, tuple(scalars))


def _turned(changes: Iterable[Change]) -> frozenset[tuple[str, int]]:
    """The scalars that have other values by now, by their kernel's present name."""
    found: set[tuple[str, int]] = set()
    for change in changes:
        found |= {(scalar.kernel, scalar.index) for scalar in change.scalars}
        found = {(change.kernel_names.get(name, name), index) for name, index in found}
    return frozenset(found)


def manifest_of(before: Facts, changes: Iterable[Change]) -> Manifest:
    """The sum of all plans, in the names of the original program."""
    first = {name: name for name in before.kernels}  # by the name at this point
    layouts: list[Layout] = []
    scalars: list[Scalar] = []
    for change in changes:
        layouts += [replace(o, kernel=first.get(o.kernel, o.kernel)) for o in change.layouts]
        scalars += [replace(o, kernel=first.get(o.kernel, o.kernel)) for o in change.scalars]
        first = {change.kernel_names.get(name, name): origin for name, origin in first.items()}
    now = {origin: name for name, origin in first.items()}
    kernels = tuple(
        KernelEntry(name, now[name], tuple(_parameters(before, kernel)))
        for name, kernel in before.kernels.items()
    )
    return Manifest(kernels, tuple(layouts), tuple(scalars))


def manifest_json(manifest: Manifest) -> dict[str, object]:
    """The manifest as data."""
    return {
        "kernels": [
            {
                "name": kernel.name,
                "new_name": kernel.new_name,
                "parameters": [vars(parameter) for parameter in kernel.parameters],
            }
            for kernel in manifest.kernels
        ],
        "layouts": [vars(layout) for layout in manifest.layouts],
        "scalars": [vars(scalar) for scalar in manifest.scalars],
    }


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


def _layout(
    facts: Facts,
    kernel: KernelModel,
    parameter: KernelParameter,
    transposed: Transposed,
    turned: frozenset[tuple[str, int]],
) -> Layout:
    launches = [each for each in facts.host.launches if each.kernel == kernel.name]
    pitch, extent = (
        _agreed(expressed(side, list(_known(kernel, launch, turned))) for launch in launches)
        for side in (transposed.pitch, transposed.extent)
    )
    if pitch is None and extent is not None:
        pitch = f"{BYTES} / ({transposed.width} * ({extent}))"
    if extent is None and pitch is not None:
        extent = f"{BYTES} / ({transposed.width} * ({pitch}))"
    return Layout(kernel.name, parameter.index, transposed.width, pitch, extent)


def _agreed(texts: Iterable[str | None]) -> str | None:
    """The expression that holds at every launch."""
    found = set(texts)
    return found.pop() if len(found) == 1 else None


def _known(
    kernel: KernelModel, launch: LaunchEvent, turned: frozenset[tuple[str, int]]
) -> Iterator[tuple[str, Polynomial]]:
    """The values that a launch shows, by how an expression names them."""
    for parameter in kernel.parameters:
        if (kernel.name, parameter.index) in turned:
            continue
        argument = argument_of(launch, parameter.index)
        if argument is not None and argument.kind == "scalar" and argument.value is not None:
            yield parameter.name, argument.value
    for number, size in enumerate(launch.global_size or ()):
        yield f"global_size[{number}]", size


def expressed(value: Polynomial, known: Sequence[tuple[str, Polynomial]]) -> str | None:
    """A value as an expression over known ones; None where there is none of this simple kind."""
    for text, same in known:
        if same == value and value.as_int is None:
            return text
    atoms = dict(pair for text, given in reversed(known) for pair in _solved(text, given))
    products: list[str] = []
    for monomial, coefficient in value.terms:
        factors = [_atom_text(atom, known, atoms) for atom in monomial]
        if None in factors:
            return None
        number = [] if coefficient == 1 and factors else [str(coefficient)]
        products.append(" * ".join([*number, *filter(None, factors)]))
    return " + ".join(products) or "0"


def _solved(text: str, given: Polynomial) -> Iterator[tuple[Atom, str]]:
    """The unknown of `unknown + constant`, solved."""
    linear = [(monomial, factor) for monomial, factor in given.terms if monomial]
    if len(linear) == 1 and len(linear[0][0]) == 1 and linear[0][1] == 1:
        atom = linear[0][0][0]
        constant = (given - Polynomial.atom(atom)).as_int or 0
        sign = "-" if constant > 0 else "+"
        yield atom, text if constant == 0 else f"({text} {sign} {abs(constant)})"


def _atom_text(
    atom: Atom, known: Sequence[tuple[str, Polynomial]], atoms: Mapping[Atom, str]
) -> str | None:
    if atom in atoms or not isinstance(atom, Term):
        return atoms.get(atom)
    operands = [expressed(operand, known) for operand in atom.operands]
    texts = [text for text in operands if text is not None]
    if len(texts) < len(operands) or not texts:
        return None
    if atom.op in _INFIX and len(texts) == 2:
        return f"(({texts[0]}) {atom.op} ({texts[1]}))"
    return f"{atom.op}({', '.join(texts)})" if atom.op in _PREFIX else None
