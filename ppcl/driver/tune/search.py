"""Goes through candidates on one device, and confirms the best in the whole program."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

from ppcl.diag import PpclError
from ppcl.driver.tune.candidates import (
    MOST_TOGETHER,
    Candidate,
    Offers,
    are_many,
    candidate_of,
    candidates,
    offers_of,
    united,
)
from ppcl.driver.tune.learner import Distribution, Learner
from ppcl.driver.tune.measuring import PROGRAM, REPLAY, Measured, Wrong
from ppcl.driver.tune.tuned import Device, Tried
from ppcl.transform.choosing.decisions import KEEP, Decision, Decisions
from ppcl.transform.choosing.listing import ListedSite
from ppcl.verify.duel import Rule

NOT_SLOWER = 0.98  # times as fast: where all of the interval is below, it is slower
_SHARE = 0.6  # of the time is for candidates, the rest to confirm
_KNOWN = 3  # generations without anything new
WON, LOST, OPEN, WRONG, FAILED = "won", "lost", "open", "wrong", "failed"


class Tester(Protocol):
    """Tries candidates on a device. All raise PpclError where a candidate cannot be tried."""

    def measure(self, candidate: Candidate, rule: Rule) -> Measured:
        """Beside the original, by its kernels alone if they can be run so."""
        ...

    def confirm(self, candidate: Candidate, command: str, rule: Rule) -> Measured:
        """Beside the original in the whole program, run by a command."""
        ...

    def wrong(self, candidate: Candidate, command: str) -> str:
        """What it computes otherwise than the original; "" for nothing."""
        ...


@dataclass
class Search:
    """A search on one device, which keeps `device` up to date, and saves it at each step.

    `seconds` is for all of it; what was tried before, with the same text, is not tried again.
    Nothing that is slower by one of the commands in `also` is taken. Where there are too many sets
    of choices, a `learner` proposes some.
    """

    sites: Sequence[ListedSite]
    tester: Tester
    device: Device
    seconds: float
    save: Callable[[Device], None]
    say: Callable[[str], None]
    also: tuple[str, ...] = ()
    learner: Callable[[Offers], Learner] = Distribution

    def run(self) -> Device:
        """The device with what is decided."""
        start = time.perf_counter()
        offers, wanted = offers_of(self.sites), candidates(self.sites)
        learner = self.learner(offers) if are_many(offers) else None
        end = start + _SHARE * self.seconds
        self._try_all(wanted, end if learner is None else (start + end) / 2)
        if learner is not None:
            winners = self._winners()
            self._try_all([united(winners)] if winners else [], end)
            self._learn(learner, end)
        left = max(self.seconds - (time.perf_counter() - start), 1.0)
        return self._finish(*self._confirmed(left))

    def _try_all(self, wanted: Sequence[Candidate], end: float) -> None:
        for number, candidate in enumerate(wanted):
            left = end - time.perf_counter()
            rule = Rule(seconds=max(left, 0.0) / (len(wanted) - number))
            self.say(f"candidate {number + 1} of {len(wanted)}: {candidate.name}")
            self._try(candidate, rule)

    def _learn(self, learner: Learner, end: float) -> None:
        """Tries what is proposed, until nothing is new in it any more, or the time is over."""
        known = 0
        while known < _KNOWN:
            before = len(self.device.tried)
            saved: list[float] = []
            for candidate in learner.ask():
                left = end - time.perf_counter()
                if left <= 0:
                    return
                self.say(f"a set that is learned: {candidate.name or 'nothing'}")
                saved.append(self._saved(candidate, Rule(seconds=left / MOST_TOGETHER)))
            learner.tell(saved)
            known = known + 1 if len(self.device.tried) == before else 0

    def _saved(self, candidate: Candidate, rule: Rule) -> float:
        """The time that it saves; minus infinity for one that cannot be used."""
        if not candidate.choices:
            return 0.0
        tried = self._try(candidate, rule)
        return tried.saved if tried.ratio is not None else -inf

    def _try(self, candidate: Candidate, rule: Rule) -> Tried:
        known = self._known(candidate)
        return known if known is not None else self._keep(self._tried(candidate, rule))

    def _known(self, candidate: Candidate) -> Tried | None:
        """What an earlier search found of a candidate."""
        wanted = self._decisions(candidate)
        return next((each for each in self.device.tried if each.decisions == wanted), None)

    def _keep(self, tried: Tried) -> Tried:
        self.device = replace(self.device, tried=(*self.device.tried, tried))
        self.save(self.device)
        return tried

    def _decisions(self, candidate: Candidate) -> Decisions:
        """What a candidate chooses, for the sites' texts as they are."""
        return {
            site.key: Decision(candidate.choices[site.key], site.text)
            for site in self.sites
            if site.key in candidate.choices
        }

    def _tried(self, candidate: Candidate, rule: Rule) -> Tried:
        try:
            found = self.tester.measure(candidate, rule)
        except Wrong as error:
            return Tried(self._decisions(candidate), REPLAY, WRONG, why=error.message)
        except PpclError as error:
            return Tried(self._decisions(candidate), "", FAILED, why=error.message)
        return self._told(candidate, found, rule)

    def _told(self, candidate: Candidate, found: Measured, rule: Rule) -> Tried:
        paired = found.paired
        outcome = WON if rule.is_won(paired) else LOST if rule.is_lost(paired) else OPEN
        low, high = (round(each, 4) for each in paired.interval)
        figures = (round(paired.speedup, 4), (low, high), len(paired.ratios))
        saved = round(paired.medians[0] * (1 - 1 / paired.speedup), 6)
        tried = Tried(self._decisions(candidate), found.by, outcome, *figures, found.why)
        return replace(tried, saved=saved)

    def _confirmed(self, seconds: float) -> tuple[Candidate, tuple[Tried, ...]]:
        """The best winner that is faster in the whole program too, is not slower by any other
        command, and computes the same; with its figures, by each command."""
        end = time.perf_counter() + seconds
        winners = self._winners()
        for number, candidate in enumerate(winners):
            if number > 0 and time.perf_counter() > end:
                self._keep(self._unconfirmed(candidate, len(winners) - number))
                break
            self.say(f"the whole program with {candidate.name}")
            found = tuple(self._wholes(candidate, end))
            if all(tried.outcome == WON for tried in found):
                return candidate, found
            self._keep(found[-1])
        return Candidate({}), ()

    def _unconfirmed(self, candidate: Candidate, count: int) -> Tried:
        why = "no time was left to run the whole program with it" + (
            f", and with {count - 1} other candidates" if count > 1 else ""
        )
        return Tried(self._decisions(candidate), PROGRAM, OPEN, why=why)

    def _wholes(self, candidate: Candidate, end: float) -> Iterator[Tried]:
        """By the device's command, then by all others, until one says that it is not worth it."""
        for number, command in enumerate((self.device.command, *self.also)):
            share = (end - time.perf_counter()) / (2 + len(self.also) - number)
            rule = Rule(1.0 if number == 0 else NOT_SLOWER, seconds=max(share, 0.5))
            tried = replace(self._whole(candidate, command, rule), command=command)
            if number > 0 and tried.outcome == OPEN:
                tried = replace(tried, outcome=WON)  # it need not be faster there
            yield tried
            if tried.outcome != WON:
                return

    def _winners(self) -> list[Candidate]:
        """Those that save most first: ratios are of the kernels that a candidate is about, which
        are not the same for all."""
        won = [each for each in self._here() if each.outcome == WON]
        won.sort(key=lambda each: -each.saved)
        return [candidate_of(each.decisions) for each in won]

    def _here(self) -> Iterator[Tried]:
        """What was tried of the texts as they are, by candidates that were measured."""
        for tried in self.device.tried:
            if tried.decisions == self._decisions(candidate_of(tried.decisions)):
                yield tried

    def _whole(self, candidate: Candidate, command: str, rule: Rule) -> Tried:
        decisions = self._decisions(candidate)
        try:
            wrong = self.tester.wrong(candidate, command)
            if wrong:
                return Tried(decisions, PROGRAM, WRONG, why=wrong)
            return self._told(candidate, self.tester.confirm(candidate, command, rule), rule)
        except PpclError as error:
            return Tried(decisions, PROGRAM, FAILED, why=error.message)

    def _finish(self, chosen: Candidate, wholes: tuple[Tried, ...]) -> Device:
        decisions = {
            site.key: Decision(chosen.choices.get(site.key, KEEP), site.text) for site in self.sites
        }
        self.device = replace(self.device, complete=True, decisions=decisions, wholes=wholes)
        self.save(self.device)
        return self.device
