"""`ppcl flags`."""

from pathlib import Path

import click

from ppcl.driver.flags import build_flags


@click.command("flags")
@click.option("--cflags", "wanted", flag_value="cflags", help="Options of the compiler.")
@click.option("--sources", "wanted", flag_value="sources", help="Files to compile with the host.")
@click.option("--libs", "wanted", flag_value="libs", help="Options of the linker.")
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path))
def flags_command(wanted: str | None, out: Path) -> None:
    """Print what a build of the C that `ppcl compile --emit c -o OUT` made needs.

    \b
    cc $(ppcl flags --cflags OUT) OUT/host.c $(ppcl flags --sources OUT) $(ppcl flags --libs OUT)
    """
    if wanted is None:
        raise click.UsageError("give one of --cflags, --sources and --libs")
    click.echo(build_flags(out, wanted))
