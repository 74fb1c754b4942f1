"""The options on timing launches that run alone."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ppcl.cli.running import format_option, platform_option, report_option
from ppcl.verify.programs import RUN_SECONDS

pairs_option = click.option(
    "--pairs",
    metavar="N",
    type=click.IntRange(min=2),
    default=20,
    show_default=True,
    help="Runs of each version, at least.",
)
_OPTIONS = (
    platform_option,
    pairs_option,
    click.option(
        "--seconds",
        metavar="S",
        type=click.FloatRange(min=0),
        default=30,
        show_default=True,
        help="How long to go on, for each launch, until the ratios are settled.",
    ),
    click.option(
        "--timeout",
        metavar="SECONDS",
        type=click.FloatRange(min=0, min_open=True),
        default=RUN_SECONDS,
        show_default=True,
        help="The longest that building, or a few runs, may take.",
    ),
    format_option,
    report_option,
)


@dataclass(frozen=True)
class Measuring:
    """Where launches run, for how long, and how the result is shown."""

    platforms: tuple[str, ...]
    pairs: int
    seconds: float
    timeout: float
    format: str
    report: Path | None


def measuring_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options; the command gets them as `measuring`."""

    @wraps(command)
    def collected(*arguments: Any, **others: Any) -> None:
        names = ("platforms", "pairs", "seconds", "timeout", "format_", "report")
        command(*arguments, measuring=Measuring(*(others.pop(name) for name in names)), **others)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected
