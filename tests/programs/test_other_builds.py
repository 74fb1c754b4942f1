"""A build with other macros than ppcl was told fails, and says why."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

BASE = Path(__file__).resolve().parents[1] / "cases" / "layout" / "base"
SIZE = "    int columns = argc > 2 ? atoi(argv[2]) : 7;"
LATER = "    cl_int err;"
SHOWN = '    if (MODE)\n        printf("%d\\n", table[1]);\n    cl_int err;'
TRACE = '#ifdef TRACE\n#define SHOW(x) printf("%d\\n", x)\n#else\n#define SHOW(x)\n#endif\n'
# The host's change, what it begins with, what ppcl and its build are given, and another build.
BUILDS = {
    "a default": ((LATER, SHOWN), "#ifndef MODE\n#define MODE 0\n#endif\n", "", "-DMODE=1"),
    "given": ((SIZE, "    int columns = WIDTH + 2;"), "", "-DWIDTH=5", "-DWIDTH=6"),
    "a name": (
        ("sizeof(int), &columns", "sizeof(int), &WIDTH"),
        "#ifndef WIDTH\n#define WIDTH columns\n#endif\n",
        "",
        "-DWIDTH=rows",
    ),
    "an empty macro": ((LATER, f"    SHOW(table[1]);\n{LATER}"), TRACE, "", "-DTRACE"),
    "a given zero": ((LATER, SHOWN), "", "-DMODE=0", "-DMODE=argc"),
    "a given zero in place of a default": (
        (LATER, SHOWN),
        "#ifndef MODE\n#define MODE 1\n#endif\n",
        "-DMODE=0",
        "-DMODE=1",
    ),
    "a section": ((LATER, f"#ifdef SMALL\n    rows = 2;\n#endif\n{LATER}"), "", "", "-DSMALL"),
}


@pytest.mark.parametrize("name", BUILDS)
def test_another_build_fails(
    name: str, ppcl: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    (old, new), begin, given, other = BUILDS[name]
    host = (BASE / "host.c").read_text()
    assert host.count(old) == 1
    kernel = (BASE / "kernel.cl").read_text().replace("j < columns", "j < 7")
    folder, after = tmp_path / "before", tmp_path / "after"
    folder.mkdir()
    (folder / "host.c").write_text(begin + host.replace(old, new))
    (folder / "kernel.cl").write_text(kernel)
    done = ppcl("compile", folder, "--target", "amd-cpu", "-o", after, *given.split())
    assert done.returncode == 0, done.stderr
    assert "PPC201" in done.stderr
    assert checked(folder, other) == ""
    assert checked(after, given) == ""
    assert "rewritten by ppcl for" in checked(after, other).replace("_", " ")


def checked(folder: Path, flags: str) -> str:
    """What a compiler says of the host."""
    command = ["cc", "-std=gnu99", "-w", "-fsyntax-only", *flags.split(), "host.c"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stderr


def test_what_a_host_is_built_with_is_not_what_its_kernels_get(
    ppcl: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """Both have a default, the host's build sets its own, and clBuildProgram is given nothing."""
    default = "#ifndef WIDTH\n#define WIDTH 7\n#endif\n"
    host = (BASE / "host.c").read_text().replace(SIZE, "    int columns = WIDTH;")
    kernel = (BASE / "kernel.cl").read_text().replace("j < columns", "j < WIDTH")
    (tmp_path / "host.c").write_text(default + host.replace("&columns", "&rows"))
    (tmp_path / "kernel.cl").write_text(default + kernel)
    command = ("compile", tmp_path, "--target", "amd-cpu", "-o", tmp_path / "out", "-DWIDTH=9")
    done = ppcl(*command)
    assert done.returncode == 0, done.stderr
    assert "PPC201" not in done.stderr
    assert "nothing to change" in done.stderr


@pytest.mark.parametrize("options", ["options", 'argc > 3 ? "-DMODE=1" : "-DMODE=2"'])
def test_kernels_that_are_built_with_other_options_than_was_said_fail(
    options: str, ppcl: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """What the host gives them while it runs is not seen, and -D says it."""
    made = '    char options[32];\n    sprintf(options, "-DMODE=%d", argc > 3 ? 1 : 2);\n'
    folder, after = tmp_path / "before", tmp_path / "after"
    folder.mkdir()
    host = (BASE / "host.c").read_text().replace(LATER, made + LATER)
    kernel = (BASE / "kernel.cl").read_text()
    kernel = kernel.replace("    sums", "    if (MODE == 1)\n        sum += table[1];\n    sums")
    (folder / "host.c").write_text(host.replace('device, ""', f"device, {options}"))
    (folder / "kernel.cl").write_text(kernel)
    done = ppcl("compile", folder, "--target", "amd-cpu", "-o", after, "-DMODE=2")
    assert "PPC201" in done.stderr
    assert ppcl("compile", after, "--target", "amd-cpu", "-DMODE=2").returncode == 0
    other = ppcl("compile", after, "--target", "amd-cpu", "-DMODE=1")
    assert "rewritten by ppcl for MODE 2" in other.stderr


def test_a_text_in_the_options_may_have_further_options_in_it(
    ppcl: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """The kernel asks for what the host says, too; one that is no number cannot be asked for."""
    made = '    char options[64];\n    sprintf(options, "-DMODE=2 -DT=%s", getenv("T"));\n'
    host = (BASE / "host.c").read_text().replace(LATER, made + LATER)
    (tmp_path / "host.c").write_text(host.replace('device, ""', "device, options"))
    kernel = (BASE / "kernel.cl").read_text().replace("int sum = 0", "int sum = MODE + (T)3")
    for text, given in ((kernel, "int"), (kernel.replace("(T)3", "T"), "3")):
        (tmp_path / "kernel.cl").write_text(text)
        done = ppcl("compile", tmp_path, "--target", "amd-cpu", "--remarks", "all", f"-DT={given}")
        assert f"'kernel.cl' is built with -DT={given} [PPC005]" in done.stderr
        assert ("PPC013" if given == "int" else "PPC201") in done.stderr
    assert "+#if MODE != 2\n" in done.stdout
    assert "+#if T != 3\n" in done.stdout


def test_a_line_that_holds_a_macro_to_zero_is_no_part_of_a_declaration(
    ppcl: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """`extern "C"` would be that line's then, and no more the function's."""
    host = (BASE / "host.c").read_text().replace("= malloc", "= (int *)malloc")
    chosen = "#ifdef FAST\n#define MODE 1\n#else\n#define MODE 0\n#endif\n"
    host = host.replace(LATER, SHOWN).replace("int main(", "int run(")
    outer = "int main(int argc, char **argv)\n{\n    return run(argc, argv);\n}\n"
    (tmp_path / "kernel.cl").write_text((BASE / "kernel.cl").read_text())
    for linkage, code in (('extern "C"\n', "PPC013"), ("", "PPC201")):
        text = chosen + host.replace("int run(", f"{linkage}int run(") + outer
        (tmp_path / "host.cpp").write_text(text)
        done = ppcl("compile", tmp_path, "--target", "amd-cpu")
        assert code in done.stderr


@pytest.mark.parametrize("standard", ["c++98", "c++20"])
def test_a_constant_is_checked_in_every_cplusplus(
    standard: str, ppcl: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    host = (BASE / "host.c").read_text().replace("= malloc", "= (int *)malloc")
    host = host.replace(SIZE, "    int columns = WIDTH;").replace("&columns", "&rows")
    kernel = (BASE / "kernel.cl").read_text().replace("j < columns", "j < WIDTH")
    folder, after = tmp_path / "before", tmp_path / "after"
    folder.mkdir()
    (folder / "host.cpp").write_text(f"static const int WIDTH = 7;\n{host}")
    (folder / "kernel.cl").write_text("#define WIDTH 7\n" + kernel)
    build = f"[build]\ncommand = 'c++ -std={standard} host.cpp -o prog -lOpenCL'\n"
    program = "[program]\nname = 'prog'\nsources = ['host.cpp', 'kernel.cl']\n"
    (folder / "ppcl.toml").write_text(program + build)
    done = ppcl("compile", folder, "--target", "amd-cpu", "-o", after)
    assert "PPC201" in done.stderr
    text = (after / "host.cpp").read_text()
    assert "run_ppcl_again[WIDTH == 7 ? 1 : -1];\n\nint main" in text
    for number, said in ((7, ""), (8, "run_ppcl_again")):
        (after / "host.cpp").write_text(text.replace("WIDTH = 7;", f"WIDTH = {number};"))
        command = ["c++", f"-std={standard}", "-w", "-fsyntax-only", "host.cpp"]
        built = subprocess.run(command, cwd=after, capture_output=True, text=True, check=False)
        assert said in built.stderr
        assert bool(built.stderr) == bool(said)
