"""What the README shows is what the tool does."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from textwrap import indent

from ppcl.diag import ExitCode

README = Path(__file__).resolve().parents[2] / "README.md"
DIFF = re.compile(r"(<!-- diff of samples/md -->\n```diff\n)(.*?)(```\n)", re.DOTALL)


def test_the_diff_of_md(
    installed_ppcl: Callable[..., subprocess.CompletedProcess[str]], update_golden: bool
) -> None:
    done = installed_ppcl("compile", "samples/md", "--target", "amd-cpu", "--diff")
    assert done.returncode == 0, done.stderr
    text = README.read_text("utf-8")
    if update_golden:
        README.write_text(DIFF.sub(lambda m: m[1] + done.stdout + m[3], text), "utf-8")
    found = DIFF.search(README.read_text("utf-8"))
    assert found
    assert found[2] == done.stdout


def test_the_exit_codes() -> None:
    rows = re.findall(r"^\| ([0-9]) \| (.+) \|$", README.read_text("utf-8"), re.MULTILINE)
    assert [int(code) for code, _ in rows] == sorted(ExitCode)


def test_the_guides_list_of_sites(
    installed_ppcl: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = installed_ppcl("sites", "samples/md", "--target", "intel-opencl-cpu")
    assert done.returncode == 0, done.stderr
    assert indent(done.stdout, "    ") in (README.parent / "docs" / "guide.md").read_text("utf-8")
