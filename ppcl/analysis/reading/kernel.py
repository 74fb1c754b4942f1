"""The model of one kernel: its parameters, and its events by the symbolic walk."""

from collections.abc import Mapping

from ppcl.analysis.model import EventNode, KernelModel, KernelParameter
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.reading.opencl2 import features_of
from ppcl.analysis.walk.core.expression import EVALUATORS
from ppcl.analysis.walk.core.frame import Frame
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.notes import Identities, Program
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.statement import EXECUTORS, declare_variable
from ppcl.analysis.walk.core.value import Number, Place, Pointer, Unknown, Value
from ppcl.analysis.walk.kernel.builtins import KernelBuiltins
from ppcl.ir.node import Origin
from ppcl.ir.types import FloatType, IntType, PointerType, is_image
from ppcl.ir.unit import Function, Parameter, TranslationUnit
from ppcl.source import SourceFile

SYMBOLS_PER_KERNEL = 10_000_000


def kernel_model(
    function: Function, unit: TranslationUnit, files: Mapping[str, SourceFile], number: int
) -> KernelModel:
    """Walk a kernel once, for any work-item; `number` (from 1) keeps its symbols apart."""
    functions = {f.declaration.key: f for f in unit.functions if f.body is not None}
    walk = Walk(
        Program(functions, unit.records, files),
        model=KernelBuiltins(_undefined(unit)),
        evaluators=EVALUATORS,
        executors=EXECUTORS,
        identities=Identities(number * SYMBOLS_PER_KERNEL),
    )
    state = State()
    for variable in unit.globals:
        declare_variable(walk, variable, state)
    walk.frames.append(Frame(function))
    parameters = tuple(
        _parameter(walk, index, parameter, state)
        for index, parameter in enumerate(function.parameters)
    )
    tree: list[EventNode] = []
    for feature in features_of(function, unit):
        message = f"not followed: {feature.name} of OpenCL 2.x, '{feature.written}'"
        walk.gap("PPC120", message, feature.at)
    for unknown in unit.unfamiliar:
        walk.gap("PPC113", f"{unknown.message} is not known", Origin(unknown.at))
    with walk.recording(tree):
        if function.body is not None:
            walk.execute(function.body, state)
    return KernelModel(
        function.declaration.name,
        function,
        unit.path,
        parameters,
        tuple(tree),
        tuple(walk.found.remarks.values()),
        not walk.found.gaps,
        tuple(walk.found.gaps),
    )


def _undefined(unit: TranslationUnit) -> frozenset[str]:
    """The program's own functions of which there is only a prototype."""
    defined = {f.declaration.key for f in unit.functions if f.body is not None}
    return frozenset(f.declaration.key for f in unit.functions) - defined


def _parameter(walk: Walk, index: int, parameter: Parameter, state: State) -> KernelParameter:
    declaration, type_ = parameter.declaration, parameter.type
    holder = walk.allocate(
        "variable",
        declaration.name,
        None,
        type_,
        parameter.at,
        declaration.key,
        declaration=declaration,
    )
    place = Place(holder, ZERO)
    walk.frame.places[declaration.key] = (place,)
    walk.frame.types[declaration.key] = (declaration.name, type_)
    target, symbol = None, None
    value: Value = Unknown("a parameter", parameter.at)
    if isinstance(type_, PointerType) or is_image(type_):
        element = type_.pointee if isinstance(type_, PointerType) else None
        target = walk.allocate(
            "parameter", declaration.name, None, element, parameter.at, "target", index
        )
        value = Pointer(target, ZERO)
    elif isinstance(type_, IntType | FloatType):
        symbol = walk.symbol("parameter", declaration.name, index)
        value = Number(Polynomial.atom(symbol))
    state.store(holder, 0, value)
    return KernelParameter(index, declaration.name, declaration, type_, target, symbol)
