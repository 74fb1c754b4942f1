"""Which launches need not happen, though the record has no branch around them."""

from pathlib import Path

import pytest

from tests.unit.analysis.cplusplus import read

BEFORE = """
int skips(int n, cl_mem x) {
    if (n > 1)
        return 1;
    launch(x, 1);
    return 0;
}
void throws(int n) {
    if (n > 1)
        throw 1;
}
"""
# The launches by their numbers, which are argument 1.
WAYS = {
    "an early return": ("skips(argc, x); launch(x, 2);", {1}),
    "main's own return": ("if (argc > 1) return 1; launch(x, 1);", set()),
    "and": ("if (argc > 1 && launched(x, 1)) argc++; launch(x, 2);", {1}),
    "or": ("if (argc > 1 || launched(x, 1)) argc++; launch(x, 2);", {1}),
    "known": ("if (1 && launched(x, 1)) argc++; launch(x, 2);", set()),
    "a choice": ("argc > 1 ? launched(x, 1) : launched(x, 2); launch(x, 3);", {1, 2}),
    "goto": ("if (argc > 1) goto over; launch(x, 1); over: launch(x, 2);", {1}),
    "break": ("do { if (argc > 1) break; launch(x, 1); } while (0); launch(x, 2);", {1}),
    "throw": ("try { throws(argc); launch(x, 1); } catch (int) { } launch(x, 2);", {1}),
    "exit": ("if (argc > 1) exit(0); launch(x, 1);", set()),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_a_path_may_go_past(way: str, tmp_path: Path) -> None:
    body, expected = WAYS[way]
    wrapper = "int launched(cl_mem x, int n) { launch(x, n); return n; }\n"
    host = read(tmp_path, wrapper + BEFORE, f"cl_mem x = make(4);\n{body}").host
    skipped = [each for each in host.launches if each.order in host.skippable]
    found = {int(str(each.arguments[1].value)) for each in skipped}
    assert found == expected
