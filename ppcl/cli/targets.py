"""`ppcl targets`."""

from collections.abc import Sequence

import click

from ppcl.driver.text import table
from ppcl.targets import KEYS, Fact, Target, catalogue, load, nominal_keys
from ppcl.verify.platforms import find_platforms


@click.command("targets")
@click.argument("name", metavar="[NAME|FILE.toml]", required=False)
@click.option("--keys", is_flag=True, help="List what a target file may say.")
def targets_command(name: str | None, keys: bool) -> None:
    """List the platforms, here and elsewhere, or every fact about one with its source."""
    lines = _overview(catalogue()) if name is None else _facts(load(name))
    click.echo("\n".join(_keys() if keys else lines))


def _keys() -> list[str]:
    rows = [
        (
            name,
            "yes" if key.required else "",
            " or ".join(key.choices) or key.kind_name,
            key.unit,
            key.meaning + (f"; {key.default} where not stated" if key.default else ""),
        )
        for name, key in {**KEYS, **nominal_keys(1)}.items()
    ]
    return table(("key", "required", "value", "unit", "meaning"), rows)


def _overview(targets: Sequence[Target]) -> list[str]:
    here: dict[str, list[str]] = {}
    for platform in find_platforms():
        here.setdefault(platform.target, []).append(platform.name)
    rows = [
        (
            each.name,
            ", ".join(here.get(each.name, ())),
            each.kind,
            each.mode,
            str(each.width("float")),
            str(each.line),
            each.description,
        )
        for each in targets
    ]
    return table(("name", "here", "kind", "mode", "width", "line", "description"), rows)


def _facts(target: Target) -> list[str]:
    rows = [
        (key, _shown(fact), KEYS[key].unit if key in KEYS else "", fact.source)
        for key, fact in target.facts.items()
    ]
    head = f"{target.name}: {target.description}"
    return [head, "", *table(("fact", "value", "unit", "source"), rows)]


def _shown(fact: Fact) -> str:
    return str(fact.value).lower() if isinstance(fact.value, bool) else str(fact.value)
