"""The files of a folder, and which of them is near."""

from pathlib import Path

import pytest

from ppcl.driver.programs.tree import Tree, distance, nearest, read_tree


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b/x.c", (0, 0)),
        ("a/b/c/x.c", (0, 1)),
        ("a/x.c", (1, 0)),
        ("a/d/x.c", (1, 1)),
        ("x.c", (2, 0)),
    ],
)
def test_distance(path: str, expected: tuple[int, int]) -> None:
    assert distance("a/b", path) == expected


def test_distance_from_the_root() -> None:
    assert distance(".", "x.c") == (0, 0)
    assert distance(".", "a/x.c") == (0, 1)


def test_what_lies_below_is_nearer_than_what_lies_above() -> None:
    assert nearest("a", ["x.c", "a/b/c/x.c"]) == ("a/b/c/x.c",)


def test_equally_near_files_are_all_given_in_order() -> None:
    assert nearest("a", ["a/y.c", "a/x.c", "a/b/x.c"]) == ("a/x.c", "a/y.c")
    assert nearest("a", []) == ()


def test_files_by_the_end_of_their_path() -> None:
    tree = Tree(Path(), ("a/k.cl", "b/k.cl", "b/sub/k.cl", "b/other_k.cl"))
    assert tree.ending("k.cl") == ("a/k.cl", "b/k.cl", "b/sub/k.cl")
    assert tree.ending("../b/./k.cl") == ("b/k.cl",)
    assert tree.ending("/b/k.cl") == ()
    assert tree.ending("..") == ()


def test_hidden_folders_and_programs_with_settings_are_left_out(tmp_path: Path) -> None:
    for name in ("a/x.c", ".git/y.c", "p/ppcl.toml", "p/z.c", "p/in/w.c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    tree = read_tree(tmp_path)
    assert tree.files == ("a/x.c",)
    assert tree.projects == ("p",)
