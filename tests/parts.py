"""How much time each part of the tests takes, as `make test` tells in the end (`-p tests.parts`).

A part is a folder below tests/. Its parts that take long come first, so that all workers have
something to do until the end.
"""

import json
import os
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ORDER = ("property", "programs", "mutations", "fuzz", "ledger", "cases", "unit")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--parts", type=Path, metavar="FILE", help="write each part's seconds here")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Clock())
    path = config.getoption("--parts")
    if path is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Parts(path))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _place(item.nodeid))


def part_of(nodeid: str) -> str:
    """The folder of a test, below tests/."""
    return nodeid.split("/")[1]


def _place(nodeid: str) -> int:
    part = part_of(nodeid)
    return ORDER.index(part) if part in ORDER else 0


@dataclass(eq=False)  # plugins are kept in sets
class Clock:
    """Puts into each report what the processor did for it, in this process and those it began."""

    mark: float = 0.0

    def pytest_runtest_logstart(self) -> None:
        self.mark = _spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        before, self.mark = self.mark, _spent()
        report.cpu = self.mark - before  # type: ignore[attr-defined]
        return report


def _spent() -> float:
    return sum(os.times()[:4])


@dataclass
class Part:
    """Seconds of the processor, the number of tests, when the first began and the last ended."""

    cpu: float = 0.0
    tests: int = 0
    start: float = float("inf")
    stop: float = 0.0

    def add(self, report: pytest.TestReport) -> None:
        """Add what a report says."""
        self.cpu += report.cpu  # type: ignore[attr-defined]
        self.tests += report.when == "setup"
        self.start = min(self.start, report.start)
        self.stop = max(self.stop, report.stop)


@dataclass(eq=False)
class Parts:
    """Adds up all reports, and writes the sums to a file in the end."""

    path: Path
    parts: dict[str, Part] = field(default_factory=dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.parts.setdefault(part_of(report.nodeid), Part()).add(report)

    def pytest_sessionfinish(self) -> None:
        rows = {
            name: {"tests": part.tests, "cpu": part.cpu, "wall": part.stop - part.start}
            for name, part in sorted(self.parts.items())
        }
        self.path.write_text(json.dumps(rows))
