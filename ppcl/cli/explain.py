"""`ppcl explain`."""

import click

from ppcl.cli.show import KINDS, note, show_remarks
from ppcl.driver.explain import no_such_topic, page, remarks_at
from ppcl.driver.project import Choices


@click.command("explain")
@click.argument("topic", metavar="CODE|PASS|FILE:LINE")
@click.option("--target", metavar="NAME|FILE.toml", help="Platform, for FILE:LINE.")
def explain_command(topic: str, target: str | None) -> None:
    """Explain a remark's code, a pass, or what ppcl knows of a line."""
    text = page(topic)
    if text is not None:
        click.echo(text.strip())
        return
    found = remarks_at(topic, Choices(target=target))
    if found is None:
        raise no_such_topic(topic)
    if not found.remarks:
        note(f"no remark at {topic}")
    show_remarks(found.project.root, found.remarks, frozenset(KINDS))
