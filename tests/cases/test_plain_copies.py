"""A copy into another order that is a plain one after the change: what its owner is told."""

from pathlib import Path
from typing import Any

import pytest
from test_layout import compile_twin
from twins import Twin

from tests.command import run_ppcl

FILL = """    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            table[i + j * rows] = 31 * i + 7 * j;
"""
COPY = FILL.replace("31 * i + 7 * j", "list[i * columns + j]")
MADE = """    int *list = malloc(sizeof(int) * rows * columns);
    for (int i = 0; i < rows * columns; i++)
        list[i] = rand() % 100;
"""
READ = """    long total = 0;
    for (int i = 0; i < rows * columns; i++)
        total += list[i];
    printf("%ld\\n", total);
    return 0;
}"""
END = "    return 0;\n}"
SENT = "    clEnqueueWriteBuffer(queue, d_table, CL_TRUE, 0, bytes, table, 0, NULL, NULL);\n"
SAYS = "/* ppcl: a plain copy now: list itself could be transferred, without table */"
LEFT_OUT = "'list' itself could be transferred, and 'table' left out"
MORE = "'table' is used for more than to be transferred as a whole"
CHANGED = "'list' may be changed, or gone, when 'table' is transferred"
PARTLY = "that it is a copy of all elements is not shown"


def told(folder: Path, *more: tuple[str, str]) -> tuple[dict[str, Any], str]:
    """The remark on the copy, and the new host, of the base program with a list and more edits."""
    edits = ((FILL, MADE + COPY), (END, READ), *more)
    _, report = compile_twin(Twin("", "", "", edits, ()), folder)
    passes: Any = report["passes"]
    (remark,) = (r for each in passes for r in each["remarks"] if r["code"] == "PPC227")
    return remark, (folder / "out" / "host.c").read_text()


def test_what_could_be_left_out_is_said_with_all_its_places(tmp_path: Path) -> None:
    remark, text = told(tmp_path, (SENT, SENT + SENT))
    assert remark["message"] == f"'table' is a plain copy of 'list' now: {LEFT_OUT}"
    lines = (tmp_path / "host.c").read_text().splitlines()
    notes = [(int(note["location"].split(":")[1]), note["message"]) for note in remark["notes"]]
    assert [(lines[line - 1].strip().split("(")[0], message) for line, message in notes] == [
        ("clEnqueueWriteBuffer", "'list' here, instead of 'table'"),
        ("clEnqueueWriteBuffer", "'list' here, instead of 'table'"),
        ("int *table = malloc", "'table' goes from here"),
    ]
    assert (
        f"            {SAYS}\n            table[i * columns + j] = list[i * columns + j];" in text
    )


GIVEN = "CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, table, &err"
CREATED = (
    ("CL_MEM_READ_ONLY, bytes, NULL, &err", GIVEN),
    (SENT, ""),
)


def test_a_buffer_may_be_made_of_the_array(tmp_path: Path) -> None:
    remark, _ = told(tmp_path, *CREATED)
    assert remark["message"].endswith(LEFT_OUT)


COPIED = "table[i + j * rows] = list[i * columns + j];"
KEPT = {
    "the array is read": (MORE, (("    long total = 0;", "    long total = table[0];"),)),
    "the transfer may be under way": (MORE, (("d_table, CL_TRUE", "d_table, CL_FALSE"),)),
    "a part is set again": (MORE, (("    cl_int err;\n", "    table[0] = 0;\n    cl_int err;\n"),)),
    "what is copied is changed": (
        CHANGED,
        (("    cl_int err;\n", "    list[0] = 0;\n    cl_int err;\n"),),
    ),
    "what is copied goes away": (CHANGED, (("        total += list[i];", "        total += i;"),)),
    "what is copied may be read, or not": (
        CHANGED,
        (
            (
                "    for (int i = 0; i < rows * columns; i++)\n        total",
                "    if (argc > 3)\n"
                "        for (int i = 0; i < rows * columns; i++)\n        total",
            ),
        ),
    ),
    "what is copied is known elsewhere": (
        CHANGED,
        (("int main(", "void keep(int *);\nint main("), (COPIED, COPIED + "\n    keep(list);")),
    ),
    "some elements are left out": (
        PARTLY,
        ((COPIED, f"if (list[i * columns + j] > 5) {COPIED}"),),
    ),
    "some rounds are left out": (
        PARTLY,
        ((COPIED, f"{{\n                if (list[i] == 5) continue;\n                {COPIED}}}"),),
    ),
    "some columns are left out": (PARTLY, (("j < columns", "j < columns - 1"),)),
    "some runs do without": (
        PARTLY,
        (
            (
                "    for (int i = 0; i < rows; i++)\n        for",
                "    if (argc < 4)\n    for (int i = 0; i < rows; i++)\n        for",
            ),
        ),
    ),
    "elements get another type": (PARTLY, (("int *list", "short *list"),)),
}


@pytest.mark.parametrize("case", KEPT)
def test_what_may_be_needed_stays_without_a_comment(case: str, tmp_path: Path) -> None:
    reason, edits = KEPT[case]
    remark, text = told(tmp_path, *edits)
    assert remark["message"] == f"'table' is a plain copy of 'list' now: is it needed? {reason}"
    assert "plain copy" not in text


LINES = ("    size_t bytes =", '    printf("%d\\n", __LINE__);\n    size_t bytes =')


@pytest.mark.parametrize(
    ("more", "said"),
    [((), f"            {SAYS}\n"), ((LINES,), f" + j];  {SAYS}\n")],
    ids=["on a line", "behind the copy"],
)
def test_the_comment_goes_with_the_change(
    tmp_path: Path, more: tuple[tuple[str, str], ...], said: str
) -> None:
    _, text = told(tmp_path, *more)
    assert text.count(SAYS) == text.count(said) == 1
    given = ["compile", "host.c", "kernel.cl", "-o", "back", "--target", "amd-gpu"]
    done = run_ppcl(given, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    back = (tmp_path / "out" / "back" / "host.c").read_text()
    assert "plain copy" not in back
    assert "table[j * rows + i] = list[i * columns + j];\n" in back
