"""All codes of remarks: PPC0xx engine, PPC1xx reading and following programs, PPC2xx layout."""

from collections.abc import Mapping

from ppcl.diag.code import Code
from ppcl.diag.codes_engine import ENGINE
from ppcl.diag.codes_layout import LAYOUT
from ppcl.diag.codes_reading import READING

CODES: Mapping[str, Code] = {**ENGINE, **READING, **LAYOUT}


def explanation(name: str) -> str | None:
    """The page of a code as Markdown, None where there is no such code."""
    code = CODES.get(name)
    if code is None:
        return None
    return f"# {name}: {code.title}\n\n{code.meaning}\n\n## What you can do\n\n{code.advice}\n"
