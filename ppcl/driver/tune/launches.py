"""The launches that stand for a program's kernels: what is captured, and how much each counts."""

from dataclasses import dataclass, field
from statistics import median

from ppcl.verify.log import Launch
from ppcl.verify.observe import Run
from ppcl.verify.replay.capture import numbered

MOST = 4  # launches of one kernel: in several sizes, say
_COVERED = 0.95  # of a kernel's time
_ALIKE = 2.0  # times that no more than this lie between are of launches that do the same work


@dataclass(frozen=True)
class Representative:
    """The `number`-th launch of a kernel, which counts as `weight` launches."""

    kernel: str
    number: int
    weight: float


@dataclass
class _Alike:
    """Launches of a kernel that differ in nothing that a launch shows but in their buffers."""

    numbers: list[int] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)
    first: int = 0

    @property
    def total(self) -> float:
        return sum(self.spent)

    def typical(self) -> int:
        """The number of the launch that stands for all: the first, before which results are not
        there yet, so that what it leaves tells more; where times are far apart, one in the middle.
        """
        if max(self.spent) <= _ALIKE * min(self.spent):
            return self.first
        wanted = median(self.spent)
        return min(zip(self.numbers, self.spent, strict=True), key=lambda e: abs(e[1] - wanted))[0]


def representatives(run: Run) -> list[Representative]:
    """The launches to be measured for all of a run, which was timed: for each kernel those sizes
    that most of its time goes to. The time of a first launch of many does not count: caches and
    compilers are cold then."""
    found: list[Representative] = []
    for process in run.processes:
        kernels: dict[str, dict[object, _Alike]] = {}
        spent = {each.launch: float(each.end - each.start) for each in process.times}
        numbers = numbered(process.launches)
        for launch in process.launches:
            if launch.sequence in spent:
                number = numbers[launch.sequence]
                groups = kernels.setdefault(launch.kernel, {})
                group = groups.setdefault(_shape(launch), _Alike())
                group.first = group.first or number
                group.numbers.append(number)
                group.spent.append(spent[launch.sequence])
        for kernel, groups in kernels.items():
            found += _of_kernel(kernel, list(groups.values()))
    return found


def _shape(launch: Launch) -> object:
    scalars = tuple((each.index, each.data) for each in launch.arguments if each.kind == "s")
    return launch.offset, launch.global_size, launch.local_size, scalars


def _of_kernel(kernel: str, groups: list[_Alike]) -> list[Representative]:
    for group in groups:
        if len(group.spent) > 1 and 1 in group.numbers:
            at = group.numbers.index(1)
            del group.numbers[at], group.spent[at]
    groups.sort(key=lambda group: -group.total)
    whole, covered = sum(group.total for group in groups), 0.0
    found: list[Representative] = []
    for group in groups[:MOST]:
        found.append(Representative(kernel, group.typical(), float(len(group.spent))))
        covered += group.total
        if covered >= _COVERED * whole:
            break
    return found
