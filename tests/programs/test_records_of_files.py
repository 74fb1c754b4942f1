"""Two files of a host may mean different records by one name."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

BASE = Path(__file__).resolve().parents[1] / "cases" / "layout" / "base"
OTHER = """
struct dims {{ int {0}; }};
int other(int n)
{{
    struct dims d = {{ n, 1 }};
    return d.rows;
}}
"""
FIRST = "/* Sums the rows"
SIZES = "    int *table = malloc"


@pytest.mark.parametrize(("index", "code"), [("rows", "PPC201"), ("lead", "PPC204")])
@pytest.mark.parametrize("theirs", ["rows, lead", "lead, rows, more", "lead, rows"])
def test_each_file_has_its_own_record(
    theirs: str,
    index: str,
    code: str,
    ppcl: Callable[..., subprocess.CompletedProcess[str]],
    tmp_path: Path,
) -> None:
    host = (BASE / "host.c").read_text()
    host = host.replace(FIRST, f"struct dims {{ int lead, rows; }};\nint other(int n);\n{FIRST}", 1)
    host = host.replace(SIZES, f"    struct dims d = {{ rows - other(1), rows }};\n{SIZES}", 1)
    assert host.count("table[i + j * rows]") == 1
    host = host.replace("table[i + j * rows]", f"table[i + j * d.{index}]")
    (tmp_path / "host.c").write_text(host)
    (tmp_path / "other.c").write_text(OTHER.format(theirs))
    (tmp_path / "kernel.cl").write_text((BASE / "kernel.cl").read_text())
    done = ppcl("compile", tmp_path, "--target", "amd-cpu")
    assert done.returncode == 0, done.stderr
    assert code in done.stderr


def test_a_record_of_a_header_is_one_for_all_files(
    ppcl: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """Its parts without a name stand in each file's own text, and are one all the same."""
    header = "struct dims { struct dims *next; struct { int lead, rows; } of; };\n"
    host = (BASE / "host.c").read_text()
    host = host.replace(FIRST, f'#include "dims.h"\nvoid set(struct dims *d, int n);\n{FIRST}', 1)
    host = host.replace(SIZES, f"    struct dims d;\n    set(&d, rows);\n{SIZES}", 1)
    host = host.replace("table[i + j * rows]", "table[i + j * d.of.rows]")
    (tmp_path / "host.c").write_text(host)
    (tmp_path / "dims.h").write_text(header)
    other = '#include "dims.h"\nvoid set(struct dims *d, int n) { d->next = 0; d->of.rows = n; }\n'
    (tmp_path / "other.c").write_text(other)
    (tmp_path / "kernel.cl").write_text((BASE / "kernel.cl").read_text())
    done = ppcl("compile", tmp_path, "--target", "amd-cpu")
    assert done.returncode == 0, done.stderr
    assert "PPC201" in done.stderr
