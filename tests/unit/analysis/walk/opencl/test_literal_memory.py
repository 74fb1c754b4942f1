"""A string literal that a command of OpenCL's copies from is a host object that stays as it is."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import EscapeEvent, events_of
from tests.unit.analysis.launched import codes, read

_MADE = "clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 6, %s, NULL);"
_WRITTEN = "clEnqueueWriteBuffer(queue, y, CL_TRUE, 0, 6, %s, 0, NULL, NULL);"
_EMPTY = "cl_mem y = clCreateBuffer(context, CL_MEM_READ_ONLY, 6, NULL, NULL);\n"


def _names(facts: Facts) -> list[str]:
    return [host.name for event in facts.host.transfers for host in event.hosts]


@pytest.mark.parametrize(
    ("before", "name"),
    [
        (_MADE % '"planet"', '"planet"'),
        (_MADE % '(void *)"two\\n\\"words\\""', '"two\\n"words""'),
        ('char *word = "planet";' + _MADE % "word", '"planet"'),
        (_EMPTY + _WRITTEN % '"a long sentence"', '"a long sente..."'),
        ('const char *words[] = {"first.", "planet"};' + _MADE % "(void *)words[1]", '"planet"'),
    ],
)
def test_a_literal_is_a_host_object(tmp_path: Path, before: str, name: str) -> None:
    facts = read(tmp_path, "", before)
    assert _names(facts) == [name]
    assert "PPC101" not in codes(facts)


def test_it_is_used_as_a_whole(tmp_path: Path) -> None:
    facts = read(tmp_path, "", _MADE % '"planet"')
    (event,) = facts.host.transfers
    found = (e for e in events_of(facts.host.tree) if isinstance(e, EscapeEvent))
    escapes = [each for each in found if each.object in event.hosts]
    assert {each.reason for each in escapes} == {"a string literal"}
    assert not any(each.writes for each in escapes)


def test_one_of_two_is_either(tmp_path: Path) -> None:
    facts = read(tmp_path, "", 'char *word = argc > 1 ? "planet" : "saturn";' + _MADE % "word")
    assert _names(facts) in ([], ['"planet"', '"saturn"'])
