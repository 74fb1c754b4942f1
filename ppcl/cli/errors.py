"""Errors as the user sees them."""

import click

from ppcl.diag import PpclError


def show_error(error: PpclError) -> None:
    """An error on one line of stderr."""
    place = str(error.location) if error.location is not None else "ppcl"
    head = f"{click.style(place + ':', bold=True)} {click.style('error:', bold=True, fg='red')}"
    click.echo(f"{head} {' '.join(error.message.split())}", err=True)
