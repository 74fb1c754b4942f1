"""What tests of whole programs share: the samples, the platforms, the ppcl command."""

import gc
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import runtime_apart
from tests.command import run_ppcl, start_ppcl

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"
# How fast a machine is at the moment is no property of what is tested.
settings.register_profile("any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")

Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the expected outputs anew, then read them",
    )


def pytest_collection_finish() -> None:
    """What was collected stays: to look through it for garbage all the time is in vain."""
    gc.freeze()
    gc.set_threshold(1_000_000)


@pytest.fixture(scope="session", autouse=True)
def ppcl_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What ppcl keeps from one run to the next serves all workers, and ends with the tests. So does
    the runtime of kernels that are C, where it is compiled apart."""
    own = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patch:
        shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
        patch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
        patch.setenv(runtime_apart.VARIABLE, str(shared / "runtime"))
        yield


@pytest.fixture(scope="session", autouse=True)
def pocl_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What pocl has compiled serves all tests of a worker: it takes a second for each kernel."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("POCL_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "pocl-cache"))
        yield


@pytest.fixture(scope="session", autouse=True)
def linker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hundreds of hosts are linked: gold, where it is here, does it in a fifth of the time."""
    gold = shutil.which("ld.gold")
    with pytest.MonkeyPatch.context() as patch:
        if gold is not None:
            folder = tmp_path_factory.mktemp("linker")
            (folder / "ld").symlink_to(gold)
            patch.setenv("COMPILER_PATH", str(folder), prepend=os.pathsep)
        yield


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be written instead of compared."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def ppcl() -> Ppcl:
    """Runs `ppcl` with these arguments, in the checkout, within this process."""

    def run(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        return run_ppcl(arguments, cwd)

    return run


@pytest.fixture(scope="session")
def installed_ppcl() -> Ppcl:
    """Starts the installed `ppcl` with these arguments, in the checkout."""

    def run(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        return start_ppcl(arguments, cwd)

    return run
