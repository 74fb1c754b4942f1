"""The times of a run's launches, and those of two versions beside each other, kernel by kernel."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from ppcl.verify.log import Process
from ppcl.verify.observe import Run
from ppcl.verify.timing import Paired


@dataclass(frozen=True)
class LaunchTime:
    """How long the `number`-th launch of a kernel took (from 1). `counted`: not the first one of
    several, for which runtimes compile, and caches are cold."""

    kernel: str
    number: int
    milliseconds: float
    counted: bool


@dataclass(frozen=True)
class KernelTimes:
    """A kernel, by the original's name: the launches that count together; the milliseconds of each
    launch before and after (medians), by its number; and the numbers of those that count."""

    kernel: str
    together: Paired
    launches: Mapping[int, tuple[float, float]]
    counted: tuple[int, ...]


def launch_times(run: Run) -> tuple[LaunchTime, ...]:
    """Of all launches that were timed, in their order, process by process."""
    return tuple(time for process in run.processes for time in _of(process))


def by_kernel(
    before: Sequence[Sequence[LaunchTime]], after: Sequence[Sequence[LaunchTime]]
) -> tuple[KernelTimes, ...]:
    """Two versions, run by run. A rewrite may give a kernel another name, so launches are told by
    their order; nothing where not all runs launch the same. A kernel that took no time that the
    clock could see is left out."""
    if len({_shape(run) for run in before}) != 1 or len({_shape(run) for run in after}) != 1:
        return ()
    if [number for _, number in _shape(before[0])] != [number for _, number in _shape(after[0])]:
        return ()
    kernels = dict.fromkeys(time.kernel for time in before[0])
    found = (_kernel(name, before, after) for name in kernels)
    return tuple(each for each in found if min(*each.together.before, *each.together.after) > 0)


def _kernel(
    name: str, before: Sequence[Sequence[LaunchTime]], after: Sequence[Sequence[LaunchTime]]
) -> KernelTimes:
    first = before[0]
    places = [place for place, time in enumerate(first) if time.kernel == name]
    counted = [place for place in places if first[place].counted]

    def spent(version: Sequence[Sequence[LaunchTime]], of: Sequence[int]) -> list[float]:
        return [_sum(run, of) for run in version]

    return KernelTimes(
        name,
        Paired(spent(before, counted), spent(after, counted)),
        {
            first[place].number: (median(spent(before, [place])), median(spent(after, [place])))
            for place in places
        },
        tuple(first[place].number for place in counted),
    )


def _sum(run: Sequence[LaunchTime], places: Sequence[int]) -> float:
    return sum(run[place].milliseconds for place in places)


def _shape(run: Sequence[LaunchTime]) -> tuple[tuple[str, int], ...]:
    return tuple((time.kernel, time.number) for time in run)


def _of(process: Process) -> Iterator[LaunchTime]:
    times = {timed.launch: timed.end - timed.start for timed in process.times}
    launched = Counter(launch.kernel for launch in process.launches)
    seen: Counter[str] = Counter()
    for launch in process.launches:
        seen[launch.kernel] += 1
        if launch.sequence in times:
            number = seen[launch.kernel]
            counted = number > 1 or launched[launch.kernel] == 1
            yield LaunchTime(launch.kernel, number, times[launch.sequence] * 1e-6, counted)
