"""What a linker asks of a host file, and what the file says of its kernels."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.walk.calls.reach import is_opencl
from ppcl.driver.sources.project import KERNEL_SUFFIXES
from ppcl.frontend import is_binding
from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.unit import Function, Problem, TranslationUnit

_LAUNCHES = ("clEnqueueNDRangeKernel", "clEnqueueTask")
# Of the C++ bindings.
_LAUNCHING = (
    *("cl::CommandQueue::enqueueNDRangeKernel", "cl::CommandQueue::enqueueTask"),
    "cl::KernelFunctor::operator()",
)
_UNDECLARED = re.compile(r"call to undeclared (?:library )?function '(\w+)'")
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Linkage:
    """What a host file has for others, what it needs of them, and what it says of kernels.

    `defines`, `needs` and `library` are keys of functions and variables with external linkage;
    `library` are those used ones that a system header declares, save OpenCL's, which in a tree are
    a loader's. `variables` are the variables among what is needed. `kernels` are the names given to
    clCreateKernel as string constants, `texts` all constants that may be names or paths of kernels;
    `names_computed` says that some kernel's name is no constant.
    """

    path: str
    cplusplus: bool
    defines: frozenset[str]
    needs: frozenset[str]
    library: frozenset[str]
    launches: bool
    variables: frozenset[str] = frozenset()
    kernels: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    names_computed: bool = False
    error: Problem | None = None

    @property
    def has_main(self) -> bool:
        """Whether a program starts in the file."""
        return any((plain_name(key) or key) == "main" for key in self.defines)


def linkage(unit: TranslationUnit) -> Linkage:
    """The linkage of a parsed host file."""
    nodes = list(_nodes(unit))
    calls = [node for node in nodes if isinstance(node, ex.Call)]
    created = [call for call in calls if call.callee == "clCreateKernel"]
    names = [_literal(call.arguments[1]) for call in created if len(call.arguments) > 1]
    texts = [_text(node) for node in nodes if isinstance(node, ex.StringLiteral)]
    kernels = tuple(dict.fromkeys(name for name in names if name is not None))
    defined = _defined(unit)
    used = frozenset(filter(is_external, (key for node in nodes for key in _used(node))))
    needed = _needed(unit, used)
    return Linkage(
        unit.path,
        unit.language == "c++",
        defined,
        needed - defined,
        frozenset(key for key in used - needed - defined if not is_opencl(key)),
        any(map(is_launch, calls)),
        frozenset(key for node in nodes for key in _variable(node)) & (used - defined),
        kernels,
        tuple(text for text in dict.fromkeys(texts) if _may_name_a_kernel(text)),
        None in names,
        next((p for p in unit.problems if p.severity in ("error", "fatal")), None),
    )


def is_launch(node: Node) -> bool:
    """Whether the program itself launches a kernel here, by the C API or by the bindings."""
    if not isinstance(node, ex.Call) or is_binding(node.at.span.file):
        return False
    return node.callee in _LAUNCHES or node.callee in _LAUNCHING


def is_external(key: str) -> bool:
    """Whether a declaration's key is equal in all files: a plain name, a qualified one, a USR."""
    return key.startswith("c:@") or all(_NAME.fullmatch(part) for part in key.split("::"))


def plain_name(key: str) -> str | None:
    """The name of the C++ function of a key that C could define: one outside every scope."""
    found = re.match(r"c:@F@(\w+)#", key)
    return found[1] if found is not None else None


def last_name(key: str) -> str | None:
    """The word that a definition of a key's function or variable has in its text; None for a
    template, whose definition users include."""
    last = key.partition("#")[0].rsplit("@", 1)[-1].rsplit("::", 1)[-1]
    found = re.match(r"~?([A-Za-z_]\w*)", last)
    return found[1] if found is not None else None


def _nodes(unit: TranslationUnit) -> Iterator[Node]:
    for function in unit.functions:
        if function.body is not None:
            yield from descendants(function.body)
    for variable in unit.globals:
        yield from descendants(variable)


def _defined(unit: TranslationUnit) -> frozenset[str]:
    functions = {f.declaration.key for f in unit.functions if f.body is not None}
    variables = {
        variable.declaration.key
        for variable in unit.globals
        if variable.storage == "global" or (variable.storage == "extern" and variable.init)
    }
    return frozenset(filter(is_external, functions | variables))


def _needed(unit: TranslationUnit, used: frozenset[str]) -> frozenset[str]:
    """What is used and declared by the program itself, or by nobody; and the methods of its
    classes, which an object's table refers to."""
    declared = {f.declaration.key for f in unit.functions}
    declared |= {variable.declaration.key for variable in unit.globals}
    undeclared = (_UNDECLARED.search(problem.message) for problem in unit.problems)
    declared |= {found[1] for found in undeclared if found is not None}
    methods = {f.declaration.key for f in unit.functions if _is_open_method(f)}
    return (used & declared) | frozenset(filter(is_external, methods))


def _is_open_method(function: Function) -> bool:
    return function.owner is not None and function.body is None and not function.template


def _used(node: Node) -> Iterator[str]:
    match node:
        case ex.NameRef(kind="variable" | "function"):
            yield node.declaration.key
        case ex.Call() | ex.Construct() if node.target is not None:
            yield node.target.key


def _variable(node: Node) -> Iterator[str]:
    if isinstance(node, ex.NameRef) and node.kind == "variable":
        yield node.declaration.key


def _literal(node: ex.Expression) -> str | None:
    while isinstance(node, ex.Cast):
        node = node.operand
    return _text(node) if isinstance(node, ex.StringLiteral) else None


def _text(node: ex.StringLiteral) -> str:
    return node.value.decode("utf-8", "replace")


def _may_name_a_kernel(text: str) -> bool:
    return bool(_NAME.fullmatch(text)) or text.endswith(KERNEL_SUFFIXES)
