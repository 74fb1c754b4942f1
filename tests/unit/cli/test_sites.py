"""`ppcl sites`, and `ppcl compile` with decisions of what it lists."""

import json
from pathlib import Path

import pytest

from tests.unit.small_program import HOST

KEY = "layout:sum.t/d_table"
CPU = ("--target", "amd-cpu")
COMPILE = ("compile", "prog", *CPU)
# The layout that this target wants already.
GPU = ("--target", "nvidia-gpu")


def listed(ppcl, *arguments: str) -> list[dict[str, object]]:
    done = ppcl("sites", "prog", *arguments, "--format", "json")
    assert (done.status, done.err) == (0, "")
    found = json.loads(done.out)
    assert (found["version"], found["program"]) == (1, "prog")
    return found["sites"]


def test_sites_are_listed_for_people(ppcl) -> None:
    done = ppcl("sites", "prog", *CPU)
    assert (done.status, done.err) == (0, "")
    first, second = (line.split() for line in done.out.splitlines()[2:])
    assert [first[0], *first[2:]] == [KEY, "continuous", "45.8%", "taken"]
    assert second[0] == "layout:sum.s/d_sums"
    assert second[2] == "PPC200:"


def test_sites_are_listed_for_programs(ppcl) -> None:
    first, second = listed(ppcl, *GPU)
    assert (first["key"], first["pass"], first["kernels"]) == (KEY, "layout", ["sum"])
    assert first["location"] == "host.c:20:22"
    [choice] = first["choices"]
    assert choice["gain"] < 0
    choice.pop("gain")
    wanted = {"name": "continuous", "legal": True, "taken": False, "against": None}
    assert choice == wanted
    assert (second["choices"], second["against"]["code"]) == ([], "PPC200")
    assert listed(ppcl, *CPU)[0]["text"] == first["text"]


def test_what_is_not_legal_says_why(ppcl, prog: Path) -> None:
    hashed = b"unsigned hash(const float *);\nint main"
    text = HOST.replace(b"int main", hashed).replace(b"return 0;", b"return hash(table);")
    (prog / "host.c").write_bytes(text)
    [choice] = listed(ppcl, *CPU)[0]["choices"]
    assert (choice["legal"], choice["taken"]) == (False, False)
    assert choice["against"]["code"] == "PPC207"
    assert choice["against"]["location"] == "host.c:32:12"
    done = ppcl(*COMPILE, "--decide", f"{KEY}=continuous")
    assert (done.status, done.out) == (0, "")
    assert "[PPC207]" in done.err


def test_a_choice_that_the_model_does_not_want_is_done_if_it_is_decided(ppcl) -> None:
    assert ppcl("compile", "prog", *GPU).out == ""
    decided = ppcl("compile", "prog", *GPU, "--decide", f"{KEY}=continuous")
    assert b"t[column * rows + row]" in decided.out.encode()
    assert decided.status == 0
    assert decided.out == ppcl(*COMPILE).out


def test_a_site_is_kept_by_ppcl_toml_and_the_command_line_comes_first(ppcl, prog: Path) -> None:
    settings = f'[program]\nsources = ["host.c", "sum.cl"]\n[decide]\n"{KEY}" = "keep"\n'
    (prog / "ppcl.toml").write_text(settings)
    kept = ppcl(*COMPILE, "--remarks", "all")
    assert kept.out == ""
    assert f"'{KEY}' stays as it is, as was decided [PPC032]" in kept.err
    assert listed(ppcl, *CPU)[0]["choices"][0]["taken"] is False
    assert "relayout" in ppcl(*COMPILE, "--decide", f"{KEY}=best").out
    assert ppcl("verify", "prog", "--decide", "x").status == 2


def test_a_decision_is_of_a_text(ppcl, prog: Path) -> None:
    digest = listed(ppcl, *GPU)[0]["text"]
    decide = ("--decide", f"{KEY}=continuous@{digest}")
    assert "relayout" in ppcl("compile", "prog", *GPU, *decide).out
    (prog / "host.c").write_bytes(HOST.replace(b"1.0f + c", b"2.0f + c"))
    stale = ppcl("compile", "prog", *GPU, *decide)
    assert stale.out == ppcl("compile", "prog", *GPU).out  # it is ignored
    assert "[PPC031]" in stale.err


def test_keys_stay_when_unrelated_lines_are_added_and_in_the_output(ppcl, prog: Path) -> None:
    keys = [site["key"] for site in listed(ppcl, *CPU)]
    text = HOST.replace(b"int main", b"int unrelated;\n\nint main")
    (prog / "host.c").write_bytes(text)
    assert [site["key"] for site in listed(ppcl, *CPU)] == keys
    assert ppcl(*COMPILE, "--write").status == 0
    assert [site["key"] for site in listed(ppcl, *CPU)] == keys


@pytest.mark.parametrize("text", ["continuous", f"{KEY}=", "=keep", "*=continuous", f"{KEY}=a@"])
def test_what_is_no_decision_is_refused(ppcl, text: str) -> None:
    done = ppcl(*COMPILE, "--decide", text)
    assert (done.status, done.out) == (2, "")
    assert f"--decide {text}: expected a choice" in done.err


@pytest.mark.parametrize("table", ['[decide]\n"*" = "x"\n', "[decide]\na = 1\n", "[[decide]]\n"])
def test_what_decides_nothing_in_ppcl_toml_is_refused(ppcl, prog: Path, table: str) -> None:
    (prog / "ppcl.toml").write_text(f'[program]\nsources = ["host.c", "sum.cl"]\n{table}')
    done = ppcl(*COMPILE)
    assert (done.status, done.out) == (2, "")
    assert "ppcl.toml: decide" in done.err


def test_no_passes_have_no_sites(ppcl) -> None:
    assert listed(ppcl, *CPU, "--passes", "none") == []
