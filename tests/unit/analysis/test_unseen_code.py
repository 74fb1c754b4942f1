"""Code that runs where no call is seen: it is followed, or a place says why it is not."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from tests.unit.analysis.sources import analysed

KERNEL = "__kernel void k(__global float *a, int n) { a[get_global_id(0)] = n; }\n"
HEAD = """\
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
cl_context context;
cl_command_queue queue;
static int n = 5;
"""
LAUNCH = """
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "k", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    size_t global = 1024;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &x);
    clSetKernelArg(kernel, 1, sizeof(int), &n);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
"""


def read(root: Path, before: str, body: str, name: str = "host.c", **others: str) -> Facts:
    """The facts of a program that launches with `n` after `body`."""
    main = f"int main(int argc, char **argv)\n{{\n{body}\n{LAUNCH}}}\n"
    more = {f"{other}.c": text for other, text in others.items()}
    return analysed(root, {name: f"{HEAD}{before}\n{main}", **more, "k.cl": KERNEL})


def bound(facts: Facts) -> str:
    """What the kernel gets for `n`."""
    return str(facts.host.launches[0].arguments[1].value)


def codes(facts: Facts) -> set[str]:
    """The codes of what is told with a place."""
    return {remark.code for remark in facts.host.remarks if remark.location is not None}


CALLBACK = "static void CL_CALLBACK back(cl_program p, void *u) { %s }"
BUILDS = "cl_program p = 0; int m = 5; %s"
UNKNOWN = [
    ("build", CALLBACK % "n--;", BUILDS % 'clBuildProgram(p, 0, 0, "", back, 0);', "PPC108"),
    (
        "data",
        CALLBACK % "--*(int *)u;",
        BUILDS % 'clBuildProgram(p, 0, 0, "", back, &n);',
        "PPC108",
    ),
    (
        "compile",
        CALLBACK % "n--;",
        BUILDS % 'clCompileProgram(p, 0, 0, "", 0, 0, 0, back, 0);',
        "PPC108",
    ),
    (
        "link",
        CALLBACK % "n--;",
        BUILDS % 'clLinkProgram(context, 0, 0, "", 1, &p, back, 0, 0);',
        "PPC108",
    ),
    (
        "context",
        "static void CL_CALLBACK back(const char *e, const void *i, size_t s, void *u) { n--; }",
        "clCreateContext(0, 0, 0, back, 0, 0);",
        "PPC108",
    ),
    (
        "chosen",
        CALLBACK % "n--;" + "void (*other(void))(cl_program, void *);",
        BUILDS % "void (*q)(cl_program, void *) = argc ? other() : back; "
        'clBuildProgram(p, 0, 0, "", q, 0);',
        "PPC108",
    ),
    ("atexit", "static void back(void) { n--; }", "atexit(back);", "PPC108"),
    ("printf", "", 'printf("abc%n", &n);', "PPC112"),
    ("hhn", "", 'fprintf(stderr, "abc%hhn", (signed char *)&n);', "PPC112"),
    ("positional", "", 'printf("abc%1$n", &n);', "PPC112"),
    ("snprintf", "", 'char b[9]; snprintf(b, 9, "%d%n", 7, &n);', "PPC112"),
    ("no literal", "", "printf(argv[1], &n);", "PPC112"),
    ("alias", 'void f(void) {} void g(void) __attribute__((alias("f")));', "g();", "PPC113"),
    ("ifunc", 'void f(void) {} void g(void) __attribute__((ifunc("f")));', "g();", "PPC113"),
    (
        "init_array",
        "static void on(void) { n--; }\n"
        'static void (*p)(void) __attribute__((section(".init_array"), used)) = on;',
        "",
        "PPC113",
    ),
    ("in a macro", '#define A(x) __attribute__((x))\nextern int v A(alias("n"));', "", "PPC113"),
    ("pragma weak", "int f(void) { return 1; }\n#pragma weak f", "", "PPC113"),
    ("_Pragma", '_Pragma("weak f = g") int f(void);', "", "PPC113"),
    ("pragma in a macro", "#define P(x) _Pragma(#x)\nP(weak f = g)", "", "PPC113"),
    ("label", 'int f(void) __asm__("g");', "n = f();", "PPC113"),
    ("assembly", 'asm(".globl f");', "", "PPC113"),
]


@pytest.mark.parametrize(
    ("before", "body", "code"), [c[1:] for c in UNKNOWN], ids=[c[0] for c in UNKNOWN]
)
def test_what_is_not_followed_has_a_place(
    before: str, body: str, code: str, tmp_path: Path
) -> None:
    facts = read(tmp_path, before, body)
    assert code in codes(facts)
    assert not facts.host.complete or bound(facts) != "5"


KNOWN = [
    (
        "tells",
        "static void CL_CALLBACK tell(const char *e, const void *i, size_t s, void *u)\n"
        '{ (void)i, (void)u; if (s) fprintf(stderr, "%s\\n", e); exit(1); }',
        "clCreateContext(0, 0, 0, tell, 0, 0);",
    ),
    ("no callback", "", 'clBuildProgram(0, 0, 0, "", NULL, NULL);'),
    ("formats", "", 'printf("%5.2f%%|%-*d|%s|%p|%\'ld|%zu\\n", 1.0, 3, n, argv[0], &n, 1L, 2ul);'),
    (
        "attributes",
        "#define UNUSED __attribute__((__unused__))\n#define A(x) __attribute__(x)\n"
        "struct __attribute__((packed, aligned(4))) s { int a; };\n"
        "static inline __attribute__((always_inline)) int f(int a UNUSED) { return 1; }\n"
        "void stop(void) A((noreturn)); void say(const char *, ...) A((format(printf, 1, 2)));\n"
        '__attribute__((section(".data.here"))) int kept;',
        "f(1);",
    ),
    (
        "pragmas",
        '#pragma once\n#pragma pack(push, 1)\n#  pragma GCC diagnostic ignored "-Wall"\n'
        "#pragma pack(pop)\n#define P(x) _Pragma(#x)\n#if 0\n#pragma weak n\n#endif",
        "P(unroll 4)\nfor (int i = 0; i < 3; i++) { }\n#pragma omp parallel for\n"
        "for (int i = 0; i < 3; i++) { }",
    ),
    ("unused macro", '#define OTHER __attribute__((alias("f")))', ""),
    ("weak alone", "__attribute__((weak)) int f(int r) { return r; }", "n = f(5);"),
]


@pytest.mark.parametrize(("before", "body"), [c[1:] for c in KNOWN], ids=[c[0] for c in KNOWN])
def test_what_is_known_costs_nothing(before: str, body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, before, body)
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == "5"


WEAK = "__attribute__((weak)) int f(int r) { return r; }"
STRONG = "int f(int r) { return r - 1; }"


@pytest.mark.parametrize(("first", "second"), [(WEAK, STRONG), (STRONG, WEAK)])
def test_a_strong_definition_counts(first: str, second: str, tmp_path: Path) -> None:
    facts = read(tmp_path, first, "n = f(5);", other=second)
    assert facts.host.complete
    assert bound(facts) == "4"


def test_of_two_weak_definitions_none_is_certain(tmp_path: Path) -> None:
    other = WEAK.replace("return r", "return r + 1")
    facts = read(tmp_path, WEAK, "n = f(5);", other=other)
    assert "PPC114" in codes(facts)
    assert not facts.host.complete


def test_a_weak_function_that_is_not_there(tmp_path: Path) -> None:
    before = "int f(void) __attribute__((weak));"
    (launch,) = read(tmp_path, before, "if (f) n = 6; if (&f) n = 6;").host.launches
    assert str(launch.arguments[1].value) not in ("5", "6")


def test_a_tentative_definition_gives_way(tmp_path: Path) -> None:
    facts = read(tmp_path, "int m;", "n = m;", other="int m = 7;")
    assert facts.host.complete
    assert bound(facts) == "7"


def test_a_prototype_marks_a_constructor(tmp_path: Path) -> None:
    before = "static void on(void) __attribute__((constructor));\nstatic void on(void) { n = 8; }"
    facts = read(tmp_path, before, "")
    assert facts.host.complete
    assert bound(facts) == "8"


def test_a_kernel_with_an_attribute_that_is_not_known(tmp_path: Path) -> None:
    host = f"{HEAD}int main(void)\n{{{LAUNCH}}}\n"
    kernel = KERNEL.replace("__kernel", "__attribute__((autorun)) __kernel")
    facts = analysed(tmp_path, {"host.c": host, "k.cl": kernel})
    assert not facts.kernels["k"].complete
    assert "PPC113" in {remark.code for remark in facts.kernels["k"].remarks}


ENDS = """
static int m;
struct D { int &r; ~D() { r--; } };
struct P { int *p; int k; ~P() { --*p; } };
struct H { D d; };
static D make() { return D{n}; }
static int last() { return D{n}.r; }
static void take(D d) { m = d.r; }
static const D &same(const D &d) { return d; }
"""
TEMPORARIES = [
    ("D{n};", "4"),
    ("D(D{n});", "4"),
    ("(void)D{n};", "4"),
    ("D{n}, 0;", "4"),
    ("int p = (D{n}, 7); n += p - 7;", "4"),
    ("if (D{n}.r == 5) n += 2;", "6"),
    ("switch (D{n}.r) { case 5: n += 2; }", "6"),
    ("{ const D &d = D{n}; n *= 2; }", "9"),
    ("{ D &&d = make(); n *= 2; }", "9"),
    ("{ const int &r = D{n}.r; n *= 2; }", "8"),
    ("{ const int &k = P{&n, 1}.k; n *= 2; }", "9"),
    ("same(D{n}); n *= 2;", "8"),
    ("make();", "4"),
    ("{ D d = make(); n *= 2; }", "9"),
    ("n += last() - 5;", "4"),
    ("take(D{n});", "4"),
    ("{ P a{&m}; a = P{&n}; }", "3"),
    ("{ P a = P{&n}; }", "4"),
    ("H{{n}};", "4"),
    ("[&] { return D{n}; }();", "4"),
    ("for (D d{n}; m > 1;) { } n *= 2;", "8"),
    ("static D d{n}; n *= 2;", "10"),
    ("new D{n};", "5"),
    ("delete new D{n};", "4"),
]


@pytest.mark.parametrize(("body", "value"), TEMPORARIES, ids=[c[0] for c in TEMPORARIES])
def test_a_temporary_ends_where_it_should(body: str, value: str, tmp_path: Path) -> None:
    facts = read(tmp_path, ENDS, body, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == value


PERHAPS = [
    "if (argc > 1 && D{n}.r) { }",
    "argc > 1 ? D{n}.r : 0;",
    "argc > 1 ? D{n} : make();",
    "const D &d = argc > 1 ? D{n} : make();",
    "while (D{n}.r > argc) { }",
    "do { } while (D{n}.r > argc);",
    "for (int i = 0; i < argc; D{n}, i++) { }",
    "for (int i = 0; i < argc; i++) D{n};",
]


@pytest.mark.parametrize("body", PERHAPS)
def test_a_temporary_that_may_not_begin(body: str, tmp_path: Path) -> None:
    value = bound(read(tmp_path, ENDS, body + " (void)0;", "host.cpp"))
    assert value not in ("3", "4")
    assert "&d" in body or value != "5"


CLEANS = """
#define AUTO __attribute__((cleanup(less)))
static void less(int *v) { n -= *v; }
static void twice(int *v) { n *= 2; }
static int leave(void) { AUTO int v = 1; return n; }
static void many(int c) { AUTO int v = 1; if (c) return; n *= 2; }
"""
CLEANED = [
    ("{ AUTO int v = 1; }", "4"),
    ("{ int v __attribute__((cleanup(less))) = 1; n *= 2; }", "9"),
    ("{ AUTO int v = 1, w = 2; }", "2"),
    ("{ AUTO int v = 1; int w __attribute__((cleanup(twice))); }", "9"),
    ("{ int w __attribute__((cleanup(twice))); AUTO int v = 1; }", "8"),
    ("n += leave() - 5;", "4"),
    ("many(1);", "4"),
    ("{ AUTO int v = 1; goto out; } out: n *= 2;", "8"),
    ("for (int i = 0; i < 1; i++) { AUTO int v = 1; break; } n *= 2;", "8"),
    ("do { AUTO int v = 1; continue; } while (0); n *= 2;", "8"),
    ("for (AUTO int i = 0; i < 0; i++) { } n *= 2;", "10"),
    ("static AUTO int v = 1; n *= 2;", "10"),
]


@pytest.mark.parametrize(("body", "value"), CLEANED, ids=[c[0] for c in CLEANED])
def test_a_cleanup_runs_where_the_scope_ends(body: str, value: str, tmp_path: Path) -> None:
    facts = read(tmp_path, CLEANS, body)
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == value


def test_a_cleanup_of_cplusplus(tmp_path: Path) -> None:
    facts = read(tmp_path, CLEANS, "{ [[gnu::cleanup(less)]] int v = 1; n *= 2; }", "host.cpp")
    assert facts.host.complete
    assert bound(facts) == "9"


def test_a_cleanup_that_is_not_known(tmp_path: Path) -> None:
    facts = read(
        tmp_path,
        "void other(int **v);",
        "{ int *v __attribute__((cleanup(other))) = &n; }",
    )
    assert "PPC102" in codes(facts)
    assert bound(facts) != "5"


OWNERS = """
#include <memory>
#include <new>
struct Dec { void operator()(int *x) const { --*x; } };
template <class T> struct Other { void operator()(T *x) const { --*x; } };
struct Free { void operator()(void *x) const { free(x); } };
struct Own { void *operator new(size_t s) { n--; return malloc(s); } int a; };
struct Part : Own { };
static void dec(int *x) { --*x; }
#define MAKE(T, p) new (p) T(3)
"""
OWNED = [
    "{ std::shared_ptr<int> p(&n, [](int *x) { --*x; }); }",
    "{ auto d = [](int *x) { --*x; }; std::unique_ptr<int, decltype(d)> p(&n, d); }",
    "{ std::unique_ptr<int, Dec> p(&n); }",
    "{ std::unique_ptr<int, Dec> p; p.reset(&n); }",
    "{ std::unique_ptr<int, Other<int>> p(&n); }",
    "{ std::unique_ptr<int, void (*)(int *)> p(&n, &dec); }",
    "{ std::shared_ptr<int> p; p.reset(&n, Dec()); }",
    "new Part;",
    "new (&n) int(3);",
    "::new ((void *)&n) int(3);",
    "MAKE(int, &n);",
]


@pytest.mark.parametrize("body", OWNED)
def test_deleters_and_places_of_the_programs_own(body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, OWNERS, body, "host.cpp")
    assert codes(facts) & {"PPC101", "PPC108"}
    assert not facts.host.complete or bound(facts) != "5"


def test_an_operator_new_of_the_programs_own(tmp_path: Path) -> None:
    before = "void *operator new(size_t s) { return malloc(s); }"
    facts = read(tmp_path, before, "int *q = new int(3);", "host.cpp")
    assert "PPC101" in codes(facts)
    assert not facts.host.complete


RELEASED = [
    "{ std::unique_ptr<int, Free> p((int *)malloc(4)); }",
    '{ std::shared_ptr<FILE> f(fopen("a", "r"), fclose); }',
    '{ std::shared_ptr<FILE> f(fopen("a", "r"), [](FILE *f) { if (f) fclose(f); }); }',
    "{ std::unique_ptr<float, void (*)(void *)> p((float *)malloc(4), free); }",
    "{ auto q = std::make_unique<int>(4); std::shared_ptr<int> a(new int(3)), b = a; }",
    "int *q = new (std::nothrow) int(3), *r = new (int)(3), *s = new (int[n]);",
]


@pytest.mark.parametrize("body", RELEASED)
def test_what_only_releases_costs_nothing(body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, OWNERS, body, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert bound(facts) == "5"
