"""Virtual methods of classes that are made from templates: clang shows those that are called by
name, and no others."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from tests.unit.analysis.cplusplus import launches, read

BASE = "struct Base { virtual void run(cl_mem x) { launch(x, 1); } virtual ~Base() {} };\n"
TEMPLATE = "template <class T> struct Own : Base { T of; METHOD };\n"
RUN = "void run(cl_mem x) override { launch(x, 2); }"


def read_with(root: Path, method: str, made: str, call: str) -> Facts:
    body = f"cl_mem x = make(4);\n{made};\n{call};\nlaunch(x, 3);"
    return read(root, BASE + TEMPLATE.replace("METHOD", method), body)


@pytest.mark.parametrize(
    "made",
    [
        "Base *base = new Own<float>",
        "Own<float> own; Base *base = &own",
        "Base *base = argc > 1 ? new Base : new Own<float>",
    ],
)
def test_a_method_that_nothing_calls_by_name_is_not_followed(made: str, tmp_path: Path) -> None:
    """It was once taken for that of the base class."""
    facts = read_with(tmp_path, RUN, made, "base->run(x)")
    assert not facts.host.complete
    assert any("made from a template" in remark.message for remark in facts.host.remarks)


def test_one_that_is_called_by_name_is(tmp_path: Path) -> None:
    made = "Own<float> own; Base *base = &own; own.Own<float>::run(x)"
    facts = read_with(tmp_path, RUN, made, "base->run(x)")
    assert facts.host.complete
    assert [number for _, number in launches(facts)] == ["2", "2", "3"]


def test_a_template_without_such_a_method_has_that_of_its_base(tmp_path: Path) -> None:
    facts = read_with(
        tmp_path, "int other() { return 1; }", "Base *base = new Own<int>", "base->run(x)"
    )
    assert facts.host.complete
    assert [number for _, number in launches(facts)] == ["1", "3"]


def test_a_call_that_is_not_walked_may_reach_it_too(tmp_path: Path) -> None:
    """In a destructor of objects that are not followed."""
    before = BASE + TEMPLATE.replace("METHOD", RUN)
    before += "struct Holder { Base *base; cl_mem x; ~Holder() { base->run(x); } };\n"
    body = """
    cl_mem x = make(4);
    Holder *all = new Holder[argc];
    all[argc - 1].base = new Own<float>;
    delete[] all;
    launch(x, 3);
"""
    assert not read(tmp_path, before, body).host.complete
