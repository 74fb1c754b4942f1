"""Code that runs where no call is seen: it is followed, or a place says why it is not."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import HEAD, KERNEL, LAUNCH, bound, codes, read
from tests.unit.analysis.sources import analysed

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


STREAMS = "#include <iostream>\n#include <fstream>\n#include <sstream>\n#include <stdexcept>\n"
BUFFER = "int overflow(int c) override { n--; return c; }"
REPLACING = {
    "text": (
        "std::ostringstream log;\n"
        "static void told(const char *why, const void *, size_t, void *) { log << why; }",
        "cl_device_id d = 0; context = clCreateContext(NULL, 1, &d, told, NULL, NULL);",
    ),
    "context": (
        "static void told(const char *why, const void *, size_t size, void *) {\n"
        "    std::cerr << why << ' ' << n-- << std::endl;\n}",
        "cl_device_id d = 0; context = clCreateContext(NULL, 1, &d, told, NULL, NULL);",
    ),
    "buffer": (f"struct B : std::streambuf {{ {BUFFER} }};", "B b; std::ostream(&b) << 1;"),
    "derived": (
        f"struct A : std::stringbuf {{ {BUFFER} }};\n"
        "struct B : A { int overflow(int c) override { return n -= c; } };",
        "B b; std::cout.rdbuf(&b); std::cout << 1;",
    ),
    "template": (
        f"template<class C> struct B : std::basic_streambuf<C> {{ {BUFFER} }};",
        "B<char> b; std::ostream(&b) << 1;",
    ),
    "facet": (
        "struct F : std::numpunct<char> {\n"
        "    char do_decimal_point() const override { n--; return '.'; }\n};",
        "std::cout.imbue(std::locale(std::cout.getloc(), new F)); std::cout << 1.5;",
    ),
}
QUIET = {
    "context": (
        "static void told(const char *why, const void *, size_t size, void *) {\n"
        "    std::cerr << why << ' ' << size << std::endl;\n    exit(1);\n}",
        "cl_device_id d = 0; context = clCreateContext(NULL, 1, &d, told, NULL, NULL);",
    ),
    "only prints": (
        "struct B : std::streambuf {\n"
        '    int overflow(int c) override { printf("%d", c); return c; }\n};',
        "B b; std::ostream(&b) << 1;",
    ),
    "exception": (
        "struct E : std::exception {\n    std::string why;\n"
        "    const char *what() const noexcept override { return why.c_str(); }\n};",
        "try { if (n > 7) throw E(); } catch (const std::exception &e) { puts(e.what()); }",
    ),
    "own method": (
        "struct S { virtual int f() { return 0; } };\n"
        "struct T : S { int f() override { n--; return 1; } };",
        "",
    ),
    "streams": ("", 'std::ofstream f("x"); std::ostringstream s; f << 1; s << 2;'),
}


@pytest.mark.parametrize("text", REPLACING.values(), ids=REPLACING)
def test_what_replaces_a_librarys_method_may_run_at_any_time(
    text: tuple[str, str], tmp_path: Path
) -> None:
    facts = read(tmp_path, STREAMS + text[0], text[1], "host.cpp")
    assert "PPC108" in {remark.code for remark in facts.host.remarks}
    assert not facts.host.complete


@pytest.mark.parametrize("text", QUIET.values(), ids=QUIET)
def test_what_no_library_runs_or_what_only_tells_costs_nothing(
    text: tuple[str, str], tmp_path: Path
) -> None:
    facts = read(tmp_path, STREAMS + text[0], text[1], "host.cpp")
    assert facts.host.complete
    assert bound(facts) == "5"
