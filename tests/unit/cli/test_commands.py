"""The small commands: graph, explain, targets, --version."""

import json
import shutil

import pytest

import ppcl as package
from ppcl.cli.main import COMMANDS, command
from ppcl.targets import catalogue
from ppcl.transform.passes import codes


def test_version(ppcl) -> None:
    assert ppcl("--version").out == f"ppcl {package.__version__}\n"


def test_help_lists_the_commands(ppcl) -> None:
    out = ppcl("--help").out
    for name in ("compile", "graph", "explain", "targets"):
        assert f"  {name} " in out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_what_the_command_says(name: str) -> None:
    assert (command(name).help or "").partition("\n\n")[0].replace("\n", " ") == COMMANDS[name]


def test_explain_lists_what_there_is(ppcl) -> None:
    lines = ppcl("explain", "--list").out.splitlines()
    assert lines[0] == "coarsen   coarsen: one work-item does the work of several neighbours."
    assert lines[1] == "layout    layout: store a buffer coalesced or continuous, on both sides."
    assert lines[2] == "vectorize vectorize: neighbouring work-items are the lanes of vectors."
    assert [line.split()[0] for line in lines[3:]] == sorted(codes())
    assert "--list says which" in ppcl("explain").err


def test_graph_needs_no_target(ppcl) -> None:
    done = ppcl("graph", "prog")
    assert done.status == 0
    for word in ("sum (0th)", "table", "d_table", "write", "host.c"):
        assert word in done.out


def test_graph_as_json_owns_stdout(ppcl) -> None:
    done = ppcl("graph", "prog", "--format", "json")
    data = json.loads(done.out)
    assert data["launches"][0]["kernel"] == "sum"
    assert done.err == ""


def test_graph_as_dot_is_for_the_target(ppcl) -> None:
    done = ppcl("graph", "prog", "--format", "dot", "--target", "nvidia-gpu")
    assert done.out.startswith("digraph")
    assert "nvidia-gpu" in done.out


@pytest.mark.skipif(shutil.which("dot") is None, reason="NO GRAPHVIZ: no picture was drawn")
def test_graph_as_svg(ppcl) -> None:
    assert "</svg>" in ppcl("graph", "prog", "--format", "svg").out


def test_graph_as_svg_says_what_is_missing(ppcl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    done = ppcl("graph", "prog", "--format", "svg")
    assert done.status == 2
    assert "needs Graphviz" in done.err


@pytest.mark.parametrize("topic", ["PPC201", "ppc201"])
def test_explain_a_code(ppcl, topic: str) -> None:
    out = ppcl("explain", topic).out
    assert out.startswith(f"# PPC201: {codes()['PPC201'].title}")


def test_explain_a_pass(ppcl) -> None:
    assert "## Legal when" in ppcl("explain", "layout").out


@pytest.mark.parametrize(
    ("topic", "status", "message"),
    [
        ("PPC999", 2, "'PPC999' is no code, pass or FILE:LINE; passes: coarsen, layout"),
        ("prog/none.c:3", 3, "cannot read prog/none.c"),
        ("prog/host.c:300", 2, "prog/host.c has"),
    ],
)
def test_explain_what_is_not_there(ppcl, topic: str, status: int, message: str) -> None:
    done = ppcl("explain", topic)
    assert done.status == status
    assert message in done.err


def test_targets(ppcl) -> None:
    lines = ppcl("targets").out.splitlines()
    assert [line.split()[0] for line in lines[2:]] == [target.name for target in catalogue()]


def test_a_target_with_the_source_of_each_fact(ppcl) -> None:
    out = ppcl("targets", "amd-cpu").out
    target = next(target for target in catalogue() if target.name == "amd-cpu")
    for key, fact in target.facts.items():
        (line,) = (line for line in out.splitlines() if line.startswith(f"{key} "))
        assert line.endswith(fact.source)


def test_an_unknown_target(ppcl) -> None:
    done = ppcl("targets", "amd")
    assert (done.status, done.out) == (2, "")
    assert "unknown target 'amd'" in done.err
