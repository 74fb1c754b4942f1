"""Chooses a kernel's form: as it is written, with its OpenCL vectors by component, with its helpers
in it, and with rows along the first dimension or the second."""

from collections.abc import Iterator, Set
from dataclasses import replace

from pycparser import c_ast

from ppcl.analysis.workgroup.group_use import is_of_items_alone
from ppcl.analysis.workgroup.regions import NotProved, kernel_parts
from ppcl.analysis.workgroup.uniformity import changed_or_addressed, uniformity
from ppcl.backend.c.names import LANE
from ppcl.backend.c.printer import nodes_in
from ppcl.backend.forms.kernel import GIVEN, CompiledKernel, KernelForm, Surroundings
from ppcl.backend.forms.rows import SHORTEST, VECTOR_X, WIDTH
from ppcl.backend.forms.worth import irregular_weight, of_several_instructions
from ppcl.backend.lowering.library import Library
from ppcl.backend.refuse import NotCompiled
from ppcl.diag import ExitCode
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.unit import Function, Parameter
from ppcl.rewrite.components import Components, in_components
from ppcl.rewrite.dimensions import exchanged
from ppcl.rewrite.fewer_bits import in_fewer_bits
from ppcl.rewrite.from_zero import from_zero
from ppcl.rewrite.helpers import with_ended_branches, with_helpers
from ppcl.rewrite.inline import NotInlined, inlined
from ppcl.rewrite.invariant import read_once
from ppcl.rewrite.members import in_members
from ppcl.rewrite.own_variables import narrowed
from ppcl.rewrite.pointers import in_numbers
from ppcl.rewrite.steps import steps_apart
from ppcl.rewrite.versions import in_versions

_Form = tuple[CompiledKernel, Library]


def compile_kernel(function: Function, around: Surroundings) -> CompiledKernel:
    """The C form of a kernel. Raises NotCompiled where it has none."""
    if function.body is None:
        raise ValueError(f"{function.declaration.name} has no body")
    alone = with_ended_branches(narrowed(steps_apart(_alone(function.body, around))))
    body = _with_own_parameters(function, in_fewer_bits(in_versions(alone)))
    free = is_of_items_alone(function, around.functions)
    form = KernelForm(function, body, around, any_size=free)
    kernel, library = _best(form)
    turned = _turned(form)
    if turned is not None:
        other, used = _best(turned)
        if _count_of_vectors(other) >= _count_of_vectors(kernel):
            kernel, library = other, used
    around.library.used.update(library.used)
    return kernel


def _turned(form: KernelForm) -> KernelForm | None:
    """The form with rows along another dimension, if neighbours in memory are along that one, and
    rows may be long there."""
    alone = with_helpers(form.body, form.around.functions) or form.body
    if any(_is_call_of(node, form.around.needs_item) for node in descendants(alone)):
        return None
    bodies = [(exchanged(alone, other), other) for other in (1, 2)]
    found = [(_irregular(form, body), other, body) for body, other in bodies if body is not None]
    least, other, body = min(found, key=lambda each: each[:2], default=(0, 0, alone))
    if not other or least >= _irregular(form, alone):
        return None
    turned = replace(form, body=body, turned=other)
    long = turned.sizes and all(x >= SHORTEST for x, _, _ in turned.sizes)
    return turned if form.any_size or long else None


def _is_call_of(node: Node, keys: Set[str]) -> bool:
    return isinstance(node, ex.Call) and node.target is not None and node.target.key in keys


def _irregular(form: KernelForm, body: st.Block) -> int:
    return irregular_weight(body, form.along_rows(body))


def _best(form: KernelForm) -> _Form:
    """A kernel's form with the most vectors, and of those the fewest statements by lane."""
    body = _read_once(form, from_zero(form.body, form.along_rows(form.body)))
    forms = [_tried(replace(form, body=body)), *_others(form, body)]
    return max(forms, key=lambda each: (_count_of_vectors(each[0]), -_count_by_lane(each[0])))


def _read_once(form: KernelForm, body: st.Block) -> st.Block:
    """A body that reads what is far from the neighbours' in front of loops, if it can."""
    apart = of_several_instructions(body, form.along_rows(body))
    return read_once(body, apart, Components(form.around.functions.keys()))


def _others(form: KernelForm, body: st.Block) -> Iterator[_Form]:
    """A kernel's forms with other bodies, as far as they have one."""
    for other in _other_bodies(body, form):
        try:
            yield _tried(replace(form, body=_read_once(form, other)))
        except NotCompiled as refused:
            if refused.exit_code is ExitCode.INTERNAL:
                raise


def _other_bodies(body: st.Block, form: KernelForm) -> Iterator[st.Block]:
    """A kernel's body in forms that packs may run as vectors where they do not as it is."""
    around = form.around
    walking = in_numbers(body, form.along_rows(body).varying)
    apart = _in_parts(walking or body, around) or walking
    if apart is not None:
        yield apart
    flat = with_helpers(body, around.functions)
    if flat is not None:
        flat = in_numbers(flat, form.along_rows(flat).varying) or flat
        yield _in_parts(flat, around) or flat


def _in_parts(body: st.Block, around: Surroundings) -> st.Block | None:
    """A body without structures and OpenCL vectors, as far as they are numbers of their own."""
    own = around.functions.keys()
    whole = in_members(body, around.records, Components(own))
    return in_components(whole or body, own) or whole


def _tried(form: KernelForm) -> _Form:
    """A kernel's form, and what it uses of the library."""
    around, library = form.around, Library(dict(form.around.library.used))
    own = replace(form, around=replace(around, library=library))
    known = uniformity(own.whole_function, around.functions, around.constants)
    try:
        parts = kernel_parts(own.body, known)
    except NotProved as problem:
        return replace(own.with_states(), problem=problem), library
    return own.in_regions(parts, known), library


def _count_of_vectors(kernel: CompiledKernel) -> int:
    """How many packs run as vectors."""
    declared = (node for node in nodes_in(kernel.definitions) if isinstance(node, c_ast.Decl))
    return sum(node.name == VECTOR_X for node in declared)


def _count_by_lane(kernel: CompiledKernel) -> int:
    """How many loops over the lanes of a vector stand in a kernel."""
    loops = (node for node in nodes_in(kernel.definitions) if isinstance(node, c_ast.For))
    return sum(isinstance(loop.cond, c_ast.BinaryOp) and _is_width(loop.cond) for loop in loops)


def _is_width(condition: c_ast.BinaryOp) -> bool:
    sides = (condition.left, condition.right)
    return [side.name for side in sides if isinstance(side, c_ast.ID)] == [LANE, WIDTH]


def _alone(body: st.Block, around: Surroundings) -> st.Block:
    """A kernel's body with all barriers in itself."""
    try:
        return inlined(body, around.functions, around.with_barriers)
    except NotInlined as problem:
        raise NotCompiled(problem.reason, problem.at) from problem


def _with_own_parameters(function: Function, body: st.Block) -> st.Block:
    """The body, where parameters that it changes are variables of each work-item."""
    changed = changed_or_addressed(body)
    own = [p for p in function.parameters if p.declaration.key in changed]
    copies = tuple(st.Declare(p.at, (_copy(p),)) for p in own)
    return replace(body, body=(*copies, *body.body))


def _copy(parameter: Parameter) -> st.Variable:
    declaration = parameter.declaration
    given = Declaration(declaration.name, declaration.key + GIVEN)
    value = ex.NameRef(parameter.at, parameter.type, given, "parameter")
    return st.Variable(parameter.at, declaration, parameter.type, value, "auto")
