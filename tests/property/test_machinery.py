"""What judges passes must itself find what is wrong."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from ppcl.verify import oclgrind
from ppcl.verify.execute import Completed, execute
from ppcl.verify.platforms import find_loader, find_platforms
from tests.property import check as checking
from tests.property import search as searching
from tests.property.cases import read_case, save_case
from tests.property.check import Lab, Results, Tally, Wrong, check
from tests.property.emitted import check_emitted
from tests.property.model import Exchange, Host, Kernel, Neighbour, Program, RowLoop, Style, Table
from tests.property.search import Share, search
from tests.property.strategies import programs
from tests.property.texts import Texts, texts_of
from tests.property.walk import read_tables

PROGRAM = Program((Table("t0"),), (Kernel("ka", body=(RowLoop("t0"),), sets=("t0",)),))


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    loader, platforms = find_loader(), find_platforms()
    if loader is None or not platforms:
        pytest.skip("NO OPENCL HEADERS, LOADER OR PLATFORM: nothing was built and run")
    # the last is Intel's runtime, if it is here: it takes a quarter of pocl's time
    return Lab(tmp_path, loader, platforms[-1:], ("pocl-cpu",))


def test_a_program_that_is_rewritten_well(lab: Lab) -> None:
    tally, results = check(texts_of(PROGRAM), lab)
    assert (tally.rewritten, tally.by_target["pocl-cpu"]) == (1, 1)
    assert tally.by_pass == {"layout, indices": 1}
    assert [status for status, _, _ in results.values()] == [0, 0]
    assert len({printed for _, printed, _ in results.values()}) == 2


@pytest.mark.parametrize("way", [check, check_emitted])
def test_a_platform_that_is_not_steady_is_not_ppcls_fault(
    way: Callable[[Texts, Lab], tuple[Tally, Results]], lab: Lab
) -> None:
    texts = texts_of(PROGRAM)
    host = "#include <time.h>\n" + texts.files["host.c"].replace(
        "return 0;\n}",
        'struct timespec now;\nclock_gettime(0, &now);\nprintf("%ld", now.tv_nsec);\nreturn 0;\n}',
    )
    tally, _ = way(replace(texts, files={**texts.files, "host.c": host}), lab)
    assert tally.unsteady == {lab.platforms[0].name: len(texts.runs)}


def test_what_fails_is_shrunk_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_loader() is None or not find_platforms():
        pytest.skip("NO OPENCL HEADERS, LOADER OR PLATFORM: a hunt does not start")
    monkeypatch.setattr(searching, "check", _fails_on("barrier("))
    names = tuple(platform.name for platform in find_platforms())
    share = Share(60, 3, (), names, cases=tmp_path / "cases", most_failures=1)
    assert len(search(share, tmp_path).failures) == 1
    kept = read_case(next((tmp_path / "cases").iterdir()))
    kernels = kept.files["kernel.cl"]
    assert (
        kernels.count("barrier(") == 2
    )  # one exchange, beside the one statement that there must be
    assert kernels.count("for (") == 1
    assert kernels.count("__kernel") == 1


def _fails_on(word: str) -> Callable[[Texts, Lab], tuple[Tally, Results]]:
    def check_(texts: Texts, lab: Lab) -> tuple[Tally, Results]:
        if any(word in text for text in texts.files.values()):
            raise Wrong(f"it holds {word}", texts)
        return Tally(programs=1), {}

    return check_


def test_a_case_reads_as_it_was_saved(tmp_path: Path) -> None:
    texts = texts_of(PROGRAM)
    path = save_case(texts, "t0 differs", tmp_path)
    assert path.name == "t_differs_1"
    assert read_case(path) == texts
    assert save_case(texts, "t0 differs", tmp_path).name == "t_differs_2"


def test_styles_rename_and_reorder() -> None:
    kernel = Kernel("ka", body=(RowLoop("t0"), Exchange(1)), guard="masked", local=(8,))
    program = Program((Table("t0"),), (kernel,), style=Style("_v", 1, True, True, True))
    text = texts_of(program).files["kernel.cl"]
    assert "t0_v[j_v * rows_v + i_v]" in text
    assert "ka_v(" in text
    host = Program((Table("t0"),), (kernel,), host=Host("class", True, "vector"))
    assert "class App {" in texts_of(host).files["host.cpp"]


def test_a_rewrite_by_the_transfers(lab: Lab) -> None:
    kernel = Kernel("ka", body=(RowLoop("t1"),), adds=("t1",), steps=2)
    tally, _ = check(texts_of(Program((Table("t1", dumped=True),), (kernel,))), lab)
    assert tally.by_pass == {"layout, transfers": 1}


def test_what_oclgrind_reports_is_a_failure(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    def reported(command: str, folder: Path, *given: Any) -> Completed:
        done = execute(command, folder, *given)
        if "OCLGRIND_LOG" in given[0]:
            (folder / given[0]["OCLGRIND_LOG"]).write_text("Read-write data race")
        return done

    library = oclgrind.library()
    if library is None:
        pytest.skip("NO OCLGRIND: nothing is run under it")
    texts, checked = texts_of(PROGRAM), replace(lab, oclgrind=library)
    assert len(texts.runs) == 2
    check(texts, checked)
    monkeypatch.setattr(checking, "execute", reported)
    with pytest.raises(Wrong, match=r"before, \./host \d+ \d+: Oclgrind: Read-write data race"):
        check(texts, checked)


@settings(max_examples=200, database=None, deadline=None, derandomize=True)
@given(programs())
def test_no_clamped_work_item_reads_what_the_last_row_changes(program: Program) -> None:
    """Oclgrind found a race: beyond the rows, a work-item stands for the last one."""
    for kernel in program.kernels:
        changed = {*kernel.adds, *kernel.sets}
        assert kernel.guard != "clamp" or not changed & read_tables(kernel.body)


def test_styles_write_the_same_elements() -> None:
    kernel = Kernel("ka", body=(Neighbour("t0", "wrap"),))
    for index in range(3):
        program = Program((Table("t0", by_rows=True),), (kernel,), style=Style(index=index))
        text = texts_of(program).files["kernel.cl"]
        assert "((i + 1) % rows)" in text, text
