"""The HTML report in a real browser."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

KMEANS = Path(__file__).resolve().parents[2] / "samples" / "kmeans"
Ppcl = Callable[..., subprocess.CompletedProcess[str]]
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")


@pytest.fixture
def browser(tmp_path: Path) -> Callable[..., str]:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("NO BROWSER: the report was not opened in one")
    fixed = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [found, *fixed, *arguments], capture_output=True, text=True, check=True, timeout=120
        )
        return done.stdout

    return run


@pytest.fixture(scope="module")
def timings(installed_ppcl: Ppcl, platform_of, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("timings") / "bench.json"
    few = ("--platform", platform_of("pocl").name, "--small", "--pairs", "2", "--seconds", "0")
    installed_ppcl("bench", str(KMEANS), *few, "--against", "none", "--report", str(path))
    return path


@pytest.fixture(scope="module")
def page(installed_ppcl: Ppcl, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "report.html"
    installed_ppcl("compile", str(KMEANS), "--target", "pocl-cpu", "--report", str(path), "-q")
    return path.as_uri()


def test_the_browser_shows_changes_beside_their_remarks(
    browser: Callable[..., str], page: str
) -> None:
    shown = browser("--dump-dom", page)
    (number,) = set(re.findall(r'class="badge" href="#remark-(\d+)"', shown))
    assert f'id="remark-{number}"' in shown
    assert len(re.findall(r"<mark>", shown)) >= 8  # two texts, two places each, and the name
    assert "<svg" in shown


def test_the_graph_is_as_large_as_it_is_drawn_until_one_asks(page: str) -> None:
    text = Path(page.removeprefix("file://")).read_text("utf-8")
    rules = re.findall(r"^(.*) svg { max-width: 100%", text, re.MULTILINE)
    assert rules == ["#whole:checked ~ .graph"]
    assert text.index('id="whole"') < text.index("<svg")


def test_the_page_is_drawn(browser: Callable[..., str], page: str, tmp_path: Path) -> None:
    picture = tmp_path / "page.png"
    browser(f"--screenshot={picture}", "--window-size=1400,1200", "--hide-scrollbars", page)
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (1400, 1200)
    assert len(data) > 40_000  # an empty page takes a tenth of that


def test_the_page_shows_what_was_measured(
    browser: Callable[..., str], ppcl: Ppcl, timings: Path, tmp_path: Path
) -> None:
    path = tmp_path / "measured.html"
    given = ("--target", "pocl-cpu", "--report", str(path), "--measured", str(timings), "-q")
    ppcl("compile", str(KMEANS), *given)
    table = browser("--dump-dom", path.as_uri()).partition('id="measured"')[2]
    found = re.findall(r"<td>(this rewrite|passes: none), (kernels|whole program)</td>", table)
    assert len(set(found)) == 4


def test_what_was_measured_of_another_rewrite_is_refused(
    ppcl: Ppcl, timings: Path, tmp_path: Path
) -> None:
    path = tmp_path / "measured.html"
    given = ("--target", "nvidia-gpu", "--report", str(path), "--measured", str(timings), "-q")
    done = ppcl("compile", str(KMEANS), *given)
    assert done.returncode == 2
    assert "run `ppcl bench` again" in done.stderr
    assert not path.exists()
