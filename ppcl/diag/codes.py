"""The codes of remarks that are no transformation's own: PPC0xx engine, PPC1xx reading and
following programs, PPC3xx the C backend.

`ppcl.transform.passes.codes` adds those of the transformations.
"""

from collections.abc import Mapping
from textwrap import fill

from ppcl.diag.code import Code
from ppcl.diag.codes_backend import BACKEND
from ppcl.diag.codes_engine import ENGINE
from ppcl.diag.codes_reading import READING

CODES: Mapping[str, Code] = {**ENGINE, **READING, **BACKEND}


def explanation(name: str, code: Code) -> str:
    """The page of a code as Markdown."""
    head, advice = f"# {name}: {code.title}", "## What you can do"
    return "\n\n".join((head, _wrapped(code.meaning), advice, _wrapped(code.advice))) + "\n"


def _wrapped(text: str) -> str:
    return fill(text, 88, break_on_hyphens=False, break_long_words=False)
