"""The files that a host opens, by the paths that it names."""

from pathlib import Path

from ppcl.analysis.kernels.paths import Places

LONG = "k" * 5000


def test_a_path_that_no_file_can_have_is_not_found(tmp_path: Path) -> None:
    """Too long for the system, or with a zero in it: the host's open fails, and so does ours."""
    assert Places(tmp_path, "host.c").find_file(LONG, (), ()) is None
    assert Places(tmp_path, "host.c").find_file("a\0b", (), ()) is None


def test_a_folder_that_cannot_be_is_as_written(tmp_path: Path) -> None:
    assert Places(tmp_path, "host.c").find_folders(LONG) == (str(tmp_path / LONG),)


def test_the_nearest_folder_counts(tmp_path: Path) -> None:
    for folder in ("", "a", "a/b"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "k.cl").write_text("")
    assert Places(tmp_path, "a/b/host.c").find_file("k.cl", (), ()) == "a/b/k.cl"
