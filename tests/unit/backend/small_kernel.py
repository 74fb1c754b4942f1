"""Kernels of a few lines, parsed and compiled to C without a host."""

from pathlib import Path

from ppcl.backend.c.printer import printed
from ppcl.backend.lowering.library import Library
from ppcl.backend.program import CompiledProgram, compile_unit
from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.ir.unit import Function, TranslationUnit

HEAD = "kernel void k(global int *out, global const int *in, int n, local int *s)\n"


def unit_of(text: str) -> TranslationUnit:
    """A program's text, which has no mistake."""
    unit = parse_kernel(Path("/"), "k.cl", ParseOptions(), {"k.cl": text.encode()})
    assert unit.problems == (), unit.problems
    return unit


def kernel_of(body: str, before: str = "") -> tuple[Function, TranslationUnit]:
    """A kernel with this body, and its unit."""
    unit = unit_of(f"{before}\n{HEAD}{{ {body} }}")
    return next(f for f in unit.functions if f.kernel), unit


def compiled(text: str) -> CompiledProgram:
    """A program's text in C. Raises NotCompiled where one of its kernels has none."""
    program = compile_unit(unit_of(text), "_1", Library(), lambda at: "k.cl:1")
    for _, refused in program.refused:
        raise refused
    return program


def c_of(body: str, before: str = "") -> str:
    """The C of a kernel with this body."""
    return printed(compiled(f"{before}\n{HEAD}{{ {body} }}").definitions)
