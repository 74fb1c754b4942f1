"""Proposes sets of choices where there are too many to try all, and learns from how they did."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ppcl.driver.tune.candidates import Candidate, Offers
from ppcl.driver.tune.extra import extra

_SEED = 1  # the same proposals for the same measurements


class Learner(Protocol):
    """A search by generations: it asks for some sets, and is told of all before the next ones."""

    def ask(self) -> Sequence[Candidate]:
        """The sets to be tried next; some may have been asked for before."""
        ...

    def tell(self, saved: Sequence[float]) -> None:
        """How much time each of them saves; minus infinity for one that cannot be used."""
        ...


@dataclass
class Distribution:
    """A distribution over the choices of each site, which moves to those that did well: CatCMA with
    Margin, with categorical variables alone (Hamano et al., arXiv:2504.07884, section 4; the
    package cmaes). `offers` are the choices at each site, by its key."""

    offers: Offers
    _asked: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        sizes = [1 + len(choices) for choices in self.offers.values()]
        self._optimizer = extra("cmaes").CatCMAwM(c_space=sizes, seed=_SEED)

    def ask(self) -> Sequence[Candidate]:
        """A generation of sets."""
        self._asked = [self._optimizer.ask() for _ in range(self._optimizer.population_size)]
        return [self._candidate(each.c.argmax(axis=1)) for each in self._asked]

    def tell(self, saved: Sequence[float]) -> None:
        """Moves to those that save most."""
        self._optimizer.tell([(a, -s) for a, s in zip(self._asked, saved, strict=True)])

    def _candidate(self, taken: Sequence[int]) -> Candidate:
        """The set in which each site has its so manieth choice, from 1."""
        offers = zip(self.offers.items(), taken, strict=True)
        return Candidate({key: choices[at - 1].name for (key, choices), at in offers if at > 0})
