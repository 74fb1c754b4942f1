"""A program of many kernels takes as long for each as one of few."""

from ppcl.backend.lowering.library import Library
from ppcl.backend.program import compile_unit
from tests.calls import calls_of
from tests.unit.backend.small_kernel import unit_of

KERNEL = """
int next_{0}(local int *s) {{ barrier(CLK_LOCAL_MEM_FENCE); return s[{0}]; }}
kernel void k_{0}(global int *out, local int *s) {{ out[get_global_id(0)] = next_{0}(s); }}
"""
FEW, MANY = 5, 40


def test_the_calls_made_for_a_kernel_do_not_grow_with_their_number() -> None:
    calls_for(1)  # what is loaded once
    assert calls_for(MANY) / MANY < 1.1 * calls_for(FEW) / FEW


def calls_for(kernels: int) -> int:
    """The calls of functions that compile a program."""
    unit = unit_of("".join(KERNEL.format(number) for number in range(kernels)))
    return calls_of(lambda: compile_unit(unit, "_1", Library(), lambda at: "k.cl:1"))
