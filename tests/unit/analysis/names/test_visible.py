"""Which variable a name means at a place: the `i` behind the mark, or none for certain."""

from pathlib import Path

import pytest

from ppcl.analysis.names.visible import meaning, place_of
from ppcl.frontend import ParseOptions, parse_host
from ppcl.ir import expression as ex
from ppcl.source import SourceFile

HEAD = """
void here(void);
extern int n;
#define EACH(v, m) for (int v = 0; v < m; v++)
#define BOTH(v) int v = 1, w = v
"""
MARK = "/*!*/"


def meant(root: Path, text: str, name: str = "host.c") -> str | None:
    """The key of what `i` means at the call of `here`."""
    (root / name).write_text(text)
    source = SourceFile(name, text.encode())
    unit = parse_host(root, name, ParseOptions(), {})
    assert not unit.problems
    (call,) = (n for n in unit.nodes if isinstance(n, ex.Call) and n.callee == "here")
    place = place_of((unit,), source, call.at)
    assert place is not None
    found = meaning(place, "i")
    return found.key if found is not None else None


@pytest.mark.parametrize(
    "body",
    [
        "int !i = 1; here();",
        "for (int i = 0; i < n; i++) n += i; for (int !i = 0; i < n; i++) here();",
        "for (int !i = 0; i < n; i++) here(); for (int i = 0; i < n; i++) n += i;",
        "int !i = 1; for (int i = 0; i < n; i++) n += i; here();",
        "int i = 1; for (int !i = 0; i < n; i++) { here(); } n += i;",
        "int i = 1; { int !i = 2; { here(); } } n += i;",
        "{ int i = 1; n += i; } int !i = 2; here();",
        "int !i = 1; { here(); int i = 2; n += i; }",
        "int !i = 1; int k = ({ int i = 2; i; }); here(); n += k;",
        "int k = ({ int !i = 2; here(); i; }); int i = 3; n += k + i;",
        "switch (n) { case 1: { int i = 2; n += i; } case 2: { int !i = 3; here(); } }",
    ],
)
def test_the_innermost_is_meant(body: str, tmp_path: Path) -> None:
    text = HEAD + f"void f(void) {{ {body} }}\n".replace("!i", f"{MARK}i")
    assert meant(tmp_path, text) == f"host.c:{text.index(MARK) + len(MARK)}"


def test_a_parameter_behind_other_scopes(tmp_path: Path) -> None:
    text = HEAD + f"void f(int {MARK}i) {{ {{ int i = 2; n += i; }} here(); }}\n"
    assert meant(tmp_path, text) == f"host.c:{text.index(MARK) + len(MARK)}"


def test_a_variable_of_the_file_behind_other_scopes(tmp_path: Path) -> None:
    text = HEAD + f"static int {MARK}i;\nvoid f(void) {{ {{ int i = 2; n += i; }} here(); }}\n"
    assert meant(tmp_path, text) == f"host.c:{text.index(MARK) + len(MARK)}"


@pytest.mark.parametrize("other", ["int t[n][i]", "int ROWS(t, 3, i)"])
def test_a_parameter_that_another_one_names(other: str, tmp_path: Path) -> None:
    text = HEAD + f"#define ROWS(t, n, m) t[n]\nvoid f(int {MARK}i, {other}) {{ here(); }}\n"
    assert meant(tmp_path, text) == f"host.c:{text.index(MARK) + len(MARK)}"


def test_an_enumerator_among_parameters(tmp_path: Path) -> None:
    assert meant(tmp_path, HEAD + "static int i;\nvoid f(enum { i } k) { here(); }\n") is None


@pytest.mark.parametrize(
    "body",
    [
        "{ int i = 1; n += i; } here();",
        "here(); int i = 1; n += i;",
        "int i = 1; EACH(i, n) here(); n += i;",
        "int i = 1; { BOTH(i); here(); n += w; } n += i;",
        "int i = 1; { enum { i = 2 }; here(); n += i; } n += i;",
        "int i = 1; { typedef int i; here(); i k = 1; n += k; } n += i;",
        "int i = 1; { extern int i(void); here(); } n += i;",
        "int i = 1; { int i = (here(), 2); n += i; } n += i;",
        "int i = 1;\n#define i 2\nhere(); n += i;\n",
    ],
)
def test_none_is_certain(body: str, tmp_path: Path) -> None:
    assert meant(tmp_path, HEAD + f"void f(void) {{ {body} }}\n") is None


@pytest.mark.parametrize(
    "body",
    [
        "if (int !i = n) { here(); } for (int i = 0; i < n; i++) n += i;",
        "int !i = 1; if (int i = n) { n += i; } else { n -= i; } here();",
        "int i = 1; if (int !i = n) { n += i; } else { here(); } n += i;",
        "int !i = 1; auto g = [](int i) { return i; }; here(); n += g(i);",
        "int i = 1; auto g = [](int !i) { here(); return i; }; n += g(i);",
        "int i = 1; auto g = [!i = 2] { here(); return i; }; n += g() + i;",
        "int a[2]; for (int i : a) n += i; for (int !i : a) here();",
        "try { int i = 1; n += i; } catch (int !i) { here(); }",
        "int !i = 1; try { n += i; } catch (int i) { n += i; } here();",
    ],
)
def test_scopes_of_cxx(body: str, tmp_path: Path) -> None:
    text = HEAD + f"void f() {{ {body} }}\n".replace("!i", f"{MARK}i")
    assert meant(tmp_path, text, "host.cpp") == f"host.cpp:{text.index(MARK) + len(MARK)}"
