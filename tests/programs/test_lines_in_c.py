"""`--emit c --lines`: what a compiler tells debuggers of the lines of a kernel."""

import re
import subprocess
from pathlib import Path

from ppcl.backend.c.line_directives import with_line_directives
from tests.command import run_ppcl

SAMPLE = Path(__file__).parents[2] / "samples" / "md"


def test_what_is_no_statement_of_the_kernel_has_its_own_line() -> None:
    text = '/* a.cl:1 to 2: all */\n{\n  int x; /* a.cl:7 */\n  int y; /* b".cl:8 */\n}\n}\n'
    assert with_line_directives(text, "k.c").splitlines() == [
        "/* a.cl:1 to 2: all */",
        "{",
        '#line 7 "a.cl"',
        "  int x; /* a.cl:7 */",
        '#line 8 "b\\".cl"',
        '  int y; /* b".cl:8 */',
        '#line 8 "k.c"',
        "}",
        "}",
    ]


def test_a_line_of_the_kernel_is_where_it_runs_in_packs_and_where_it_does_not(
    tmp_path: Path,
) -> None:
    made = run_ppcl(["compile", SAMPLE, "--emit", "c", "--lines", "-o", "out"], tmp_path)
    assert made.returncode == 0, made.stderr
    line = "cc -g -O0 -S -Ippcl/include ppcl/ppcl.c -o ppcl.s"
    subprocess.run(line.split(), cwd=tmp_path / "out", check=True, timeout=60)
    text = (tmp_path / "out" / "ppcl.s").read_text()
    number = re.search(r'\.file (\d+) "md\.cl"', text)
    assert number is not None
    assert len(set(re.findall(rf"\.loc {number[1]} 26 .*\n(?:.*\n){{3}}", text))) > 1
    assert "idx = n[tid + j*A]" in (tmp_path / "out" / "md.cl").read_text().splitlines()[25]


def test_without_c_there_are_no_lines(tmp_path: Path) -> None:
    done = run_ppcl(["compile", SAMPLE, "--target", "amd-cpu", "--lines"], tmp_path)
    assert (done.returncode, "--lines is for --emit c" in done.stderr) == (2, True)
