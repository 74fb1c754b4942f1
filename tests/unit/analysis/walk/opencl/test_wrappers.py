"""Wrappers round clSetKernelArg and clCreateKernel: indices that count, packs, tables."""

from pathlib import Path

import pytest

from tests.unit.analysis.sources import analysed
from tests.unit.analysis.walk.core.test_tables import KERNELS, table

HEAD = """\
#include <CL/cl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
cl_context context;
cl_command_queue queue;
cl_program program;
"""
MAIN = """
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    size_t global = n;
    cl_int err;
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * n, NULL, &err);
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * n, NULL, &err);
    cl_kernel k = clCreateKernel(program, "first", &err);
%s
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL, NULL);
    return 0;
}
"""
C = {
    "a global counter": (
        "static int next;\nstatic void set(cl_kernel k, size_t s, const void *p)"
        "{ clSetKernelArg(k, next++, s, p); }",
        "next = 0; set(k, sizeof x, &x); set(k, sizeof y, &y); set(k, sizeof n, &n);",
    ),
    "a static counter": (
        "static void set(cl_kernel k, size_t s, const void *p)"
        "{ static int next = 0; clSetKernelArg(k, next, s, p); next += 1; }",
        "set(k, sizeof x, &x); set(k, sizeof y, &y); set(k, sizeof n, &n);",
    ),
    "a counter by pointer": (
        "static void set(cl_kernel k, cl_uint *at, size_t s, const void *p)"
        "{ clSetKernelArg(k, (*at)++, s, p); }",
        "cl_uint at = 0; set(k, &at, sizeof x, &x); set(k, &at, sizeof y, &y);"
        "set(k, &at, sizeof n, &n);",
    ),
    "a member": (
        "struct state { cl_kernel k; int next; };\nstatic void set(struct state *s, size_t size,"
        "const void *p) { clSetKernelArg(s->k, s->next++, size, p); }",
        "struct state s = {k, 0}; set(&s, sizeof x, &x); set(&s, sizeof y, &y);"
        "set(&s, sizeof n, &n);",
    ),
    "a wrapper of handles": (
        "static void set_mem(cl_kernel k, int i, cl_mem *m) { clSetKernelArg(k, i, sizeof *m, m); }"
        "static cl_mem same(cl_mem m) { return m; }",
        "cl_mem z = same(y); set_mem(k, 0, &x); set_mem(k, 1, &z); clSetKernelArg(k, 2, 4, &n);",
    ),
    "sizes and pointers": (
        "static void set(cl_kernel k, int n, ...) { va_list ap; va_start(ap, n);"
        "for (int i = 0; i < n; i++) { size_t s = va_arg(ap, size_t);"
        "clSetKernelArg(k, i, s, va_arg(ap, void *)); } va_end(ap); }",
        "set(k, 3, sizeof x, &x, sizeof y, &y, sizeof n, &n);",
    ),
    "type codes": (
        "static void set(cl_kernel k, const char *types, ...) { va_list ap; va_start(ap, types);"
        "int at = 0; while (*types) { switch (*types) {"
        "case 'm': { cl_mem m = va_arg(ap, cl_mem); clSetKernelArg(k, at, sizeof m, &m); break; }"
        "case 'i': { int v = va_arg(ap, int); clSetKernelArg(k, at, sizeof v, &v); break; } }"
        "at++; types++; } va_end(ap); }",
        'set(k, "mmi", x, y, n);',
    ),
    "codes of an enumeration": (
        "enum code { MEM, INT, END };"
        "static void fill(cl_kernel k, va_list ap) { for (int at = 0; at < 8; at++) {"
        "int code = va_arg(ap, int); if (code == END) break;"
        "if (code == MEM) { cl_mem m = va_arg(ap, cl_mem); clSetKernelArg(k, at, sizeof m, &m); }"
        "else { int v = va_arg(ap, int); clSetKernelArg(k, at, sizeof v, &v); } } }"
        "static void set(cl_kernel k, ...) { va_list ap; va_start(ap, k); fill(k, ap);"
        "va_end(ap); }",
        "set(k, MEM, x, MEM, y, INT, n, END);",
    ),
    "while": (
        "",
        "size_t s[] = {sizeof x, sizeof y, sizeof n}; void *p[] = {&x, &y, &n}; int i = 0;"
        "while (i < 3) { clSetKernelArg(k, i, s[i], p[i]); i++; }",
    ),
    "a table that ends": (
        "",
        "struct { size_t s; void *p; } t[] = {{sizeof x, &x}, {sizeof y, &y}, {sizeof n, &n},"
        "{0, NULL}}; int i = 0; while (t[i].s) { clSetKernelArg(k, i, t[i].s, t[i].p); i++; }",
    ),
}
CXX = {
    "a reference": (
        "static void set(cl_kernel k, int &at, const cl_mem &m)"
        "{ clSetKernelArg(k, at++, sizeof m, &m); }",
        "int at = 0; set(k, at, x); set(k, at, y); clSetKernelArg(k, at, sizeof n, &n);",
    ),
    "a recursive template": (
        "static void set(cl_kernel, int) {}\ntemplate <class T, class... R>"
        "void set(cl_kernel k, int at, T first, R... rest)"
        "{ clSetKernelArg(k, at, sizeof(T), &first); set(k, at + 1, rest...); }",
        "set(k, 0, x, y, n);",
    ),
    "a pack in a list": (
        "template <class... A> void set(cl_kernel k, const A &...all) { cl_uint at = 0;"
        "int done[] = {(clSetKernelArg(k, at++, sizeof(all), &all), 0)...}; (void)done; }",
        "set(k, x, y, n);",
    ),
    "a pack folded": (
        "template <class... A> void set(cl_kernel k, const A &...all) { cl_uint at = 0;"
        "(clSetKernelArg(k, at++, sizeof(all), &all), ...); }",
        "set(k, x, y, n);",
    ),
    "a chain of calls": (
        "struct Binder { cl_kernel k; int at; Binder(cl_kernel one) : k(one), at(0) {}"
        "template <class T> Binder &operator()(const T &v)"
        "{ clSetKernelArg(k, at++, sizeof(T), &v); return *this; } };",
        "Binder(k)(x)(y)(n);",
    ),
}


@pytest.mark.parametrize(("name", "wrapper"), [("h.c", w) for w in C] + [("h.cpp", w) for w in CXX])
def test_a_wrapper_sets_the_arguments(tmp_path: Path, name: str, wrapper: str) -> None:
    before, calls = (C if name == "h.c" else CXX)[wrapper]
    facts = analysed(tmp_path, {name: f"{HEAD}{before}{MAIN % calls}", "k.cl": KERNELS})
    assert table(facts) == [("first", ["x", "y", "atoi"])]
    assert facts.host.complete


@pytest.mark.parametrize(
    "calls",
    [
        "int at = n; clSetKernelArg(k, at++, sizeof x, &x);",
        "show(&next); set(k, sizeof x, &x);",
        "if (n > 3) next = 1; set(k, sizeof x, &x); set(k, sizeof y, &y);",
        "for (int i = 0; i < n; i++) set(k, sizeof x, &x);",
        "many(k, n, &x, &y);",
    ],
)
def test_a_counter_that_is_not_known(tmp_path: Path, calls: str) -> None:
    before = """
static int next;
void show(int *);
static void set(cl_kernel k, size_t s, const void *p) { clSetKernelArg(k, next++, s, p); }
static void many(cl_kernel k, int n, ...) {
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        clSetKernelArg(k, i, sizeof(cl_mem), va_arg(ap, void *));
    va_end(ap);
}
"""
    facts = analysed(tmp_path, {"h.c": f"{HEAD}{before}{MAIN % calls}", "k.cl": KERNELS})
    assert "unknown" in table(facts)[0][1]


def test_a_list_of_arguments_that_goes_out_of_sight(tmp_path: Path) -> None:
    """Who gets the list gets the pointers in it."""
    before = """
void elsewhere(va_list ap);
static void set(cl_kernel k, ...) {
    va_list ap;
    va_start(ap, k);
    elsewhere(ap);
    va_end(ap);
}
"""
    calls = "    set(k, &x);\n    clSetKernelArg(k, 0, sizeof x, &x);\n"
    calls += "    clSetKernelArg(k, 1, sizeof y, &y);"
    facts = analysed(tmp_path, {"h.c": f"{HEAD}{before}{MAIN % calls}", "k.cl": KERNELS})
    assert table(facts)[0][1] == ["unknown", "y"]


def test_one_of_two_kernels(tmp_path: Path) -> None:
    calls = '    k = clCreateKernel(program, n > 3 ? "first" : "second", &err);\n'
    calls += "    clSetKernelArg(k, 0, sizeof x, &x);\n    clSetKernelArg(k, 1, sizeof y, &y);\n"
    facts = analysed(tmp_path, {"h.c": f"{HEAD}{MAIN % calls}", "k.cl": KERNELS})
    assert table(facts) == [("first", ["x", "y"]), ("second", ["x", "y"])]


def test_an_error_code_in_a_struct_is_not_the_whole_struct(tmp_path: Path) -> None:
    before = "struct all { cl_mem m; cl_int status; cl_mem z; } all;\n"
    calls = "    all.m = x;\n    all.z = clCreateBuffer(context, 0, n, NULL, &all.status);\n"
    calls += "    clSetKernelArg(k, 0, sizeof x, &all.m);\n"
    calls += "    clSetKernelArg(k, 1, sizeof y, &all.z);\n"
    calls += "    clSetKernelArg(k, 2, sizeof n, &all.status);\n"
    facts = analysed(tmp_path, {"h.c": f"{HEAD}{before}{MAIN % calls}", "k.cl": KERNELS})
    assert table(facts)[0][1] == ["x", "z", "status"]


def test_what_is_written_from_the_first_member_on_may_be_all(tmp_path: Path) -> None:
    before = "struct all { cl_uint count; cl_mem m; } all;\n"
    calls = "    all.m = x;\n    clGetDeviceInfo(NULL, 0, sizeof all, &all.count, NULL);\n"
    calls += "    clSetKernelArg(k, 0, sizeof x, &all.m);\n"
    facts = analysed(tmp_path, {"h.c": f"{HEAD}{before}{MAIN % calls}", "k.cl": KERNELS})
    assert table(facts)[0][1] == ["unknown"]


def test_local_memory_of_a_size_that_may_be_zero(tmp_path: Path) -> None:
    before = """
static void set(cl_kernel k, int at, void *p, int size) {
    if (!size)
        clSetKernelArg(k, at, sizeof p, &p);
    else
        clSetKernelArg(k, at, size, p);
}
"""
    calls = "    set(k, 0, x, 0);\n    set(k, 1, y, 0);\n    set(k, 2, NULL, 4 * n);\n"
    kernels = KERNELS.replace("int n", "__local int *n").replace("[n]", "[*n]")
    facts = analysed(tmp_path, {"h.c": f"{HEAD}{before}{MAIN % calls}", "k.cl": kernels})
    assert [argument.kind for argument in facts.host.launches[0].arguments][2] == "local"
    assert table(facts)[0][1] == ["x", "y", "local"]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ('const char *t = "\\xe9";', "-23"),
        ('const unsigned char *t = (const unsigned char *)"\\xe9";', "233"),
        ('const wchar_t *t = L"\\xe9";', None),
    ],
)
def test_a_character_of_a_string(tmp_path: Path, text: str, known: str | None) -> None:
    calls = f"    {text}\n    int c = t[0];\n    clSetKernelArg(k, 2, sizeof c, &c);\n"
    facts = analysed(
        tmp_path, {"h.c": f"#include <stddef.h>\n{HEAD}{MAIN % calls}", "k.cl": KERNELS}
    )
    value = str(facts.host.launches[0].arguments[2].value)
    assert value == known if known is not None else not value.lstrip("-").isdigit()


@pytest.mark.parametrize("test", ["if (!late)", "if (late == NULL)"])
def test_a_buffer_may_be_null_where_its_call_fails(tmp_path: Path, test: str) -> None:
    calls = "    cl_mem late = clCreateBuffer(context, 0, 1 << 30, NULL, NULL);\n"
    calls += f"    {test} late = clCreateBuffer(context, 0, n, NULL, NULL);\n"
    calls += "    clSetKernelArg(k, 0, sizeof x, &late);\n"
    facts = analysed(tmp_path, {"h.c": f"{HEAD}{MAIN % calls}", "k.cl": KERNELS})
    assert len(facts.host.launches[0].arguments[0].buffers) == 2


def test_a_kernel_that_is_made_where_another_cannot_be_is_launched(tmp_path: Path) -> None:
    calls = '    if (!k) k = clCreateKernel(program, "second", NULL);\n'
    facts = analysed(tmp_path, {"h.c": f"{HEAD}{MAIN % calls}", "k.cl": KERNELS})
    assert {launch.kernel for launch in facts.host.launches} == {"first", "second"}
