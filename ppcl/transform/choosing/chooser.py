"""The offers of a pass that are tried at its sites, in their order, and what is said of others."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from ppcl.analysis.facts import Facts
from ppcl.diag import Remark
from ppcl.source import Location
from ppcl.transform.choosing.decisions import BEST, KEEP, OTHERS, Decision, Decisions
from ppcl.transform.choosing.text import text_hash
from ppcl.transform.contract import AnyTransform, Legal, Offer, Plan, Refused

_WORD = re.compile(r"\w+")
_BEST = Decision(BEST)


@dataclass(frozen=True)
class Candidate:
    """An offer at a site, by its key, that is proved; `better` are those that are not."""

    key: str
    offer: Offer[Any]
    proof: Legal[Any, Any]
    better: tuple[Refused, ...] = ()


@dataclass(frozen=True)
class Chooser:
    """Chooses by decisions, which name sites by their keys, or by what is expected.

    `threshold` is the least share of a kernel's time for which a text is changed, `names` are the
    first names of kernels that plans have renamed. `texts` has the hash of each site's text when
    it was first seen, if anything is decided of it; `done` the keys of sites where a decision was
    carried out.
    """

    decisions: Decisions
    threshold: float
    names: Mapping[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    done: frozenset[str] = frozenset()

    def sites(self, transform: AnyTransform, facts: Facts) -> Iterator[tuple[str, Any]]:
        """The sites of a pass with their keys."""
        seen = Counter[str]()
        for site in transform.sites(facts):
            name = _WORD.sub(lambda word: self.names.get(word[0], word[0]), site.key)
            key = f"{transform.name}:{name}"
            seen[key] += 1
            key = f"{key}#{seen[key]}" if seen[key] > 1 else key
            if self.decisions and key not in self.texts:
                self.texts[key] = text_hash(facts, site.kernels)
            yield key, site

    def look_at(self, transforms: Sequence[AnyTransform], facts: Facts) -> None:
        """Sees the sites of a program as it is before anything is done."""
        for transform in transforms if self.decisions else ():
            for _ in self.sites(transform, facts):
                pass

    def behind(self, key: str, renamed: Mapping[str, str]) -> "Chooser":
        """The chooser behind a plan that was carried out at a site, and has renamed kernels."""
        first = {new: self.names.get(old, old) for old, new in renamed.items()}
        return replace(self, names={**self.names, **first}, done=self.done | {key})

    def ignored(self) -> Iterator[Remark]:
        """What is decided of sites that there were none of, or of another text of theirs."""
        for key, decision in self.decisions.items():
            if key != OTHERS and key not in self.texts:
                close = get_close_matches(key, self.texts, n=1, cutoff=0.0)
                message = f"there is no site '{key}', of which something is decided"
                yield Remark("missed", "PPC030", message + "".join(f"; '{c}'?" for c in close))
            elif self._is_stale(key):
                message = f"what is decided of '{key}' ({decision}) was for another text of it"
                message += f", which is now {self.texts[key]}: it is ignored"
                yield Remark("missed", "PPC031", message)

    def candidates(self, transform: AnyTransform, facts: Facts) -> Iterator[Candidate | Refused]:
        """What may be done, site by site, the best first; and what is said of all else."""
        for key, site in self.sites(transform, facts):
            offers = transform.offers(site, facts)
            if isinstance(offers, Refused):
                yield offers
                continue
            wanted, said = self.chosen(key, offers)
            yield from map(Refused, said)
            refused: list[Refused] = []
            for offer in wanted:
                proof = transform.check(site, offer, facts)
                if isinstance(proof, Refused):
                    refused.append(proof)
                    yield proof
                else:
                    yield Candidate(key, offer, proof, tuple(refused))

    def plans(self, transform: AnyTransform, facts: Facts, like: Candidate) -> Iterator[Plan]:
        """The plan of a candidate where other things are known of the program; none where it is
        not chosen there."""
        site = next((site for key, site in self.sites(transform, facts) if key == like.key), None)
        offers = transform.offers(site, facts) if site is not None else ()
        wanted = self.chosen(like.key, offers)[0] if not isinstance(offers, Refused) else ()
        for offer in (each for each in wanted if each.name == like.offer.name):
            proof = transform.check(site, offer, facts)
            if not isinstance(proof, Refused):
                yield transform.plan(proof, facts)

    def chosen(
        self, key: str, offers: Sequence[Offer[Any]]
    ) -> tuple[list[Offer[Any]], list[Remark]]:
        """The offers at a site that are to be tried, the best first, and what is said of others."""
        decision = self._decision(key)
        if decision.choice == BEST:
            wanted = [each for each in offers if each.wanted or _gain(each) > self.threshold]
            wanted.sort(key=lambda each: (not each.wanted, -_gain(each)))
            return wanted, [] if wanted else _instead(offers)
        if key in self.done:
            return [], []
        named = [each for each in offers if each.name == decision.choice]
        return named, [] if named else [self._unchanged(key, decision, offers)]

    def _decision(self, key: str) -> Decision:
        """What is decided of a site, if not of another text of it."""
        others = self.decisions.get(OTHERS, _BEST)
        return others if self._is_stale(key) else self.decisions.get(key, others)

    def _is_stale(self, key: str) -> bool:
        return key in self.decisions and not self.decisions[key].is_of(self.texts.get(key, ""))

    def _unchanged(self, key: str, decision: Decision, offers: Sequence[Offer[Any]]) -> Remark:
        """Why nothing is done at a site of which something is decided."""
        if decision.choice == KEEP:
            message = f"'{key}' stays as it is, as was decided"
            return Remark("analysis", "PPC032", message, _place(offers))
        known = ", ".join((*(each.name for each in offers), KEEP, BEST))
        message = f"'{decision.choice}' is decided of '{key}', which may be: {known}"
        return Remark("missed", "PPC030", f"{message}; it stays as it is", _place(offers))


def site_texts(transforms: Sequence[AnyTransform], facts: Facts) -> Mapping[str, str]:
    """The hashes of the texts of all sites of a program, by their keys."""
    chooser = Chooser({OTHERS: _BEST}, facts.target.threshold)
    chooser.look_at(transforms, facts)
    return chooser.texts


def _place(offers: Sequence[Offer[Any]]) -> Location | None:
    return next((each.instead.location for each in offers if each.instead), None)


def _gain(offer: Offer[Any]) -> float:
    return offer.gain if offer.gain is not None else float("-inf")


def _instead(offers: Sequence[Offer[Any]]) -> list[Remark]:
    """What is said of a site that stays as it is: of the offer that promises most, or of which
    nobody knows."""
    first = max(offers, key=lambda each: (each.gain is None, _gain(each)), default=None)
    return [first.instead] if first is not None and first.instead is not None else []
