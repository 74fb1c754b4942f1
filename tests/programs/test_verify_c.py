"""`ppcl verify` and `bench` with kernels as C: what is compared, and how mistakes are found."""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.backend.emit import emit
from ppcl.diag import Remark
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.verify import PlatformResult, Request, exit_code, verify_program
from ppcl.verify.platforms import Platform
from ppcl.verify.programs import read_recipe
from tests.programs.orderly import run, start, variables
from tests.runtime_apart import KERNELS_ONLY, kernels_only, runtime

PROGRAM = Path(__file__).resolve().parents[1] / "cases" / "verify" / "planted"
KERNELS = "ppcl/kernels.c"
QUICK = "cc -g -O0 -std=gnu99 -Ippcl/include host.c ppcl/ppcl.c -o host -lm -lpthread -ldl"
QUICKER = QUICK.replace("ppcl/ppcl.c", f"{KERNELS_ONLY} {{runtime}}")
READ = (
    "check(clEnqueueReadBuffer(queue, d_counts, CL_TRUE, 0, sizeof(counts), counts, 0, NULL, NULL)"
)
MAP = """\
    void *seen = clEnqueueMapBuffer(queue, d_counts, CL_TRUE, CL_MAP_READ, 0, sizeof(counts), 0,
                                    NULL, NULL, &error);
    check(error, "map");
    for (int i = 0; i < N; ++i)
        counts[i] = ((const int *)seen)[i];
    check(clEnqueueUnmapMemObject(queue, d_counts, seen, 0, NULL, NULL)"""
# Edits of the C, with the buffer and the first index that are wrong then.
INDEX = "ppcl_splat_ints(columns) + ppcl_splat_ints(c)"
FROM_THE_THIRD = "(ppcl_numbers_ints(row, 1) > 2) & ppcl_splat_ints(-(c == 0))"
COUNTED = "ppcl_numbers_ints(3 * i, 3)"
MISTAKES = {
    "an index": (INDEX, f"{INDEX} - ({FROM_THE_THIRD})", "d_sums", 3),
    "a guard": ("(i, 1) < ppcl_splat_ints(n)", "(i, 1) <= ppcl_splat_ints(n)", "d_marks", 100),
    "local memory": ("tile[63 - l]", "tile[63 - (l ^ (l == 48))]", "d_turned", 48),
    "what is mapped": (COUNTED, f"{COUNTED} - (ppcl_numbers_ints(i, 1) > 76)", "d_counts", 77),
}


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The program, of which one result is mapped and not read."""
    copy = Path(shutil.copytree(PROGRAM, tmp_path / "program"))
    text = (copy / "host.c").read_text()
    assert text.count(READ) == 1
    (copy / "host.c").write_text(text.replace(READ, MAP.lstrip()))
    return copy


def verified(program: Path, old: str, new: str, platform: Platform) -> PlatformResult:
    """What is found where the emitted C has an edit; it is built apart from the runtime."""

    def edited(facts: Facts) -> tuple[Mapping[str, bytes], tuple[Remark, ...]]:
        files, remarks = emit(facts)
        assert old.encode() in files[KERNELS]
        edit = files[KERNELS].replace(old.encode(), new.encode())
        return {**files, KERNELS: edit, KERNELS_ONLY: kernels_only()}, remarks

    project = open_project([str(program)], Choices())
    quick = QUICKER.format(runtime=runtime(program.parent))
    recipe = replace(read_recipe(program), build_c=quick)
    request = Request(project, recipe, (), (platform.name,), emitter=edited)
    (result,) = verify_program(request, lambda text: None)
    assert result.error is None, result.error
    assert int(exit_code([result])) == (5 if result.findings else 0)
    return result


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_the_c_is_found(
    mistake: str, program: Path, platform_of: Callable[[str], Platform]
) -> None:
    old, new, buffer, index = MISTAKES[mistake]
    result = verified(program, old, new, platform_of("intel"))
    (finding,) = result.findings
    assert (finding.kind, finding.buffer.partition(" ")[0], finding.index) == (
        "read",
        buffer,
        index,
    )
    assert "at host.c:" in finding.written_by
    assert result.verdict.stable


def test_bytes_of_reads_and_maps_are_compared(
    program: Path, platform_of: Callable[[str], Platform], tmp_path: Path
) -> None:
    """Built with the flags after the program's own line."""
    given = ("--emit", "c", "--platform", platform_of("pocl").name, "--stdout")
    done = start(variables(tmp_path), "verify", program, *given, "--format", "json")
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    (seen,) = found["platforms"]
    assert (found["emit"], seen["changed"], seen["equal"]) == ("c", ["ppcl/"], True)
    compared = seen["compared"]
    assert (compared["launches"], compared["plain"], compared["bytes"]) == (4, 4, 1448)
    assert compared["exact"]


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        (
            ("--run", "./host nothing", "--build-c", QUICK),
            6,
            "nothing recorded: './host nothing' launched no kernel",
        ),
        (
            ("--build-c", "cc -std=gnu99 host.c -o host -lOpenCL"),
            6,
            "the rewritten program: nothing recorded: './host' did not run its kernels as C",
        ),
        (("--build-c", "cc no-such.c"), 6, "building the rewritten program: 'cc no-such.c'"),
        (("--oclgrind",), 2, "use the sanitizers"),
    ],
    ids=["no launch", "not linked", "does not build", "Oclgrind"],
)
def test_what_is_not_compared(
    given: tuple[str, ...],
    code: int,
    said: str,
    program: Path,
    platform_of: Callable[[str], Platform],
    tmp_path: Path,
) -> None:
    host = program / "host.c"
    text = host.read_text().replace("int main(void)\n{", "int main(int words, char **given)\n{")
    start = "    FILE *file = fopen("
    assert text.count(start) == 1
    host.write_text(text.replace(start, f"    if (words > 1 && given[1]) return 0;\n{start}"))
    name = platform_of("intel").name
    done = run(variables(tmp_path), "verify", program, "--emit", "c", "--platform", name, *given)
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout + done.stderr
    assert "equal" not in done.stdout


def test_times_of_both_are_taken(
    program: Path, platform_of: Callable[[str], Platform], tmp_path: Path
) -> None:
    line = (
        "cc $(ppcl flags --cflags .) -O0 host.c $(ppcl flags --sources .) $(ppcl flags --libs .) "
        "-o host"
    )
    given = ("--platform", platform_of("pocl").name, "--pairs", "2", "--seconds", "0")
    done = start(
        variables(tmp_path),
        *("bench", program, "--emit", "c", *given, "--build-c", line, "--format", "json"),
    )
    assert done.returncode == 0, done.stderr
    (timing,) = json.loads(done.stdout)["timings"]
    assert (timing["variant"], timing["changed"]) == ("none, as C", ["ppcl/"])
    assert timing["before"] != timing["after"]
    kernels = timing["kernels"]
    assert all(time > 0 for time in (*kernels["before_ms"], *kernels["after_ms"]))
