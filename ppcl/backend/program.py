"""All kernels of one program text as C: its records, constants, helpers and kernels."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ppcl.analysis.workgroup.barriers import functions_with_barriers
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS, LocalSize
from ppcl.backend.c.ctree import CTypes, Tree
from ppcl.backend.c.names import Names, c_identifier, names_written
from ppcl.backend.c.printer import comment, names_in
from ppcl.backend.forms import signature
from ppcl.backend.forms.choice import compile_kernel
from ppcl.backend.forms.kernel import CompiledKernel, Surroundings
from ppcl.backend.lowering.constants import constant_trees
from ppcl.backend.lowering.library import Library
from ppcl.backend.lowering.records import check_records, record_trees
from ppcl.backend.refuse import NotCompiled, recursive
from ppcl.diag import ExitCode
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.traverse import descendants
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.rewrite.own_variables import with_own_variables
from ppcl.rewrite.powers import with_products


@dataclass(frozen=True)
class CompiledProgram:
    """The C of one program text; `refused` are the kernels that have none, and why."""

    unit: TranslationUnit
    definitions: tuple[Tree, ...]
    kernels: tuple[CompiledKernel, ...]
    refused: tuple[tuple[Function, NotCompiled], ...] = ()


def compile_unit(
    unit: TranslationUnit,
    suffix: str,
    library: Library,
    place: Callable[[Origin], str],
    check: Callable[[Function], None] = lambda kernel: None,
    local_sizes: Callable[[Function], tuple[LocalSize, ...]] = lambda kernel: (),
) -> CompiledProgram:
    """The C form of the kernels of a translation unit. Raises NotCompiled where what they share has
    none; `check` refuses kernels, too. `local_sizes`: those that a kernel is known to be
    launched with."""
    own = {f.declaration.key for f in unit.functions if f.body is not None}
    defined = (f for f in unit.functions if f.body is not None)
    bodies = [with_products(with_own_variables(f), own) for f in defined]
    functions = {f.declaration.key: f for f in bodies}
    check_records(unit, ())
    types, names = _types(unit, suffix), _names(unit, functions, suffix)
    around = Surroundings(
        names,
        types,
        library,
        functions,
        frozenset(_that_need_items(functions)),
        functions_with_barriers(functions),
        unit.records,
        frozenset(v.declaration.key for v in unit.globals),
        place,
        suffix,
        check,
        local_sizes,
    )
    tried = [(f, _kernel(f, unit, around)) for f in functions.values() if f.kernel]
    kernels = tuple(found for _, found in tried if isinstance(found, CompiledKernel))
    refused = tuple((f, found) for f, found in tried if isinstance(found, NotCompiled))
    used = names_in(tree for kernel in kernels for tree in kernel.definitions)
    values = constant_trees(unit.globals, around.statements(around.own_names()).expressions)
    first = [*record_trees(unit, types), *values]
    helpers = _helpers(around, used)
    made = [tree for kernel in kernels for tree in _headed(kernel, around)]
    return CompiledProgram(unit, (*first, *helpers, *made), kernels, refused)


def _types(unit: TranslationUnit, suffix: str) -> CTypes:
    return CTypes(
        {name: f"{c_identifier(name)}{suffix}" for name in unit.records},
        frozenset(name for name, record in unit.records.items() if record.union),
    )


def _names(unit: TranslationUnit, functions: Mapping[str, Function], suffix: str) -> Names:
    """The names of a program's functions and constants."""
    names = Names()
    for key, function in functions.items():
        names.spelled[key] = names.unique(f"{function.declaration.name}{suffix}")
    for variable in unit.globals:
        names.spelled[variable.declaration.key] = c_identifier(variable.declaration.name) + suffix
    return names


def _kernel(
    function: Function, unit: TranslationUnit, around: Surroundings
) -> CompiledKernel | NotCompiled:
    """A kernel that has a C form, and so has all that it calls; or why it has none."""
    ordered: list[str] = []
    try:
        _visit(function.declaration.key, around.functions, (), ordered)
        check_records(unit, [around.functions[key] for key in ordered])
        around.check(function)
        kernel = compile_kernel(function, around)
        _helpers(around, names_in(kernel.definitions))
    except NotCompiled as refused:
        if refused.exit_code is ExitCode.INTERNAL:
            raise
        return refused
    return kernel


def _headed(kernel: CompiledKernel, around: Surroundings) -> Iterator[Tree]:
    """A kernel's functions, with a comment that says where it is from."""
    name, at = kernel.function.declaration.name, around.place(kernel.function.at)
    yield comment(f"kernel {name}, {at}")
    if kernel.problem is not None:
        where = around.place(kernel.problem.at)
        yield comment(f"its barriers have states, as {kernel.problem.reason} ({where})")
    if kernel.turned:
        other = kernel.turned
        what = f"dimensions 0 and {other} are exchanged"
        yield comment(f"{what}: neighbours in memory are those along {other}")
    for plain in kernel.plain:
        yield comment(f"no vectors, {around.place(plain.at)}: {plain.reason}")
    yield from kernel.definitions


def _that_need_items(functions: Mapping[str, Function]) -> set[str]:
    """The functions that ask for their work-item, by themselves or by what they call."""
    found: set[str] = set()
    known = -1
    while known != len(found):
        known = len(found)
        found |= {key for key, f in functions.items() if _asks(f, found)}
    return found


def _asks(function: Function, found: set[str]) -> bool:
    return any(
        call.callee in ITEM_FUNCTIONS or (call.target is not None and call.target.key in found)
        for call in _calls(function)
    )


def _calls(function: Function) -> Iterator[ex.Call]:
    if function.body is not None:
        yield from (node for node in descendants(function.body) if isinstance(node, ex.Call))


def _helpers(around: Surroundings, used: set[str]) -> list[Tree]:
    """The helper functions that kernels call, those that are called before those that call."""
    functions = around.functions
    wanted = [key for key in functions if around.names.spelled[key] in used]
    ordered: list[str] = []
    for key in wanted:
        _visit(key, functions, (), ordered)
    return [_helper(functions[key], around) for key in ordered if key not in around.with_barriers]


def _visit(
    key: str, functions: Mapping[str, Function], above: tuple[str, ...], ordered: list[str]
) -> None:
    if key in ordered:
        return
    for call in _calls(functions[key]):
        target = call.target.key if call.target is not None else ""
        if target in (*above, key):
            raise recursive(call)
        if target in functions:
            _visit(target, functions, (*above, key), ordered)
    ordered.append(key)


def _helper(function: Function, around: Surroundings) -> Tree:
    names = around.own_names()
    for parameter in function.parameters:
        declaration = parameter.declaration
        names.spelled[declaration.key] = names.unique(declaration.name)
    lower = replace(around.statements(names), result=function.result)
    if function.body is None:
        raise ValueError(function.declaration.name)
    names.written |= names_written(function.body)
    names.tell_apart(function.body, set(names.taken))
    body = lower.all(function.body.body)
    needs = function.declaration.key in around.needs_item
    taken = signature.parameters(signature.ITEM) if needs else []
    taken += [
        around.types.declare(names.spelled[p.declaration.key], p.type) for p in function.parameters
    ]
    used = names_in(body)
    before = list(signature.work_item_names(used, True))
    used |= names_in(before)
    void = list(signature.unused(used, [tree.name for tree in taken]))
    name = names.spelled[function.declaration.key]
    result = around.types.typename(function.result)
    return signature.function(name, result, taken, [*void, *before, *body])
