"""What stands against a rewrite: all of it in one remark, the cause first, where one would edit."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_layout import FOLDER, compile_twin, remarks_of
from twins import BASE, Replacements, Twin

from ppcl.diag import Note, Remark
from ppcl.diag.render import remark_lines
from ppcl.driver.line import Line
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import read_program, target_of
from ppcl.source import Location
from ppcl.transform.contract import Refused
from ppcl_transforms.layout import Layout

NAME = 'clCreateKernel(program, "row_sums", &err)'
FILL = "            table[i + j * rows] = 31 * i + 7 * j;"
ROW = "    int row = get_global_id(0);\n"
SUM = "        sum += table[row + j * rows];"


def said(folder: Path, host: Replacements, kernel: Replacements = ()) -> list[tuple[str, str, str]]:
    """Codes, messages and lines of the one remark on the table, and of its notes."""
    texts, report = compile_twin(Twin("", "", "", host, kernel), folder)
    [remark] = remarks_of(report)
    found: list[Any] = [remark, *remark["notes"]]  # type: ignore[misc]
    lines = {path: data.decode().splitlines() for path, data in texts.items()}
    return [(each["code"], each["message"], _line(lines, each["location"])) for each in found]


def _line(lines: dict[str, list[str]], location: str) -> str:
    path, line, _ = location.split(":")
    return lines[path][int(line) - 1].strip()


def test_the_cause_is_said_first_where_it_stands(tmp_path: Path) -> None:
    opened = 'read_kernel(argc > 3 ? argv[3] : "kernel.cl")'
    found = said(tmp_path, (('read_kernel("kernel.cl")', opened),))
    assert [code for code, _, _ in found] == ["PPC127"]
    assert "not done, the text of a program is not followed" in found[0][1]
    assert "clCreateProgramWithSource" in found[0][2]


def test_what_follows_from_it_is_not_said(tmp_path: Path) -> None:
    found = said(
        tmp_path,
        (),
        ((ROW, f"{ROW}    elsewhere(row);\n"), ("__kernel", "void elsewhere(int);\n__kernel")),
    )
    assert [code for code, _, _ in found] == ["PPC102"]
    assert found[0][1].startswith("layout of 'd_table' not changed: 'elsewhere' is not defined")
    assert [line.split("(")[0] for _, _, line in found] == ["elsewhere"]


@pytest.mark.parametrize("kept", [False, True])
def test_all_blockers_are_said_together(tmp_path: Path, kept: bool) -> None:
    mark = " // ppcl: keep" if kept else ""
    host = (
        (NAME, 'clCreateKernel(program, "row" "_sums", &err)'),
        (FILL, f"{FILL}\n    fwrite(table, sizeof(int), rows, stdout);"),
        ("table[i + j * rows] = 31", "table[i + j * rows] = table[3 * i] + 31"),
    )
    found = said(tmp_path, host, ((SUM, SUM + mark),))
    codes = [code for code, _, _ in found]
    assert codes[:3] == ["PPC214", "PPC207", "PPC204"]
    assert ("PPC001" in codes) == kept
    assert "no shuffle either" in " ".join(message for _, message, _ in found)


def test_a_line_is_explained_by_what_stands_there_against_a_rewrite() -> None:
    notes = (Note("PPC207", "a use", Location("a.c", 7, 3)),)
    remark = Remark("missed", "PPC204", "not changed", Location("b.cl", 2, 1), notes=notes)
    assert [Line("a.c", n).cited_in(remark) for n in (6, 7)] == [False, True]


def test_many_are_counted_on_a_terminal() -> None:
    notes = tuple(
        Note("PPC207", f"use {number}", Location("a.c", number, 1)) for number in range(12)
    )
    lines = list(remark_lines(Remark("missed", "PPC204", "not changed", notes=notes)))
    assert len(lines) == 10
    assert lines[-1] == "ppcl: note: and 4 more, in a --report"


def test_control_flow_that_nobody_says_more_of(tmp_path: Path) -> None:
    for name, data in BASE.texts(FOLDER).items():
        (tmp_path / name).write_bytes(data)
    project = open_project([str(tmp_path)], Choices(target="amd-cpu"))
    facts = read_program(project, target_of(project))
    doubtful = {key: replace(kernel, complete=False) for key, kernel in facts.kernels.items()}
    layout = Layout()
    [site] = [s for s in layout.sites(facts) if s.linked.name == "d_table"]
    facts = replace(facts, kernels=doubtful)
    [offer] = layout.offers(site, facts)
    refused = layout.check(site, offer, facts)
    assert isinstance(refused, Refused)
    assert refused.remark.code == "PPC210"
    assert "kernel 'row_sums' is not followed everywhere" in refused.remark.message


def test_an_argument_is_lost_where_its_value_is(tmp_path: Path) -> None:
    made = (
        ("static char text", "cl_mem somewhere(void);\nstatic char text"),
        ("    clEnqueueWriteBuffer(", "    d_sums = somewhere();\n    clEnqueueWriteBuffer("),
    )
    [(code, message, line), *_] = said(tmp_path, made)
    assert (code, line) == ("PPC220", "d_sums = somewhere();")
    assert "argument 1 of 'row_sums' may be the same buffer" in message


def test_an_index_is_told_of_the_pitch_that_the_others_have(tmp_path: Path) -> None:
    more = f"{SUM}\n    sum += table[row * 3 + columns];"
    [(code, message, line)] = said(tmp_path, (), ((SUM, more),))
    assert (code, line) == ("PPC202", "sum += table[row * 3 + columns];")
    assert message.endswith("not proved to be `row * rows + column`, column below rows")
