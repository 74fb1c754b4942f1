"""By which standard of OpenCL C a kernel file is read."""

import pytest

from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.ir.types import AddressSpace, IntType, PointerType
from ppcl.ir.unit import TranslationUnit
from tests.unit.frontend.checks import ROOT, function, kernel

GENERIC = "int first(int *p) { return *p; } kernel void k(global int *a) { a[1] = first(a); }"


def read(text: str, standard: str | None = None) -> TranslationUnit:
    options = ParseOptions(standard=standard)
    return parse_kernel(ROOT, "kernel.cl", options, {"kernel.cl": text.encode()})


@pytest.mark.parametrize(
    ("standard", "version", "device"),
    [
        (None, 120, 120),
        ("CL1.0", 100, 120),
        ("CL1.1", 110, 120),
        ("cl1.2", 120, 120),
        ("CL2.0", 200, 200),
        ("CL3.0", 300, 300),
        ("c99", 120, 120),  # a host's
    ],
)
def test_the_versions_of_a_standard(standard: str | None, version: int, device: int) -> None:
    test = f"__OPENCL_C_VERSION__ != {version} || __OPENCL_VERSION__ != {device}"
    assert not read(f"#if {test}\n#error version\n#endif\nkernel void k() {{}}", standard).problems


def test_the_standard_is_raised_for_a_source_that_needs_it() -> None:
    assert not read(GENERIC).problems
    assert not read("#if __OPENCL_C_VERSION__ < 300\nint a[missing];\n#endif").problems
    (parameter,) = function(read(GENERIC), "first").parameters
    assert parameter.type == PointerType(IntType("int", 32, True), AddressSpace.GENERIC)


def test_the_standard_that_is_asked_for_is_not_raised() -> None:
    assert read(GENERIC, "CL1.2").problems


def test_a_source_with_an_error_of_its_own_keeps_the_standard() -> None:
    unit = read("kernel void k(global int *a) { a[0] = missing; }")
    assert ["missing" in problem.message for problem in unit.problems] == [True]


def test_atomic_types_have_the_size_of_their_value() -> None:
    unit = read("kernel void k(global atomic_int *a, global atomic_ulong *b) { }", "CL2.0")
    assert [p.type for p in function(unit, "k").parameters] == [
        PointerType(IntType("int", 32, True), AddressSpace.GLOBAL),
        PointerType(IntType("unsigned long", 64, False), AddressSpace.GLOBAL),
    ]


def test_overloads_are_told_apart() -> None:
    text = """int __attribute__((overloadable)) f(int a) { return 1; }
              int __attribute__((overloadable)) f(float a) { return 2; }
              int plain(int a) { return 3; }"""
    keys = [f.declaration.key for f in kernel(text).functions]
    assert len(set(keys)) == len(keys)
    assert keys[-1] == "plain"
