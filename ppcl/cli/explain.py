"""`ppcl explain`."""

from collections.abc import Iterator

import click

from ppcl.cli.options import choice_options
from ppcl.diag.render import remark_lines
from ppcl.driver.explain import Answer, explain_place, page, place_of, topics
from ppcl.driver.sources.project import Choices

# A place in a loop or a function may stand for hundreds of events.
_MOST = 30


@click.command("explain")
@click.argument("topic", metavar="CODE|PASS|FILE:LINE[:COLUMN]", required=False)
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option("--list", "listed", is_flag=True, help="List the passes and the codes.")
@choice_options
def explain_command(
    topic: str | None, sources: tuple[str, ...], given: Choices, listed: bool
) -> None:
    """Explain a remark's code, a pass, or what ppcl knows of a line.

    For a line: the launches, transfers, buffers, kernel arguments and accesses there, the remarks
    on it, and, with a target, what each pass says. The line's program is that of SOURCE, else of
    the ppcl.toml above the file, else it is found as `graph --summary` finds programs.
    """
    if topic is None or listed:
        if not listed:
            raise click.UsageError("give a code, a pass or FILE:LINE; --list says which there are")
        known = list(topics())
        width = max(len(name) for name, _ in known) + 1
        click.echo("\n".join(f"{name:<{width}}{text}" for name, text in known))
        return
    text = page(topic)
    if text is not None:
        click.echo(text.strip())
        return
    place = place_of(topic)
    answer = explain_place(place, sources, given)
    click.echo("\n".join((str(place), *(f"  {line}" for line in _lines(answer)))))


def _lines(answer: Answer) -> Iterator[str]:
    yield from answer.where
    for known in answer.known[:_MOST]:
        yield known.text
        yield from (f"  {detail}" for detail in known.details)
    if len(answer.known) > _MOST:
        yield f"and {len(answer.known) - _MOST} more of this place (ppcl graph shows all)"
    for remark in answer.remarks:
        yield from remark_lines(remark)
    if answer.is_empty:
        yield "nothing is known here" + ("; the nearest:" if answer.near else "")
        yield from (f"  line {number}: {known.text}" for number, known in answer.near)
    if answer.passes is None:
        yield "no target: --target NAME shows what each pass says"
    for each in answer.passes or ():
        yield f"{each.name} for {answer.target}:" + ("" if each.remarks else " nothing")
        for remark in each.remarks:
            yield from (f"  {line}" for line in remark_lines(remark))
