"""Reads target files: the catalogue that ppcl ships, and files of the user's own."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from ppcl.diag import ExitCode, PpclError
from ppcl.targets.schema import KEYS, NOMINAL_KEYS, Key, nominal_keys
from ppcl.targets.target import Cache, Fact, Target

NOMINAL_SETS = 2


@cache
def catalogue() -> tuple[Target, ...]:
    """The targets that ppcl ships, by name."""
    folder = files("ppcl.targets") / "catalogue"
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    return tuple(
        parse(entry.read_text("utf-8"), entry.name)
        for entry in entries
        if entry.name.endswith(".toml")
    )


def load(name_or_path: str) -> Target:
    """The target of a catalogue name, or of a TOML file (a path that ends in `.toml`).

    Raises PpclError (usage) for an unknown name, with the list of names, and for a file that
    cannot be read or states something that is not a fact about a target.
    """
    if name_or_path.endswith(".toml"):
        return _load_file(Path(name_or_path))
    known = {target.name: target for target in catalogue()}
    if name_or_path not in known:
        raise _error(f"unknown target '{name_or_path}'; known: {', '.join(known)}, or a .toml file")
    return known[name_or_path]


def parse(text: str, file: str) -> Target:
    """The target that a TOML text states; `file` names it in errors."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _error(f"{file}: {error}") from error
    return _Reader(file).target(document)


def _load_file(path: Path) -> Target:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise _error(f"cannot read target file {path}: {reason}") from error
    return parse(text, str(path))


def _error(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.USAGE)


@dataclass(frozen=True)
class _Reader:
    """Turns the tables of one file into a checked `Target`."""

    file: str

    def target(self, document: Mapping[str, Any]) -> Target:
        name, description = (self._text(document, key) for key in ("name", "description"))
        self._check_nominal_sets(document)
        stated = {k: v for k, v in document.items() if k not in ("name", "description")}
        keys = {**KEYS, **nominal_keys(NOMINAL_SETS)}
        facts = {key: self._fact(key, value, keys) for key, value in _flatten(stated)}
        for key, rule in keys.items():
            if rule.required and key not in facts:
                self._fail(key, "is missing")
        return _build(name, description, facts)

    def _text(self, document: Mapping[str, Any], key: str) -> str:
        value = document.get(key)
        if not isinstance(value, str) or not value:
            self._fail(key, "expected a string that is not empty")
        return value

    def _check_nominal_sets(self, document: Mapping[str, Any]) -> None:
        sets = document.get("nominal")
        if not isinstance(sets, list) or len(sets) != NOMINAL_SETS:
            self._fail("nominal", f"expected {NOMINAL_SETS} sets of nominal sizes ([[nominal]])")

    def _fact(self, key: str, value: object, keys: Mapping[str, Key]) -> Fact:
        if key not in keys:
            close = get_close_matches(key, keys, n=1)
            self._fail(key, "is not a fact of a target" + "".join(f"; {c}?" for c in close))
        if not isinstance(value, dict) or value.keys() != {"value", "source"}:
            self._fail(key, 'expected { value = ..., source = "..." }')
        if not isinstance(value["source"], str) or not value["source"]:
            self._fail(key, 'the source is empty; "assumed" is a source')
        problem = keys[key].problem(value["value"])
        if problem:
            self._fail(key, problem)
        return Fact(value["value"], value["source"])

    def _fail(self, key: str, problem: str) -> NoReturn:
        raise _error(f"{self.file}: {key}: {problem}")


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every fact under its dotted name; the sets of an array count from 1."""
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, list):
            for number, item in enumerate(value, start=1):
                yield from _flatten({str(number): item}, f"{name}.")
        elif isinstance(value, dict) and not value.keys() & {"value", "source"}:
            yield from _flatten(value, f"{name}.")
        else:
            yield name, value


def _build(name: str, description: str, facts: Mapping[str, Fact]) -> Target:
    values: dict[str, Any] = {key: rule.default for key, rule in KEYS.items() if rule.default}
    values |= {key: fact.value for key, fact in facts.items()}
    return Target(
        name=name,
        description=description,
        kind=values["kind"],
        mode=values["mode"],
        widths=_group(values, "width."),
        line=values["cache.line"],
        caches=_caches(values),
        nominal=tuple(
            {key: values[f"nominal.{number}.{key}"] for key in NOMINAL_KEYS}
            for number in range(1, NOMINAL_SETS + 1)
        ),
        facts=facts,
        threshold=values["threshold"] / 100,
        latencies=_group(values, "latency."),
        loop_lanes=values["loop_lanes"],
    )


def _group(values: Mapping[str, Any], prefix: str) -> Mapping[str, int]:
    """The values of the keys that begin so, by what follows."""
    return {k.removeprefix(prefix): v for k, v in values.items() if k.startswith(prefix)}


def _caches(values: Mapping[str, Any]) -> tuple[Cache, ...]:
    """The levels that are stated; the first one there always is."""
    levels = [level for level in ("l1", "l2", "l3") if f"cache.{level}" in values]
    beyond = [*levels[1:], "memory"]
    return tuple(
        Cache(
            values[f"cache.{level}"], values[f"cache.{level}_ways"], values[f"latency.{next_level}"]
        )
        for level, next_level in zip(levels, beyond, strict=True)
    )
