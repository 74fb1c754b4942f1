"""The HTML report: what it holds, and that nothing of the user's text is taken for markup."""

from html.parser import HTMLParser
from pathlib import Path

from ppcl.analysis.reading.assumed import Assumed
from ppcl.diag import Remark
from ppcl.driver.compile import Compiled
from ppcl.driver.reports.report import report
from ppcl.driver.sources.project import Project
from ppcl.source import Location, SourceFile
from ppcl.transform.engine import Applied, PassResult

BEFORE = 'int a;\nif (i < n && s) puts("<b>");\n'
DONE = Remark("passed", "PPC201", "layout of 'a' changed", Location("k.c", 2, 5), {"distance": 3})
LEFT = Remark("missed", "PPC202", "'<script>' is not proved")


class Page(HTMLParser):
    """The tags of a page, the targets of its links, the names it can be linked by, its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.links += [given["href"] or ""] if "href" in given else []
        self.names |= {given["id"] or ""} if "id" in given else set()

    def handle_data(self, data: str) -> None:
        self.text += data


def page(after: str = BEFORE.replace("a;", "b;").replace("i <", "j <")) -> Page:
    files = {"k.c": SourceFile("k.c", BEFORE.encode()), "o.h": SourceFile("o.h", b"")}
    results = {**files, "k.c": SourceFile("k.c", after.encode())}
    places = (Location("k.c", 2, 5), Location("o.h", 1, 1))
    passes = (PassResult("layout", (DONE, LEFT), (Applied(DONE, places),)),)
    project = Project(
        Path("p"), "prog", ("k.c",), target="pocl-cpu", assumed=Assumed((("x", "y"),))
    )
    compiled = Compiled(project, "pocl-cpu", files, results, tuple(files), passes, ())
    return Page(report(Path("r.html"), compiled).decode())


def test_the_users_text_is_text() -> None:
    found = page()
    assert 'if (j < n && s) puts("<b>");' in found.text
    assert "'<script>' is not proved" in found.text
    assert "script" not in found.tags


def test_a_changed_line_links_to_the_remark_that_explains_it() -> None:
    found = page()
    badges = [link for link in found.links if link.startswith("#remark-")]
    assert badges == ["#remark-1"]  # line 2; no plan explains line 1
    assert {link[1:] for link in found.links} <= found.names


def test_what_was_assumed_and_what_was_left_are_said() -> None:
    found = page()
    assert "x and y do not overlap" in found.text
    assert "1 of 2 files changed" in found.text
    assert "o.h" in found.text


def test_a_page_without_changes_says_so() -> None:
    found = page(BEFORE)
    assert "Nothing was changed." in found.text
    assert "table" not in found.tags


def test_the_page_loads_nothing() -> None:
    found = page()
    assert not {"link", "script", "img", "iframe"} & set(found.tags)
    assert all(link.startswith("#") for link in found.links)
