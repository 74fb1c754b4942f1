"""What a host file has for others, and what it needs of them."""

import pytest

from ppcl.driver.programs.linkage import Linkage, is_external, last_name, linkage, plain_name
from ppcl.ir.unit import TranslationUnit
from tests.unit.frontend.checks import host


def of(text: str, path: str = "host.c", **files: str) -> Linkage:
    unit: TranslationUnit = host(text, path, **files)
    return linkage(unit)


def test_what_is_static_is_neither_defined_nor_needed() -> None:
    found = of("static int a; static int f(void) { return a; } int g(void) { return f(); }")
    assert found.defines == {"g"}
    assert not found.needs


def test_needs_are_functions_and_variables_that_are_declared_only() -> None:
    found = of("extern int n; int g(int); int unused(int); int f(void) { return g(n); }")
    assert found.needs == {"n", "g"}


def test_an_undeclared_function_is_needed() -> None:
    assert of("int f(void) { return helper(1); }").needs == {"helper"}


def test_what_a_system_header_declares_is_the_librarys() -> None:
    found = of("#include <stdlib.h>\nvoid f(void *p) { free(p); }")
    assert found.library == {"free"}
    assert not found.needs


@pytest.mark.parametrize("path", ["host.c", "host.cpp"])
def test_main_is_found_in_both_languages(path: str) -> None:
    assert of("int main(int argc, char **argv) { return 0; }", path).has_main
    assert not of("int domain(void) { return 0; }", path).has_main


def test_functions_of_cplusplus_have_a_name_that_c_could_use() -> None:
    found = of("int f(float x) { return (int)x; } namespace n { int g() { return 1; } }", "a.cpp")
    assert {plain_name(key) for key in found.defines} == {"f", None}


def test_methods_of_a_class_are_needed() -> None:
    """An object's table refers to all of them, and a virtual call names none."""
    found = of(
        "struct S { virtual int f(); virtual int g(); }; int h(S &s) { return s.f(); }", "a.cc"
    )
    assert len(found.needs) == 2


def test_names_of_kernels() -> None:
    text = """#include <CL/cl.h>
    void f(cl_program p, const char *name) {
        clCreateKernel(p, "sum", 0); const char *file = "dir/sum.cl"; const char *no = "a b";
        %s
    }"""
    found = of(text % "")
    assert (found.kernels, found.names_computed) == (("sum",), False)
    assert "dir/sum.cl" in found.texts
    assert "a b" not in found.texts
    assert of(text % "clCreateKernel(p, name, 0);").names_computed


@pytest.mark.parametrize(
    ("key", "external"), [("f", True), ("n::f", True), ("c:@F@f#", True), ("a.c:12", False)]
)
def test_keys_of_what_has_external_linkage(key: str, external: bool) -> None:
    assert is_external(key) is external


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("namespace n { int f(int) { return 0; } int v; }", {"f", "v"}),
        (
            "struct S { S(); ~S(); void g(); S &operator=(int); };"
            "S::S() {} S::~S() {} void S::g() {} S &S::operator=(int) { return *this; }",
            {"S", "g", "operator"},
        ),
    ],
)
def test_the_word_of_a_key_stands_in_its_definition(text: str, names: set[str]) -> None:
    assert {last_name(key) for key in of(text, "a.cpp").defines} == names


def test_a_template_has_no_word() -> None:
    assert last_name("c:@FT@>1#Tf#t0.0#v#") is None
