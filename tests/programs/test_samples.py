"""Every sample, before and after: built, run, checked and compared on every platform here.

As plain C, built without OpenCL, it passes its own checks and agrees with a runtime.
"""

import shutil
import subprocess
from array import array
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from ppcl.verify import oclgrind
from ppcl.verify.execute import execute
from ppcl.verify.platforms import find_platforms
from ppcl.verify.programs import read_recipe
from ppcl.verify.trial import Trial, Verdict
from tests.ledger.kept import texts
from tests.programs.as_c import build, run_small
from tests.programs.conftest import WITH_ALL_FLAGS

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
NAMES = sorted(path.parent.name for path in SAMPLES.glob("*/ppcl.toml"))
PLATFORMS = {"pocl": "pocl-cpu", "intel": "intel-opencl-cpu"}
WARNINGS = ("-Wall", "-Wextra", "-Werror")
# Where the kernels' file changes, by the ledger.
REWRITTEN = [
    (sample, platform)
    for sample in NAMES
    for platform, target in PLATFORMS.items()
    if f"{sample}.cl" in texts(sample)[target].changed
]
# For what interprets kernels, less than a sample's small case: still two groups, one not full.
INTERPRETED = {"kmeans": "./kmeans -n 300 -r 1"}
# Of these, each text once.
WRITTEN = {(s, texts(s)[PLATFORMS[each]].digest): (s, each) for s, each in REWRITTEN}
# What a run cannot be compared in: sizes by symbols that no recorded number gives, as they stand in
# products or are rounded up; vectors that are given new elements for each launch.
OPEN = {
    "cfd": {"global size"},
    "lavamd": {"global size"},
    "nbody": {"global size"},
    "streamcluster": {"host memory"},
}

BuiltSample = Callable[[str, str], Trial]
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_there_are_twenty_two_samples() -> None:
    assert len(NAMES) == 22


@pytest.fixture(scope="module")
def compared(built: BuiltSample) -> Callable[[str, str], Verdict]:
    """How both versions of a sample compare on a platform."""

    @cache
    def compare(sample: str, platform: str) -> Verdict:
        trial = built(sample, platform)
        return trial.compare(trial.recipe.small)

    return compare


@pytest.mark.parametrize("sample", NAMES)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_answers_agree(
    sample: str, platform: str, built: BuiltSample, compared: Callable[[str, str], Verdict]
) -> None:
    """What the host sees, and what the program writes; each checks its own answers, too."""
    changed = tuple(sorted(built(sample, platform).rewritten.texts))
    assert changed == texts(sample)[PLATFORMS[platform]].changed
    verdict = compared(sample, platform)
    assert verdict.findings == ()
    assert verdict.tally.launches > 0
    assert verdict.tally.plain + verdict.tally.turned > 0
    assert verdict.tally.unaided


@pytest.mark.parametrize("sample", NAMES)
def test_the_graph_has_what_a_run_does(
    sample: str, compared: Callable[[str, str], Verdict]
) -> None:
    """The graph of the original against a run of it; what it has wrong is a finding above, too."""
    graph = compared(sample, "pocl").graph
    assert graph is not None
    assert graph.disagreements == []
    assert graph.complete
    assert graph.unplaced == 0
    assert graph.agreed > 3 * graph.commands
    compared_in = {"host memory", "buffer", "global size", "global offset"}
    assert set(graph.open) & compared_in == OPEN.get(sample, set())


@pytest.mark.skipif(not oclgrind.available(), reason="NO OCLGRIND: no check for data races")
@pytest.mark.parametrize(
    ("sample", "version"),
    [
        *((name, "rewritten") for name in dict(REWRITTEN)),
        *(pytest.param(name, "original", marks=pytest.mark.long) for name in NAMES),
    ],
)
def test_oclgrind_finds_nothing(sample: str, version: str, built: BuiltSample) -> None:
    """It is a platform of its own: each text is run once, for whichever platforms it is."""
    trials = [built(sample, platform) for platform in PLATFORMS]
    changed = {trial.scratch: trial for trial in trials if trial.rewritten.texts}
    for trial in changed.values() if version == "rewritten" else trials[:1]:
        command = INTERPRETED.get(sample, trial.recipe.small)
        assert oclgrind.findings(command, trial.scratch / version, trial.variables) == ""


@pytest.mark.parametrize(("sample", "platform"), REWRITTEN)
def test_a_new_host_refuses_an_old_kernel_file(
    sample: str, platform: str, built: BuiltSample, tmp_path: Path
) -> None:
    """And an old host a new one: a pair that does not match fails, and does not compute."""
    trial = built(sample, platform)
    kernels = f"{sample}.cl"
    before, after = (trial.scratch / version for version in ("original", "rewritten"))
    for host, other in ((after, before), (before, after)):
        mixed = Path(shutil.copytree(host, tmp_path / host.name))
        shutil.copy(other / kernels, mixed / kernels)
        completed = execute(trial.recipe.small, mixed, trial.variables, timeout=60)
        assert completed.status not in (0, 1)  # 1 is a check that ran and found a difference
        assert "check:" not in completed.stdout


# Hunts and the fuzzer ask this of each of their programs.
@pytest.mark.parametrize(
    "sample",
    [n if n in WITH_ALL_FLAGS else pytest.param(n, marks=pytest.mark.long) for n in NAMES],
)
def test_no_passes_leave_every_byte(sample: str, ppcl: Ppcl, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = ppcl("compile", SAMPLES / sample, "--target", "amd-cpu", "--passes", "none", "-o", out)
    assert done.returncode == 0, done.stderr
    written = files_of(out)
    assert f"{sample}.c" in written or f"{sample}.cpp" in written
    assert written.items() <= files_of(SAMPLES / sample).items()


@pytest.mark.parametrize(("sample", "platform"), WRITTEN.values())
def test_its_own_output_is_left_as_it_is(
    sample: str, platform: str, built: BuiltSample, ppcl: Ppcl, tmp_path: Path
) -> None:
    once, twice = built(sample, platform).scratch / "rewritten", tmp_path / "twice"
    done = ppcl("compile", once, "--target", PLATFORMS[platform], "-o", twice)
    assert done.returncode == 0, done.stderr
    before, after = files_of(once), files_of(twice)
    sources = files_of(SAMPLES / sample).keys() & after.keys()
    assert sources >= {*texts(sample)[PLATFORMS[platform]].changed}
    assert {name: after[name] for name in sources} == {name: before[name] for name in sources}


@pytest.mark.parametrize("sample", NAMES)
def test_its_recipe_can_be_read(sample: str) -> None:
    assert read_recipe(SAMPLES / sample).name == sample


# With the flags as they are, or less for the compiler to do, which is most of the time.
@pytest.mark.parametrize(
    ("sample", "optimized"),
    [
        *((name, "" if name in WITH_ALL_FLAGS else "-O1") for name in NAMES),
        *(pytest.param(n, "", marks=pytest.mark.long) for n in NAMES if n not in WITH_ALL_FLAGS),
    ],
)
def test_it_runs_without_opencl(
    sample: str,
    optimized: str,
    ppcl: Ppcl,
    installed_ppcl: Ppcl,
    built: BuiltSample,
    compared: Callable[[str, str], Verdict],
    tmp_path: Path,
) -> None:
    """No loader is linked, no warning is left, and the host is the sample's own."""
    out = tmp_path / "out"
    run = installed_ppcl if sample == "md" else ppcl
    done = run("compile", SAMPLES / sample, "--emit", "c", "-o", out)
    assert done.returncode == 0, done.stderr
    host = next(path for path in out.iterdir() if path.suffix in (".c", ".cpp"))
    assert host.read_bytes() == (SAMPLES / sample / host.name).read_bytes()
    compiler = "c++" if host.suffix == ".cpp" else "cc"
    if shutil.which(compiler) is None:
        pytest.skip(f"NO {compiler}: {sample} is not built as C")
    program = build(out, compiler, *WARNINGS, last=optimized)
    linked = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    assert "OpenCL" not in linked
    recipe = read_recipe(SAMPLES / sample)
    element = {"float": "f", "double": "d", "int": "i"}[recipe.element]
    ours = array(element, run_small(out, recipe.small))
    platforms = find_platforms()
    if not platforms:
        pytest.skip("NO PLATFORM: there is nothing to compare with")
    compared(sample, platforms[-1].name)
    original = built(sample, platforms[-1].name).scratch / "original"
    theirs = array(element, (original / recipe.output[-1]).read_bytes())
    assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-6)
