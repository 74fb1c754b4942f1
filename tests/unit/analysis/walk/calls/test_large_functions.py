"""Functions that are too large to walk are let run unseen, if they make no OpenCL calls."""

from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.frontend import ParseOptions
from ppcl.targets import load

BASE = Path(__file__).resolve().parents[4] / "cases" / "layout" / "base"
# A decoder in C: long, with loops in loops, and all of it arithmetic.
STEPS = "\n".join(f"        x = (x ^ {i}u) * 33u + bits[x % 64u];" for i in range(1000))
DECODER = """static unsigned bits[64];
struct image {{ int rows; int *pixels; }};
static int decode(struct image *image)
{{
    unsigned x = (unsigned)image->rows;
    for (int i = 0; i < image->rows; i++)
{steps}
    {more}
    return (int)x;
}}
"""
CALL = "    int columns = argc"
USED = "    struct image image = {{7, NULL}};\n    decode(&image);\n{after}"


def read(folder: Path, after: str = "", more: str = "bits[0] = x;") -> Facts:
    """The base program with a decoder that is called before its buffers are made."""
    decoder = DECODER.format(steps=STEPS, more=more)
    text = (BASE / "host.c").read_text().replace("int main(", f"{decoder}\nint main(")
    call = USED.format(after=after)
    (folder / "host.c").write_text(text.replace("    cl_int err;", f"{call}    cl_int err;"))
    (folder / "kernel.cl").write_text((BASE / "kernel.cl").read_text())
    options = Reading({}, ParseOptions())
    return analyse(folder, ["host.c", "kernel.cl"], {}, options, load("amd-cpu"))


def codes(facts: Facts) -> set[str]:
    return {r.code for r in (*facts.remarks, *facts.host.remarks)}


def test_it_is_told(tmp_path: Path) -> None:
    facts = read(tmp_path)
    assert facts.host.complete
    assert "PPC134" in codes(facts)
    (launch,) = facts.host.launches
    assert [argument.kind for argument in launch.arguments] == ["buffer"] * 2 + ["scalar"] * 2


def test_what_it_gets_is_not_known_any_more(tmp_path: Path) -> None:
    """The number of rows is 7 before, and may be any one behind it."""
    kept = read(tmp_path, "    rows = 7;\n")
    (launch,) = kept.host.launches
    assert str(launch.arguments[2].value) == "7"
    lost = read(tmp_path, "    rows = image.rows;\n")
    (launch,) = lost.host.launches
    assert launch.arguments[2].kind == "scalar"
    assert str(launch.arguments[2].value) != "7"


def test_one_that_may_call_opencl_is_walked(tmp_path: Path) -> None:
    facts = read(tmp_path, more="clEnqueueBarrier(0);")
    assert "PPC134" not in codes(facts)
