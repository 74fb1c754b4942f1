"""docs/coverage.md shows what `ppcl graph --summary samples` gives."""

from pathlib import Path

from ppcl.driver.programs.coverage import Coverage
from ppcl.driver.programs.find import Limits, find_programs
from ppcl.driver.programs.survey import survey
from ppcl.driver.sources.project import Choices

ROOT = Path(__file__).parents[2]


def test_the_samples_are_fully_followed_as_the_page_says() -> None:
    page = (ROOT / "docs/coverage.md").read_text().partition("## The samples")[2]
    rows = [line for line in page.partition("##")[0].splitlines() if line.startswith("|")][2:]
    shown = [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in rows]
    limits = Limits()
    found = survey(find_programs([str(ROOT / "samples")], Choices(), limits), limits)
    results = [line.result for line in found.lines]
    assert all(isinstance(each, Coverage) and each.followed for each in results)
    assert shown == [
        (
            Path(line.name).name,
            str(line.result.launches),
            f"{line.result.known_arguments}/{line.result.arguments}",
            str(line.result.hosts),
            f"{line.result.device_only}/{line.result.buffers}",
            "yes",
        )
        for line in found.lines
        if isinstance(line.result, Coverage)
    ]
