"""A number that a stream reads is not known, wherever it stands; what stands beside it stays."""

from pathlib import Path

import pytest

from tests.unit.analysis.cplusplus import followed, read

TABLE = """
struct Table {
    int rows, columns;
    cl_mem cells;
    Table() : rows(3), columns(4), cells(make(64)) {}
    void read() { std::cin >> rows; }
};
"""
READ = {
    "a variable": "int n = 3; std::cin >> n;",
    "a member of the object": "Table t; t.read(); int n = t.rows;",
    "a member": "Table t; std::cin >> t.columns >> t.rows; int n = t.rows;",
    "an element": "int v[2] = {3, 3}; std::cin >> v[1]; int n = v[1];",
    "behind a pointer": "int v[2] = {3, 3}, *p = v; std::cin >> *p; int n = v[0];",
    "by a reference": "int v[2] = {3, 3}; int &r = v[1]; std::cin >> r; int n = v[1];",
    "a part of a line": "std::string line; std::getline(std::cin, line, ';');"
    "std::istringstream in(line); int v[1] = {3}; in >> v[0]; int n = v[0];",
    "a character": "char v[2] = {3, 3}; std::cin.get(v[1]); int n = v[1];",
}
KEPT = {
    "another member": "Table t; t.read(); int n = t.columns - 1;",
    "another element": "int v[2] = {3, 3}; std::cin >> v[1]; int n = v[0];",
    "a number that is given": "int n = 3; std::cin.ignore(n, ' ');",
}


@pytest.mark.parametrize("body", READ.values(), ids=READ)
def test_what_is_read_is_not_known(body: str, tmp_path: Path) -> None:
    ((_, number),) = followed(read(tmp_path, TABLE, f"{body} launch(make(64), n);"))
    assert "3" not in number


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT)
def test_what_stands_beside_it_is(body: str, tmp_path: Path) -> None:
    ((_, number),) = followed(read(tmp_path, TABLE, f"{body} launch(make(64), n);"))
    assert number == "3"


def test_a_buffer_beside_it_is(tmp_path: Path) -> None:
    body = "Table t; t.read(); launch(t.cells, t.rows);"
    ((buffers, _),) = followed(read(tmp_path, TABLE, body))
    assert len(buffers) == 1
