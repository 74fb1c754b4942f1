"""What a file may define, told by its text."""

import pytest

from ppcl.driver.programs.identifiers import defined_names


@pytest.mark.parametrize(
    "text",
    [
        b"int f(int a) { return a; }",
        b"static inline int f (int (*g)(int), int a[n(2)])\n{\n}",
        b"int f(a, b) int a; char *b; { return a; }",
        b"A::f(int x) : B(x), c(x) {}",
        b"auto f(int x) const noexcept(true) -> int {}",
        b"void f(int a /* :) */, char c = ')') {}",
        b"int (*f(int a))(int) { return 0; }",
        b"EXPORT(int f(int a)) { return 0; }",
        b"int g(int); int f(void) { return g(1); }",
        b"void f(\n#ifdef A\nint a)\n#else\nint b, int c)\n#endif\n{\n}",
        b'const char *s = R"(\n/* " )"; void f() {}',
        b"struct A { void f() {} };",
    ],
)
def test_definitions_of_f(text: bytes) -> None:
    assert b"f" in defined_names(text)


@pytest.mark.parametrize(
    "text",
    [
        b"int f(int a);\nint g(int a) { return 0; }",
        b"// extern int f(int);\nint g() { return 0; }",
        b"int g() { if (!f(a)) { return 1; } return 0; }",
        b"int g() { if (f(a) || h(b)) { return 1; } return 0; }",
        b"int g() { if (f(a), h(b)) { return 1; } while (h(f(a))) { } }",
        b'int g() { puts("f(a) {"); }',
        b"int a[] = { f(1), 2 };",
        b"#define f(x) other(x)\nint g() { return 0; }",
    ],
)
def test_calls_and_prototypes_of_f(text: bytes) -> None:
    assert b"f" not in defined_names(text)
