"""Writes target files, as the loader reads them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ppcl.targets.schema import KEYS, NOMINAL_KEYS
from ppcl.targets.target import Fact


@dataclass(frozen=True)
class Entry:
    """A fact of a file, and comments on the lines before it."""

    fact: Fact
    comments: tuple[str, ...] = ()


def target_text(name: str, description: str, entries: Mapping[str, Entry]) -> str:
    """The TOML of a target; the facts under their dotted names, in the order of the schema."""
    lines = [f"name = {_string(name)}", f"description = {_string(description)}", ""]
    table = ""
    for key in (key for key in KEYS if key in entries):
        head, _, last = key.rpartition(".")
        if head != table:
            lines += ["", f"[{head}]"]
            table = head
        lines += _lines(last, entries[key])
    sets = {key.split(".")[1] for key in entries if key.startswith("nominal.")}
    for number in sorted(sets, key=int):
        lines += ["", "[[nominal]]"]
        for last in NOMINAL_KEYS:
            lines += _lines(last, entries[f"nominal.{number}.{last}"])
    return "\n".join(lines) + "\n"


def _lines(name: str, entry: Entry) -> Iterator[str]:
    for comment in entry.comments:
        yield f"# {' '.join(comment.split())}"
    fact = entry.fact
    yield f"{name} = {{ value = {_value(fact.value)}, source = {_string(fact.source)} }}"


def _value(value: int | float | str | bool) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return f"{value:_}" if value >= 10_000 else str(value)
        case float():
            return repr(value)
    return _string(value)


def _string(text: str) -> str:
    """A basic string of TOML: JSON's, but that it may hold no DEL, and no half of a pair."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
