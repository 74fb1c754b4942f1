"""A kernel's text of which several files may be the one, by the folder that the host runs in."""

import subprocess
from collections.abc import Callable
from pathlib import Path

BASE = Path(__file__).resolve().parents[1] / "cases" / "layout" / "base"
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def program(root: Path, files: dict[str, str]) -> Path:
    """A program of a host in src/ and a kernel, the first of the files."""
    listed = f"[program]\nname = 'prog'\nsources = ['src/host.c', '{next(iter(files))}']\n"
    texts = {"src/host.c": (BASE / "host.c").read_text(), "ppcl.toml": listed, **files}
    for name, text in texts.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return root


def kernel(include: str = "") -> str:
    """The kernel, which may include a file that says how many elements are left out."""
    text = (BASE / "kernel.cl").read_text()
    return include + (text.replace("j < columns", "j < columns - LESS") if include else text)


def said(ppcl: Ppcl, root: Path) -> str:
    """What is said of the program."""
    done = ppcl("compile", root, "--target", "amd-cpu")
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_two_kernel_files(ppcl: Ppcl, tmp_path: Path) -> None:
    root = program(tmp_path, {"src/kernel.cl": kernel()})
    assert "PPC201" in said(ppcl, root)
    (root / "kernel.cl").write_text(kernel() + "\n")
    text = said(ppcl, root)
    assert "PPC201" not in text
    assert "'kernel.cl' may be 'src/kernel.cl' or 'kernel.cl'" in text


def test_two_included_files(ppcl: Ppcl, tmp_path: Path) -> None:
    less = "#define LESS 0\n"
    files = {"kernel.cl": kernel('#include "cl/less.h"\n'), "cl/less.h": less}
    root = program(tmp_path, files)
    assert "PPC201" in said(ppcl, root)
    (root / "src" / "cl").mkdir()
    (root / "src" / "cl" / "less.h").write_text(less)
    text = said(ppcl, root)
    assert "PPC201" not in text
    assert "an #include may be of 'cl/less.h' or of 'src/cl/less.h'" in text


def test_two_folders_of_an_option(ppcl: Ppcl, tmp_path: Path) -> None:
    host = (BASE / "host.c").read_text().replace('device, ""', 'device, "-I inc"')
    files = {"kernel.cl": kernel('#include "less.h"\n'), "src/host.c": host}
    root = program(tmp_path, {**files, "inc/less.h": "#define LESS 0\n"})
    assert "PPC201" in said(ppcl, root)
    (root / "src" / "inc").mkdir()
    (root / "src" / "inc" / "less.h").write_text("#define LESS 1\n")
    text = said(ppcl, root)
    assert "PPC201" not in text
    assert "'inc/less.h'" in text


def test_a_run_in_another_folder(ppcl: Ppcl, tmp_path: Path) -> None:
    root = program(tmp_path, {"kernel.cl": kernel()})
    with (root / "ppcl.toml").open("a") as settings:
        settings.write("[run]\ncommand = 'cd data && ../prog'\n")
    assert "PPC201" in said(ppcl, root)
    (root / "data").mkdir()
    (root / "data" / "kernel.cl").write_text(kernel())
    text = said(ppcl, root)
    assert "PPC201" not in text
    assert "'kernel.cl' may be 'kernel.cl' or 'data/kernel.cl'" in text


def test_a_command_that_writes_the_kernel(ppcl: Ppcl, tmp_path: Path) -> None:
    root = program(tmp_path, {"kernel.cl": kernel(), "kernel.in": kernel()})
    with (root / "ppcl.toml").open("a") as settings:
        settings.write("[build]\ncommand = 'cp kernel.in kernel.cl && cc src/host.c -o prog'\n")
    text = said(ppcl, root)
    assert "PPC201" not in text
    assert "`cp kernel.in kernel.cl` may write 'kernel.cl'" in text
    assert "[PPC018]" in text
