"""What stands behind a remark's code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Code:
    """A kind of remark: its title, what it means, and what the user can do (Markdown)."""

    title: str
    meaning: str
    advice: str
