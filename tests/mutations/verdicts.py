"""Mistakes that change no result: each was looked at, and is told by a pattern, with its reason."""

import re
import tomllib
from pathlib import Path

_FILE = Path(__file__).with_name("equivalent.toml")


def reason_of(mutant: str) -> str | None:
    """Why a mistake changes no result; None where it is not known to change none."""
    reasons: dict[str, list[str]] = tomllib.loads(_FILE.read_text())
    fitting = (
        reason
        for reason, patterns in reasons.items()
        if any(re.search(pattern, mutant) for pattern in patterns)
    )
    return next(fitting, None)
