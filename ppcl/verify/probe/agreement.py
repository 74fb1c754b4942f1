"""Holds what two runs measured of the same thing against each other."""

from dataclasses import dataclass

from ppcl.verify.probe.figures import Figure

NOT_SETTLED = "not settled"  # the source of a fact that two runs do not agree on
SHARE = 0.10  # of the smaller figure: what two runs may differ by


@dataclass(frozen=True)
class Agreement:
    """The figure of each run; None where a run found none."""

    first: Figure | None
    second: Figure | None

    @property
    def known(self) -> tuple[float, ...]:
        """The figures that there are."""
        return tuple(each.value for each in (self.first, self.second) if each is not None)

    @property
    def settled(self) -> bool:
        """Whether both runs found a figure, and the same but for SHARE."""
        return len(self.known) == 2 and max(self.known) <= (1 + SHARE) * min(self.known)

    @property
    def mean(self) -> float:
        """Of the figures that there are."""
        return sum(self.known) / len(self.known)

    @property
    def spread(self) -> float:
        """The larger spread of the repeats of a run, as a share."""
        return max(each.spread for each in (self.first, self.second) if each is not None)

    def told(self, unit: str = "", scale: float = 1) -> str:
        """Both figures for people."""
        one, other = (
            f"{_shown(each.value / scale)} {unit}".rstrip() if each is not None else "not found"
            for each in (self.first, self.second)
        )
        if self.settled:
            one = one.removesuffix(f" {unit}")
        return f"{one} and {other}"


def _shown(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"
