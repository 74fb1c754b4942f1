import re
from pathlib import Path

import pytest

from ppcl.diag.codes import explanation
from ppcl.transform.passes import codes

ROOT = Path(__file__).resolve().parents[3]
CODES = codes()
USED = {
    code
    for folder in ("ppcl", "transforms")
    for path in (ROOT / folder).rglob("*.py")
    if not path.name.startswith("codes")
    for code in re.findall(r'"(PPC\d{3})"', path.read_text("utf-8"))
}


def test_every_code_that_is_used_is_explained() -> None:
    assert CODES.keys() >= USED
    assert "PPC002" in USED


@pytest.mark.parametrize("name", CODES)
def test_an_explanation_has_a_title_a_meaning_and_advice(name: str) -> None:
    code = CODES[name]
    page = explanation(name, code)
    assert page.startswith(f"# {name}: {code.title}\n\n")
    assert code.meaning.split()[0] in page
    assert page.index("## What you can do") > page.index(code.meaning.split()[0])
    assert max(map(len, page.splitlines())) <= 88
