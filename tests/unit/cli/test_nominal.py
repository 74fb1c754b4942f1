"""Kernels that need a number which the host computes are read, and nothing of them is rewritten."""

import json
from pathlib import Path

import pytest

BASE = Path(__file__).resolve().parents[2] / "cases" / "layout" / "base"
OPTIONS = '    char options[32];\n    sprintf(options, "-DSTART=%d", rows + columns);\n'
START = "int sum = START;"


@pytest.fixture
def folder(prog: Path) -> Path:
    """A program whose host computes where its kernel's sums start."""
    for file in prog.iterdir():
        file.unlink()
    host = (BASE / "host.c").read_text().replace('&device, ""', "&device, options")
    (prog / "host.c").write_text(host.replace("    cl_int err;", OPTIONS + "    cl_int err;"))
    write_kernel(prog, START)
    return prog


def write_kernel(folder: Path, start: str, before: str = "") -> None:
    text = (BASE / "kernel.cl").read_text()
    assert "int sum = 0;" in text
    (folder / "kernel.cl").write_text(before + text.replace("int sum = 0;", start))


def survey(ppcl, *given: str) -> dict[str, object]:
    done = ppcl("graph", "--summary", "prog", "--format", "json", *given)
    (program,) = json.loads(done.out)["programs"]
    return program


def test_a_nominal_number_is_told(ppcl, folder: Path) -> None:
    program = survey(ppcl)
    assert (program["followed"], program["nominal"]) == (True, ["START"])
    assert "yes, START nominal" in ppcl("graph", "--summary", "prog").out
    done = ppcl("graph", "prog")
    assert "'kernel.cl' is read with START = 16, which is nominal" in done.out + done.err
    told = json.loads(ppcl("graph", "prog", "--format", "json").out)["remarks"]
    assert {"PPC110", "PPC133"} <= {remark["code"] for remark in told}


@pytest.mark.parametrize(("form", "nominal"), [("-DSTART=%d", ["START"]), ("-DSTART=%40d", [])])
def test_digits_that_have_room_are_not_cut(
    ppcl, folder: Path, form: str, nominal: list[str]
) -> None:
    host = (folder / "host.c").read_text().replace("options[32]", "options[40]")
    limited = f'snprintf(options, sizeof options, "{form}",'
    (folder / "host.c").write_text(host.replace('sprintf(options, "-DSTART=%d",', limited))
    assert survey(ppcl).get("nominal", []) == nominal


def test_what_is_given_is_not_nominal(ppcl, folder: Path) -> None:
    program = survey(ppcl, "-D", "START=3")
    assert (program["followed"], program["nominal"]) == (True, [])


def test_nothing_is_rewritten_for_a_nominal_number(ppcl, folder: Path) -> None:
    given = ("compile", "prog", "--target", "amd-cpu")
    assert "row_sums__table_relayout" in ppcl(*given, "-D", "START=3").out
    done = ppcl(*given)
    assert (done.status, done.out) == (0, "")
    assert "the value of -DSTART is not known" in done.err


def test_no_c_is_made_with_a_nominal_number(ppcl, folder: Path) -> None:
    done = ppcl("compile", "prog", "--emit", "c", "-o", "out")
    assert done.status == 3
    assert "the value of -DSTART is not known" in done.err
    assert "give it with -DSTART=..." in done.err
    assert not Path("out").exists()


# What is there hangs on the number: a condition, a macro that a condition asks for, a parameter's
# type, a kernel's name; or no number will do.
HANGING = {
    "a condition": ("#if START > 4\n__kernel void more(void) {}\n#endif\n", START),
    "a macro": (
        "#define MORE (START > 4)\n#if MORE\n__kernel void more(void) {}\n#endif\n",
        START,
    ),
    "a type": (
        "struct s { int a[START]; };\n__kernel void more(struct s s) { (void)s; }\n",
        START,
    ),
    "a name": (
        "#define NAMED(n) more##n\n#define NAME(n) NAMED(n)\n"
        "__kernel void NAME(START)(int a) { (void)a; }\n",
        START,
    ),
    "another word": ("", "int sum = START + OTHER;"),
}


@pytest.mark.parametrize("name", HANGING)
def test_where_more_hangs_on_the_number_it_has_to_be_given(ppcl, folder: Path, name: str) -> None:
    before, start = HANGING[name]
    write_kernel(folder, start, before)
    program = survey(ppcl)
    assert program["followed"] is False
    assert "the value of -DSTART is not known" in program["error"]["message"]


@pytest.mark.parametrize("form", ["%f", "%ff", "(%g*2)"])
def test_a_number_with_a_fraction(ppcl, folder: Path, form: str) -> None:
    """Its digits are no int's: `16f` is no number."""
    host = folder / "host.c"
    host.write_text(host.read_text().replace("%d", form).replace("rows + columns", "rows / 3.0"))
    write_kernel(folder, "int sum = fmax((float)row, (float)START);")
    assert survey(ppcl)["nominal"] == ["START"]


def test_a_text_has_no_nominal_value(ppcl, folder: Path) -> None:
    host = folder / "host.c"
    host.write_text(host.read_text().replace("%d", "%s").replace("rows + columns", "argv[1]"))
    assert survey(ppcl)["followed"] is False
