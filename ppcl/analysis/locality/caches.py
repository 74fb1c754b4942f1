"""Which touches of lines miss in each level of a compute unit's caches."""

from collections.abc import Iterable, Sequence

from ppcl.targets.target import Cache


def waits(lines: Iterable[int], levels: Sequence[Cache], line: int) -> int:
    """The cycles that all misses wait for, one after another, in LRU caches that start empty.

    `lines` are the numbers of cache lines in the order in which they are touched, `line` is their
    size in bytes. What hits in a level is not seen by those beyond it.
    """
    total = 0
    missed = list(lines)
    for level in levels:
        sets = max(1, level.size // (line * level.ways))
        missed = _missed(missed, sets, level.ways)
        total += len(missed) * level.beyond
    return total


def _missed(lines: Sequence[int], sets: int, ways: int) -> list[int]:
    held: dict[int, list[int]] = {}  # by set; the line that was used last stands at the end
    missed: list[int] = []
    for line in lines:
        inside = held.setdefault(line % sets, [])
        if inside and inside[-1] == line:
            continue
        if line in inside:
            inside.remove(line)
        else:
            missed.append(line)
            if len(inside) == ways:
                del inside[0]
        inside.append(line)
    return missed
