"""`ppcl target probe`."""

import click

from ppcl.cli.running import interruptible
from ppcl.cli.show import note, progress
from ppcl.driver.measure.probe import probe_platform


@click.group("target")
def target_command() -> None:
    """Make a target of this machine (`ppcl targets` lists those that there are)."""


@target_command.command("probe")
@click.option("--platform", metavar="NAME", help="Probe it (default: the first that is found).")
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    show_default=True,
    help="The longest that one measurement may take.",
)
def probe_command(platform: str | None, timeout: float) -> None:
    """Print a target file of a platform here: what it says of itself, and what is measured.

    It takes less than a minute, and wants a machine that does nothing else. All is measured in two
    runs; the source of a fact that they do not agree on is "not settled".
    """
    with interruptible(), progress() as show:
        probed = probe_platform(platform, timeout, show)
    click.echo(probed.text, nl=False)
    note(f"probed {probed.platform}")
    if probed.unsettled:
        facts = ", ".join(probed.unsettled)
        note(f"not settled (a machine that does nothing else may know): {facts}")
