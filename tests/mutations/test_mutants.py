"""Mistakes of each kind are made where they should be, and `verify` finds them."""

from pathlib import Path

import pytest

from ppcl.verify.platforms import find_loader, find_platforms
from tests.mutations.examine import Bench, examine
from tests.mutations.mutants import mutants
from tests.mutations.subjects import subjects
from tests.mutations.verdicts import reason_of

KERNEL = """\
/* a + 1 */
__kernel void k(__global int *a, __local int *t, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    t[i] = a[i * n + n] - i;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i] += t[i]; // b - 1
}
"""
KINDS = {
    "operator": "t[i] = a[i + n + n] - i;",
    "constant": "int i = get_global_id(1);",
    "comparison": "if (i > n)",
    "operand order": "t[i] = a[n * n + i] - i;",
    "statement dropped": "    ;\n    barrier(",
    "statement doubled": "{ a[i] += t[i]; a[i] += t[i]; } // b - 1",
    "barrier gone": "- i;\n    ;\n",
    "effect lost": "a[i] = t[i]; // b - 1",
    "index off by one": "t[i + 1] = a[i * n + n] - i;",
    "guard widened": "if (1)\n",
    "guard narrowed": "if (0)\n",
}


def test_a_text_may_end_anywhere() -> None:
    assert [each.text for each in mutants("k.cl", "", "b - c, a -")] == ["b + c, a -", "c - b, a -"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_of_each_kind_is_made(kind: str) -> None:
    made = [each.text for each in mutants("k.cl", "", KERNEL) if each.kind == kind]
    assert any(KINDS[kind] in text for text in made), made


def test_comments_strings_and_declarations_stay() -> None:
    for mutant in mutants("k.cl", "", KERNEL):
        assert "/* a + 1 */" in mutant.text
        assert "// b - 1" in mutant.text
        assert "__global int *a, __local int *t, int n" in mutant.text
    text = 'void f(void)\n{\n    puts("1 + 2");\n}\n'
    assert all('"1 + 2"' in each.text for each in mutants("f.c", "", text) if each.now != ";")


def test_of_a_host_only_what_was_rewritten_is_taken() -> None:
    before = "".join(f"a[{n}] = {n};\n" for n in range(20))
    after = before.replace("a[7] = 7;", "a[7] = 70;")
    assert {each.line for each in mutants("h.c", before, after)} == set(range(6, 11))


def test_verify_finds_mistakes(tmp_path: Path) -> None:
    """A few of them; `make mutations` makes many."""
    loader, platforms = find_loader(), find_platforms()
    if loader is None or not platforms:
        pytest.skip("NO OPENCL HEADERS, LOADER OR PLATFORM: nothing was built and run")
    (base,) = (each for each in subjects(tmp_path) if each.name == "base")
    seen = examine(base, Bench(tmp_path, platforms[0], loader), 8, seed=1)
    assert seen.drawn.total() == 8
    assert seen.found.total() >= 5
    assert [each for each in seen.survived if reason_of(each) is None] == []


def test_what_changes_no_result_has_a_reason() -> None:
    narrowed = "guard narrowed: '(err != CL_SUCCESS)' -> '(0)'"
    assert reason_of(f"base: host.c:40: {narrowed}") == "only where a call fails, which none does"
    assert reason_of("base: host.c:25: operator: '*' -> '+'") is None
