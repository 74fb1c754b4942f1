"""All codes of remarks: PPC0xx engine, PPC1xx reading and following programs, PPC2xx layout,
PPC3xx the C backend."""

from collections.abc import Mapping
from textwrap import fill

from ppcl.diag.code import Code
from ppcl.diag.codes_backend import BACKEND
from ppcl.diag.codes_engine import ENGINE
from ppcl.diag.codes_layout import LAYOUT
from ppcl.diag.codes_reading import READING

CODES: Mapping[str, Code] = {**ENGINE, **READING, **LAYOUT, **BACKEND}


def explanation(name: str) -> str | None:
    """The page of a code as Markdown, None where there is no such code."""
    code = CODES.get(name)
    if code is None:
        return None
    head, advice = f"# {name}: {code.title}", "## What you can do"
    return "\n\n".join((head, _wrapped(code.meaning), advice, _wrapped(code.advice))) + "\n"


def _wrapped(text: str) -> str:
    return fill(text, 88, break_on_hyphens=False, break_long_words=False)
