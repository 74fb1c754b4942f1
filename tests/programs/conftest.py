"""Each sample before and after, built for each platform that is here."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.driver.compile import Compiled
from ppcl.driver.sources.project import Choices, Project, open_project
from ppcl.driver.sources.read import ANY_TARGET, read_program
from ppcl.driver.verify import rewritten
from ppcl.targets import load
from ppcl.transform.passes import transforms
from ppcl.verify.observe import Program, Run
from ppcl.verify.platforms import Loader, Platform, environment, find_loader, find_platforms
from ppcl.verify.programs import Recipe, read_recipe
from ppcl.verify.recorder import build_recorder
from ppcl.verify.trial import Limits, Trial
from tests.reading import Readings
from tests.samples import share_headers

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
WITH_ALL_FLAGS = ("md", "spmv")  # built as its users build it: one in C, and one in C++

BuiltSample = Callable[[str, str], Trial]


@dataclass(frozen=True)
class SampleTrial(Trial):
    """A sample's trial. One that is not rewritten runs once: it is not compared with itself."""

    last: list[tuple[str, Run]] = field(default_factory=list)

    def _run(self, program: Program, version: str) -> Run:
        if version == "rewritten" and not self.rewritten.texts:
            command, run = self.last[-1]
            assert command == program.command
            return run
        run = super()._run(program, version)
        self.last.append((program.command, run))
        return run


def with_lines(recipe: Recipe) -> Recipe:
    """The recipe with debug information, and no call that is made a jump: all calls have lines.
    Most hosts are not optimized: that takes longer than to run them."""
    optimized = "-O2 -fno-optimize-sibling-calls" if recipe.name in WITH_ALL_FLAGS else "-O0"
    build = recipe.build.replace(" -O2 ", f" -g {optimized} ")
    assert build != recipe.build
    return replace(recipe, build=build)


@pytest.fixture(scope="session")
def loader() -> Loader:
    """OpenCL headers and loader; without them nothing here can be built."""
    found = find_loader()
    if found is None:
        pytest.skip("NO OPENCL HEADERS OR LOADER: nothing was built and run")
    return found


@pytest.fixture(scope="session")
def platform_of(loader: Loader) -> Callable[[str], Platform]:
    """The platform of a name, where it is installed."""
    found = {platform.name: platform for platform in find_platforms()}

    def platform(name: str) -> Platform:
        if name not in found:
            pytest.skip(f"NO PLATFORM {name}: nothing was run on it")
        return found[name]

    return platform


@cache
def read(sample: str) -> tuple[Project, Facts, Readings]:
    """A sample as it is, and what is read of it later."""
    project = open_project([str(SAMPLES / sample)], Choices())
    return project, read_program(project, load(ANY_TARGET)), Readings()


def compiled_for(sample: str, target: str) -> Compiled:
    """What ppcl makes of a sample for a target."""
    project, before, readings = read(sample)
    compiled = readings.compiled(project, before, load(target), transforms())
    assert compiled.defects == ()
    return compiled


@pytest.fixture(scope="session")
def built(
    loader: Loader,
    platform_of: Callable[[str], Platform],
    tmp_path_factory: pytest.TempPathFactory,
) -> BuiltSample:
    """Compiles a sample for a platform with ppcl, and builds it before and after: each text
    once."""
    scratch = tmp_path_factory.mktemp("platforms")
    built: dict[tuple[str, frozenset[tuple[str, bytes]]], Trial] = {}

    @cache
    def make(sample: str, platform_name: str) -> Trial:
        platform = platform_of(platform_name)
        root = SAMPLES / sample
        recipe = with_lines(read_recipe(root))
        if recipe.build.startswith("c++") and shutil.which("c++") is None:
            pytest.skip(f"NO C++ COMPILER: {sample} was not built")
        compiled = compiled_for(sample, platform.target)
        trial = SampleTrial(
            root,
            recipe,
            rewritten(compiled, recipe),
            environment(platform, loader, scratch),
            build_recorder(scratch),
            share_headers(tmp_path_factory.mktemp(f"{sample}-{platform_name}")),
            Limits(stdout=False),  # times, which two runs of the original may print alike
            facts=compiled.before,
        )
        others = [other for (name, _), other in built.items() if name == sample]
        first = built.setdefault((sample, frozenset(trial.rewritten.texts.items())), trial)
        original, written = (trial.scratch / version for version in ("original", "rewritten"))
        if first is trial and others:
            shutil.copytree(others[0].scratch / "original", original)
        elif first is trial:
            trial.build_original()
        if first is trial and trial.rewritten.texts:
            trial.build_rewritten()
        elif first is trial:
            shutil.copytree(original, written)
        return replace(trial, scratch=first.scratch)

    return make
