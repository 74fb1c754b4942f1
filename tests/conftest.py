"""What tests of whole programs share: the samples, the platforms, the ppcl command."""

import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"

Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the expected outputs anew, then read them",
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be written instead of compared."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def ppcl() -> Ppcl:
    """Runs the installed `ppcl` command with these arguments, in the checkout."""
    command = Path(sysconfig.get_path("scripts")) / "ppcl"

    def run(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command, *arguments], cwd=cwd, capture_output=True, text=True, timeout=120, check=False
        )

    return run
