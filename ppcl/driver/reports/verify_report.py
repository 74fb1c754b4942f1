"""What `ppcl verify` found, for people and for programs."""

from collections.abc import Iterator, Sequence

from ppcl.driver.verify import PlatformResult, Request, exit_code
from ppcl.verify.claims.check import Agreement
from ppcl.verify.findings import Finding, Tally

VERSION = 1
_SHOWN = 8  # findings of a platform


def verify_json(request: Request, results: Sequence[PlatformResult]) -> dict[str, object]:
    """Everything as data."""
    return {
        "version": VERSION,
        "program": request.project.name,
        "command": request.command,
        "emit": "c" if request.emitter else "opencl",
        "tolerances": {name: vars(each) for name, each in request.limits.tolerances.items()},
        "status": int(exit_code(results)),
        "platforms": [_platform_json(result) for result in results],
    }


def _platform_json(result: PlatformResult) -> dict[str, object]:
    return {
        "platform": result.platform,
        "target": result.target,
        "changed": list(result.changed),
        "equal": result.equal,
        "error": result.error.message if result.error else None,
        "original_agrees_with_itself": result.verdict.stable,
        "compared": vars(result.verdict.tally),
        "graph": _graph_json(result.verdict.graph),
        "differences": [vars(finding) for finding in result.findings],
    }


def _graph_json(graph: Agreement | None) -> dict[str, object] | None:
    if graph is None:
        return None
    return {
        "commands": graph.commands,
        "agreed": graph.agreed,
        "learnt": graph.learnt,
        "without_place": graph.unplaced,
        "not_compared": dict(sorted(graph.open.items())),
        "complete": graph.complete,
    }


def verify_text(request: Request, results: Sequence[PlatformResult]) -> str:
    """A paragraph a platform, and the tolerances."""
    beside = " beside C" if request.emitter else ""
    lines = [line for result in results for line in _platform_lines(result, beside)]
    if any(not result.verdict.tally.exact for result in results):
        shown = (
            f"{name}: {each.ulps} ulps or {each.absolute:g}"
            for name, each in request.limits.tolerances.items()
        )
        lines.append(f"tolerances: {'; '.join(shown)}; integers exactly")
    return "\n".join(lines) + "\n"


def _platform_lines(result: PlatformResult, beside: str) -> Iterator[str]:
    head = f"{result.platform}{beside} (target {result.target})"
    if result.error is not None:
        yield f"{head}: not compared: {result.error.message}"
        return
    changed = ", ".join(result.changed) or "nothing"
    verdict = "equal" if result.equal else "DIFFERENT"
    yield f"{head}: {verdict}; changed: {changed}"
    if result.equal:
        yield f"  {_compared(result.verdict.tally)}"
    if result.verdict.graph is not None:
        yield f"  graph: {_graph_text(result.verdict.graph)}"
    for finding in result.findings[:_SHOWN]:
        yield from _finding_lines(finding)
    if len(result.findings) > _SHOWN:
        yield f"  and {len(result.findings) - _SHOWN} more"
    if result.verdict.stable is False:
        yield "  but two runs of the original differ as well: it gives no fixed results"
    if result.equal and not result.verdict.tally.unaided:
        yield "  every read is of a changed layout; --stdout takes what it prints for a result, too"
    yield from (f"  note: {note}" for note in dict.fromkeys(result.verdict.tally.notes))


def _graph_text(graph: Agreement) -> str:
    """What of `ppcl graph` was seen to be so."""
    wrong = len(set(graph.disagreements))
    verdict = f"WRONG in {wrong} ways" if wrong else "has all that was seen"
    if not graph.complete:
        verdict += ", and says that there may be more"
    parts = [f"{graph.commands} commands", f"{graph.agreed} facts agree"]
    if graph.open:
        kinds = ", ".join(f"{what} {count}" for what, count in graph.open.most_common())
        parts.append(f"not compared: {kinds}")
    if graph.unplaced:
        parts.append(f"{graph.unplaced} commands have no line (build with -g)")
    return "; ".join([verdict, *parts])


def _compared(tally: Tally) -> str:
    exact = "bit by bit" if tally.exact else f"within {_closeness(tally)}"
    reads = f"reads: {tally.plain + tally.turned}"
    turned = f" ({tally.turned} of a changed layout)" if tally.turned else ""
    return f"launches: {tally.launches}, {reads}{turned}, {tally.bytes} bytes, {exact}"


def _closeness(tally: Tally) -> str:
    near_zero = f" or {tally.absolute:.2g}" if tally.absolute else ""
    return f"{tally.ulps} ulps{near_zero}"


def _finding_lines(finding: Finding) -> Iterator[str]:
    yield f"  {finding.message}"
    if finding.place:
        yield f"    at {finding.place}"
    if finding.written_by:
        yield f"    written last by {finding.written_by}"
