"""Calls that end the program are walked once where the same is known of each, and only there."""

from pathlib import Path

import pytest

from ppcl.analysis.model import AccessEvent, events_of
from tests.unit.analysis.walk.test_real import LAUNCH, SET, escapes, read

# Ends the program while `fatal`, which it reads from a table, is set.
REPORT = """
int fatal = 1;
const char *texts[] = {"memory", "size"};
void report(const char *what, int line)
{
    if (fatal) {
        printf("%s: %s in line %d\\n", texts[1], what, line);
        exit(1);
    }
}
"""
CHECK = """
void check(int given, int most)
{
    if (given > most)
        report("size", 7);
}
"""


def test_an_equal_call_ends_the_program_too(tmp_path: Path) -> None:
    checks = "".join(f"    check(argc, {count});\n" for count in range(2, 6))
    facts = read(tmp_path, checks + SET + LAUNCH, REPORT + CHECK)
    uses = [event for event in events_of(facts.host.tree) if isinstance(event, AccessEvent)]
    walked = [event for event in uses if event.object.name == "texts"]
    # The first ends the program, the second shows what it reads, the others are as that.
    assert len(walked) == 2
    assert escapes(facts)[-2:] == [("texts", False)] * 2
    (launch,) = facts.host.launches
    assert len(launch.guards) == 4


@pytest.mark.parametrize("change", ["fatal = 0;", "int *p = &fatal; *p = argc;", "fatal = argc;"])
def test_a_call_comes_back_where_what_it_reads_has_changed(tmp_path: Path, change: str) -> None:
    known = "    check(argc, 2);\n    check(argc, 3);\n    check(argc, 4);\n"
    late = f"    n = 1;\n    {change}\n    if (argc > 9) {{ n = 2; check(10, 9); }}\n"
    (launch,) = read(tmp_path, known + late + SET + LAUNCH, REPORT + CHECK).host.launches
    assert launch.arguments[1].kind == "scalar"
    assert str(launch.arguments[1].value) != "1"


def test_a_call_with_another_argument_may_come_back(tmp_path: Path) -> None:
    report = REPORT.replace("if (fatal)", "if (line > 5)")
    check = CHECK.replace("int most", "int most, int line").replace("7", "line")
    known = "    check(argc, 2, 7);\n    check(argc, 3, 7);\n    check(argc, 4, 7);\n"
    late = "    n = 1;\n    if (argc > 9) { n = 2; check(10, 9, 5); }\n"
    (launch,) = read(tmp_path, known + late + SET + LAUNCH, report + check).host.launches
    assert str(launch.arguments[1].value) != "1"


def test_a_call_that_uses_a_buffer_before_it_ends_the_program_is_seen(tmp_path: Path) -> None:
    used = "clEnqueueReadBuffer(queue, shared, CL_TRUE, 0, 4096, image, 0, NULL, NULL); exit(1)"
    report = "cl_mem shared;\nfloat image[1024];\n" + REPORT.replace("exit(1)", used)
    checks = "".join(f"    check(argc, {count});\n" for count in range(2, 6))
    facts = read(tmp_path, f"    shared = x;\n{checks}{SET}{LAUNCH}", report + CHECK)
    assert len(facts.host.transfers) == 4


@pytest.mark.parametrize(
    ("what", "read_as_text"), [('"main.c"', []), ("name", [("name", False)])], ids=["text", "data"]
)
def test_a_report_of_a_text_reads_no_data(
    tmp_path: Path, what: str, read_as_text: list[tuple[str, bool]]
) -> None:
    """What is printed of an array is read of it, though the program ends there."""
    stop = 'void stop(const char *file, int n) { printf("%s: %d\\n", file, n); exit(1); }\n'
    body = f"    char name[16];\n    if (argc > 2) stop({what}, 3);\n"
    facts = read(tmp_path, body + SET + LAUNCH, stop)
    assert [each for each in escapes(facts) if each[0] == "name"] == read_as_text
