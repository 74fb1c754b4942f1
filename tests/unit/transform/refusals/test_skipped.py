import pytest

from ppcl.source import Span
from ppcl.transform.refusals.skipped import in_skipped, skipped_use
from tests.unit.small_program import PROGRAM

FILE = "sum.cl"
INACTIVE = b"""#define ELEMENT(r, c) table_of(r)[c]
#define FIRST ELEMENT(0, 0)
#ifdef OTHER
float use(void) { return FIRST + plain; }
#else
float use_active(void) { return active; }
#endif
"""


def with_inactive(read):
    return read({**PROGRAM, FILE: PROGRAM[FILE] + INACTIVE.replace(b"active;", b"1.0f;")})


@pytest.mark.parametrize("name", ["plain", "FIRST", "ELEMENT", "table_of"])
def test_a_name_or_a_macro_that_uses_it_is_found_in_skipped_text(read, name: str) -> None:
    facts = with_inactive(read)
    span = skipped_use(facts, name)
    assert span is not None
    assert facts.files[FILE].text(span) in (b"plain", b"FIRST")
    assert in_skipped(facts, span)


@pytest.mark.parametrize("name", ["columns", "pla", "use_active", "ain"])
def test_other_names_are_not(read, name: str) -> None:
    assert skipped_use(with_inactive(read), name) is None


def test_text_that_is_compiled_is_not_skipped(read) -> None:
    facts = with_inactive(read)
    assert not in_skipped(facts, Span(FILE, 0, 10))
