"""Statement expressions that have no form in C are refused with their place."""

import re
from pathlib import Path

import pytest

from ppcl.backend.lowering.inner import check_inner
from ppcl.backend.refuse import NotCompiled
from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from tests.unit.backend.small_kernel import c_of

ALLOWED = [
    "a[0] = ({ int t = 1; t; });",
    "a[0] = ({ int t = 0; for (int i = 0; i < 3; i++) { if (i == 1) continue; t += i; } t; });",
    "a[0] = ({ int t = 0; while (1) { if (t++ > 3) break; } t; });",
    "a[0] = ({ int t = 0; switch (a[1]) { case 1: t = 2; break; } t; });",
]
REFUSED = {
    "for (;;) a[0] = ({ if (a[1]) break; 1; });": "jump",
    "for (;;) a[0] = ({ switch (a[1]) { case 1: continue; } 1; });": "jump",
    "a[0] = ({ if (a[1]) return; 1; });": "jump",
    "a[0] = ({ goto end; 1; }); end: ;": "jump",
    "a[0] = ({ barrier(CLK_LOCAL_MEM_FENCE); 1; });": "barrier",
}


def inner(text: str, folder: Path) -> ex.StatementExpression:
    (folder / "k.cl").write_text(f"kernel void f(global int *a)\n{{\n{text}\n}}\n")
    unit = parse_kernel(folder, "k.cl", ParseOptions(), {})
    (function,) = (f for f in unit.functions if f.body is not None)
    assert function.body is not None
    nodes = descendants(function.body)
    return next(node for node in nodes if isinstance(node, ex.StatementExpression))


@pytest.mark.parametrize("text", ALLOWED)
def test_what_stays_inside_is_allowed(text: str, tmp_path: Path) -> None:
    check_inner(inner(text, tmp_path))


@pytest.mark.parametrize("text", REFUSED)
def test_what_leaves_or_waits_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(NotCompiled, match=REFUSED[text]):
        check_inner(inner(text, tmp_path))


def test_the_value_of_one_may_be_another() -> None:
    text = c_of("out[0] = ({ int a = n; ({ int b = a; ({ b + 1; }); }); });")
    assert re.sub(r"\s|/\*.*?\*/", "", text).count("({") == 3
