"""A choice in words and numbers: what the layouts cost, for remarks and reports."""

from collections.abc import Iterable, Iterator

from ppcl_transforms.layout.choice import Choice


def compared(choice: Choice) -> str:
    """The costs before and after a change."""
    return _said(choice, "before", "after")


def if_changed(choice: Choice) -> str:
    """The costs now and after a change that is not made."""
    return _said(choice, "now", "if changed")


def data(choice: Choice) -> dict[str, str | int | float | bool]:
    """The same as values of a remark, at the first nominal size."""
    if choice.strided is not None:
        return {"strided": choice.strided[0], "other_strided": choice.strided[1]}
    now, then = choice.present[0], choice.other[0]
    return {
        "waits": round(now.waits, 1),
        "other_waits": round(then.waits, 1),
        "lines": round(now.lines, 2),
        "other_lines": round(then.lines, 2),
        "distance": now.distance,
        "other_distance": then.distance,
        "sizes": sizes(choice),
    }


def sizes(choice: Choice) -> str:
    """The numbers that stand for what is not known of the rectangle's sides."""
    symbols = choice.sizes[0] if choice.sizes else ()
    given = (f"{each} = {_of(known[each] for known in choice.sizes)}" for each in symbols)
    return ", ".join(dict.fromkeys(given))


def _said(choice: Choice, first: str, second: str) -> str:
    if choice.strided is not None:
        now, then = choice.strided
        return f"strided accesses {now} {first}, {then} {second}, whatever the sizes"
    figures = list(_figures(choice))
    said = "; ".join(f"{what.format(now)} {first}, {then} {second}" for what, now, then in figures)
    if given := sizes(choice):
        return f"as modelled for nominal sizes ({given}), {said}"
    several = any(" or " in text for _, *texts in figures for text in texts)
    return f"as modelled, {said}" + (", at the target's two nominal sizes" if several else "")


def _figures(choice: Choice) -> Iterator[tuple[str, str, str]]:
    """What is measured, and its figures in both layouts; lines are left out where they agree."""
    now, then = choice.present, choice.other
    yield (
        "a work-item waits {} cycles for memory",
        _of(round(cost.waits) for cost in now),
        _of(round(cost.waits) for cost in then),
    )
    lines = _of(round(cost.lines, 1) for cost in now), _of(round(cost.lines, 1) for cost in then)
    if lines[0] != lines[1]:
        yield "it touches {} cache lines", *lines
    distances = (cost.distance for cost in now), (cost.distance for cost in then)
    by = choice.by_distance and "PPOpenCL's reuse distance, by which it would be changed,"
    yield (by or "reuse distance") + " {}", _of(distances[0]), _of(distances[1])


def _of(values: Iterable[float]) -> str:
    return " or ".join(dict.fromkeys(f"{value:.10g}" for value in values))
