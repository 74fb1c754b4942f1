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


@pytest.fixture
def page(ppcl: Ppcl, tmp_path: Path) -> str:
    path = tmp_path / "report.html"
    ppcl("compile", str(KMEANS), "--target", "pocl-cpu", "--report", str(path), "-q")
    return path.as_uri()


def test_the_browser_shows_changes_beside_their_remarks(
    browser: Callable[..., str], page: str
) -> None:
    shown = browser("--dump-dom", page)
    (number,) = set(re.findall(r'class="badge" href="#remark-(\d+)"', shown))
    assert f'id="remark-{number}"' in shown
    assert len(re.findall(r"<mark>", shown)) >= 8  # two texts, two places each, and the name
    assert "<svg" in shown


def test_the_page_is_drawn(browser: Callable[..., str], page: str, tmp_path: Path) -> None:
    picture = tmp_path / "page.png"
    browser(f"--screenshot={picture}", "--window-size=1400,1200", "--hide-scrollbars", page)
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (1400, 1200)
    assert len(data) > 40_000  # an empty page takes a tenth of that
