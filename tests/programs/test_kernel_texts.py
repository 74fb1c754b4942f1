"""Kernels whose text stands in the host: the rewrite is right inside the literals, and runs."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment

BASE = Path(__file__).resolve().parents[1] / "cases" / "layout" / "base"
CALL = 'const char *source = read_kernel("kernel.cl");'
CREATE = "clCreateProgramWithSource(context, 1, &source, NULL, &err)"
LINES = BASE.joinpath("kernel.cl").read_text().splitlines()
HOST_CHANGE = [
    "-            table[i + j * rows] = 31 * i + 7 * j;",
    "+            table[i * columns + j] = 31 * i + 7 * j;",
]
MARK = "\n * ppcl: no longer true of table: now table[i * columns + j]"
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def quoted(line: str) -> str:
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"'


ADJACENT = "const char *source =\n    " + "\n    ".join(map(quoted, LINES)) + ";"
ONE = 'const char *source = "' + "".join(quoted(line)[1:-1] for line in LINES) + '";'
SPLICED = 'const char *source = "' + "\\n\\\n".join(LINES) + '\\n";'
RAW = 'const char *source = R"CL(' + "\n".join(LINES) + '\n)CL";'
STRING = "std::string text =\n    " + "\n    ".join(map(quoted, LINES)) + ";\n"
ARRAY = "const char *source[] = {\n    " + ",\n    ".join(map(quoted, LINES)) + "\n};"
COUNT = f"clCreateProgramWithSource(context, {len(LINES)}, source, NULL, &err)"
MACRO = "#define TEXT(...) #__VA_ARGS__\n"
MADE = "const char *source = TEXT(" + "\n".join(line.split("//")[0] for line in LINES) + ");"

# The name of the host file, how it has the text, and how it makes the program.
TEXTS = {
    "adjacent literals": ("host.c", ADJACENT, CREATE),
    "one literal": ("host.c", ONE, CREATE),
    "a spliced literal": ("host.c", SPLICED, CREATE),
    "a raw string": ("host.cpp", RAW, CREATE),
    "a std::string": ("host.cpp", f"{STRING}    const char *source = text.c_str();", CREATE),
    "an array of lines": ("host.c", ARRAY, COUNT),
}


def write_host(folder: Path, name: str, text: str, create: str) -> Path:
    """The base program with its kernel in the host; a C++ host gets the casts that it needs."""
    host = (BASE / "host.c").read_text()
    assert host.count(CALL) == host.count(CREATE) == 1
    host = host.replace(CALL, text).replace(CREATE, create)
    if name.endswith(".cpp"):
        host = host.replace(" = malloc(", " = (int *)malloc(").replace(
            "#include <stdio.h>", "#include <stdio.h>\n#include <string>"
        )
    folder.mkdir()
    (folder / name).write_text(host)
    return folder / name


def changes(before: Path, after: Path) -> list[str]:
    """The lines that differ, as a diff has them, but for the mark in the host's comment."""
    text = after.read_text()
    assert text.count(MARK) == 1
    old, new = before.read_text().splitlines(), text.replace(MARK, "").splitlines()
    pairs = zip(old, new, strict=True)
    return [line for a, b in pairs if a != b for line in (f"-{a}", f"+{b}")]


@pytest.mark.parametrize("kind", TEXTS)
def test_the_rewrite_inside_literals_is_right(
    kind: str,
    loader: Loader,
    platform_of: Callable[[str], Platform],
    ppcl: Ppcl,
    tmp_path: Path,
) -> None:
    name, text, create = TEXTS[kind]
    host = write_host(tmp_path / "before", name, text, create)
    after = tmp_path / "after"
    done = ppcl("compile", host, "--target", "amd-cpu", "-o", after)
    assert done.returncode == 0, done.stderr
    found = changes(host, after / name)
    assert found[:2] == HOST_CHANGE
    old, new = (line[1:] for line in found[2:])
    assert old.replace("table[row + j * rows]", "table[row * columns + j]") == new != old
    variables = environment(platform_of("pocl"), loader, tmp_path)
    compiler = "g++ -w" if name.endswith(".cpp") else "cc -std=gnu99 -w"
    outputs = []
    for folder in (host.parent, after):
        build = execute(f"{compiler} {name} -o host -lOpenCL", folder, variables, timeout=60)
        assert build.status == 0, build.stderr
        outputs.append(execute("./host 129 20", folder, variables, timeout=60))
    assert outputs[0].stdout
    assert (outputs[0].status, outputs[0].stdout) == (outputs[1].status, outputs[1].stdout)


def test_a_text_that_a_macro_makes_is_read_and_left_alone(
    installed_ppcl: Ppcl, tmp_path: Path
) -> None:
    host = write_host(tmp_path / "before", "host.c", MADE, CREATE)
    host.write_text(MACRO + host.read_text())
    after, inputs = tmp_path / "after", tmp_path / "inputs.d"
    command = ("compile", host, "--target", "amd-cpu", "-o", after, "--depfile", inputs)
    done = installed_ppcl(*command)
    assert done.returncode == 0, done.stderr
    line = next(n for n, t in enumerate(host.read_text().splitlines(), 1) if CREATE in t)
    assert f"host.c:{line}:" in done.stderr
    assert "PPC124" in done.stderr
    assert (after / "host.c").read_text() == host.read_text()
    assert {path.name for path in after.rglob("*") if path.is_file()} == {"host.c", ".ppcl.json"}
    assert "text" not in inputs.read_text().replace(str(tmp_path), "")


def test_a_kernel_file_does_not_outgrow_the_memory_that_it_is_read_into(
    ppcl: Ppcl, tmp_path: Path
) -> None:
    size = len((BASE / "kernel.cl").read_bytes())
    host = (BASE / "host.c").read_text()
    for room, done in ((size + 4, False), (size + 400, True)):
        folder = tmp_path / str(room)
        folder.mkdir()
        (folder / "kernel.cl").write_bytes((BASE / "kernel.cl").read_bytes())
        (folder / "host.c").write_text(host.replace("text[65536]", f"text[{room}]"))
        result = ppcl("compile", folder, "--target", "amd-cpu", "-o", folder / "out")
        assert result.returncode == 0, result.stderr
        assert ("PPC129" in result.stderr) != done
        assert (folder / "out" / "host.c").read_text() != host or not done
        changed = (folder / "out" / "kernel.cl").read_bytes() != (folder / "kernel.cl").read_bytes()
        assert changed == done


def test_a_path_that_leaves_the_folder_and_comes_back(ppcl: Ppcl, tmp_path: Path) -> None:
    folder = tmp_path / "src"
    (folder / "kernels").mkdir(parents=True)
    host = (BASE / "host.c").read_text().replace('"kernel.cl"', '"../src/kernels/kernel.cl"')
    (folder / "host.c").write_text(host)
    (folder / "kernels" / "kernel.cl").write_bytes((BASE / "kernel.cl").read_bytes())
    done = ppcl("compile", folder / "host.c", "--target", "amd-cpu", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "row_sums__table_relayout" in (tmp_path / "out" / "kernels" / "kernel.cl").read_text()


def test_a_kernel_file_that_is_no_source_is_read_changed_and_written(
    ppcl: Ppcl, tmp_path: Path
) -> None:
    for name in ("host.c", "kernel.cl"):
        (tmp_path / name).write_bytes((BASE / name).read_bytes())
    out = tmp_path / "out"
    host = tmp_path / "host.c"
    done = ppcl("compile", host, "--target", "amd-cpu", "--remarks", "all", "-o", out)
    assert done.returncode == 0, done.stderr
    assert "PPC128" in done.stderr
    assert (out / "kernel.cl").read_text() != (tmp_path / "kernel.cl").read_text()
    assert "table_relayout" in (out / "host.c").read_text()
