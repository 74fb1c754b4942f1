"""A walk over an object of many cells takes as long for each as over one of few."""

from pathlib import Path

from tests.calls import calls_of
from tests.unit.analysis.launched import read

HEAD = """
struct S {{ int id; const char *name; float v[2]; }};
static struct S table[{0}] = {{ {1} }};
"""
BODY = "for (int i = 0; i < {0}; i++) table[i].id += i; n = table[1].id;"
FEW, MANY = 100, 400


def calls_for(folder: Path, rows: int) -> int:
    """The calls of Python functions that read a table of so many rows."""
    folder.mkdir()
    listed = ", ".join(f'{{ {row}, "name", {{ 1, 2 }} }}' for row in range(rows))
    return calls_of(lambda: read(folder, HEAD.format(rows, listed), BODY.format(rows)))


def test_a_table_is_read_in_a_time_that_grows_with_its_rows(tmp_path: Path) -> None:
    calls_for(tmp_path / "first", 1)  # what is loaded once
    few, many = calls_for(tmp_path / "few", FEW), calls_for(tmp_path / "many", MANY)
    assert many < 1.5 * few * MANY / FEW, (few, many)
