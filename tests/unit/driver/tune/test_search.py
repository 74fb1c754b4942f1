"""The search, with a tester whose times are made up."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from ppcl.diag import PpclError
from ppcl.driver.tune.candidates import Candidate
from ppcl.driver.tune.measuring import Measured
from ppcl.driver.tune.search import Search
from ppcl.driver.tune.tuned import Device
from ppcl.transform.choosing.decisions import Decision
from ppcl.transform.choosing.listing import ListedChoice, ListedSite
from ppcl.verify.duel import Rule
from ppcl.verify.timing import Paired

TEXT = "00c0ffee"


def site(key: str) -> ListedSite:
    choice = (ListedChoice("on", 0.1, None),)
    return ListedSite(key, TEXT, "layout", ("k",), None, choice)


def sites(*keys: str) -> list[ListedSite]:
    return [site(key) for key in keys]


@dataclass
class Made:
    """Times as fast, by candidate: alone, and in the whole program where that is otherwise."""

    alone: Mapping[str, float]
    whole: Mapping[str, float] = field(default_factory=dict)
    wrongs: frozenset[str] = frozenset()
    broken: frozenset[str] = frozenset()
    measured: list[str] = field(default_factory=list)
    also: Mapping[str, float] = field(default_factory=dict)

    def measure(self, candidate: Candidate, rule: Rule) -> Measured:
        self.measured.append(candidate.name)
        if candidate.name in self.broken:
            raise PpclError("its kernel hangs")
        return self._paired("replay", self.alone[candidate.name])

    def confirm(self, candidate: Candidate, command: str, rule: Rule) -> Measured:
        ratio = self.whole.get(candidate.name, self.alone.get(candidate.name, 1.5))
        return self._paired("program", self.also.get(command, ratio))

    def wrong(self, candidate: Candidate, command: str) -> str:
        return "element 3 differs" if candidate.name in self.wrongs else ""

    def _paired(self, by: str, ratio: float) -> Measured:
        after = [1.0, 1.001, 0.999, 1.0, 1.002, 1.0]
        return Measured(by, Paired([ratio] * len(after), after))


def search(
    made: Made, *keys: str, device: Device | None = None, seconds: float = 60.0
) -> tuple[Device, list[Device]]:
    """What a search decides, and what it saved on the way."""
    saved: list[Device] = []
    empty = Device("key", "pocl-cpu", "opencl", "pocl", "cpu", "1", "./run")
    found = Search(
        sites(*keys),
        made,
        device or empty,
        seconds,
        saved.append,
        lambda text: None,
        tuple(made.also),
    ).run()
    return found, saved


def decided(device: Device) -> dict[str, str]:
    assert device.complete
    assert all(decision.text == TEXT for decision in device.decisions.values())
    return {key: decision.choice for key, decision in device.decisions.items()}


def test_the_fastest_is_taken() -> None:
    made = Made({"a=on": 1.2, "b=on": 1.3, "a=on, b=on": 1.1})
    found, _ = search(made, "a", "b")
    assert decided(found) == {"a": "keep", "b": "on"}
    assert [(each.ratio, each.command) for each in found.wholes] == [(1.3, "./run")]


class OfSmallKernel(Made):
    """Of which `b` is about a kernel that takes a twentieth of the time of `a`'s."""

    def measure(self, candidate: Candidate, rule: Rule) -> Measured:
        found = super().measure(candidate, rule).paired
        scale = {"a=on": 1.0, "b=on": 0.05}.get(candidate.name, 1.05)
        return Measured("replay", Paired(*([t * scale for t in p] for p in vars(found).values())))


def test_what_saves_most_is_taken_whatever_its_ratio() -> None:
    """Of two that do not go together, too."""
    both = 1.05 / (1 / 1.3 + 0.05 / 3)
    made = OfSmallKernel({"a=on": 1.3, "b=on": 3.0, "a=on, b=on": both})
    assert decided(search(made, "a", "b")[0]) == {"a": "on", "b": "on"}
    made = OfSmallKernel({"a=on": 1.3, "b=on": 3.0, "a=on, b=on": 0.9})
    assert decided(search(made, "a", "b")[0]) == {"a": "on", "b": "keep"}


def test_what_gains_less_than_the_threshold_is_not_taken() -> None:
    found, _ = search(Made({"a=on": 1.015}), "a")
    assert decided(found) == {"a": "keep"}
    assert [each.outcome for each in found.tried] == ["lost"]


def test_what_loses_in_the_whole_program_is_taken_back() -> None:
    made = Made({"a=on": 1.2, "b=on": 1.3, "a=on, b=on": 1.5}, {"a=on, b=on": 0.9})
    assert decided(search(made, "a", "b")[0]) == {"a": "keep", "b": "on"}


def test_what_computes_something_else_is_dropped_with_the_reason() -> None:
    made = Made({"a=on": 2.0}, wrongs=frozenset({"a=on"}))
    found, _ = search(made, "a")
    assert decided(found) == {"a": "keep"}
    assert [(each.outcome, each.why) for each in found.tried] == [
        ("won", ""),
        ("wrong", "element 3 differs"),
    ]


def test_what_cannot_run_is_dropped_with_the_reason() -> None:
    made = Made({"b=on": 1.2}, broken=frozenset({"a=on", "a=on, b=on"}))
    found, _ = search(made, "a", "b")
    assert decided(found) == {"a": "keep", "b": "on"}
    assert {(each.outcome, each.why) for each in found.tried} == {
        ("failed", "its kernel hangs"),
        ("won", ""),
    }


@dataclass
class Modelled(Made):
    """Each choice gains a tenth; all together lose, and the first and the second crash."""

    def measure(self, candidate: Candidate, rule: Rule) -> Measured:
        self.measured.append(candidate.name)
        chosen = {*candidate.choices}
        if {"a", "b"} <= chosen != {*MANY}:
            raise PpclError("its kernel crashes")
        return self._paired("replay", 1.1 ** len(chosen) if chosen != {*MANY} else 0.3)


MANY = "abcdefgh"


def test_where_sets_are_many_what_is_proposed_is_tried() -> None:
    """All winners together lose here: a search by single choices would find 1.1."""
    made = Modelled({})
    found, _ = search(made, *MANY)
    assert made.measured[:9] == [*(f"{key}=on" for key in MANY), ", ".join(made.measured[:8])]
    assert len(set(made.measured)) == len(made.measured) < 2 ** len(MANY) / 2
    assert {key for key, choice in decided(found).items() if choice == "on"} in (
        {*MANY} - {"a"},
        {*MANY} - {"b"},
    )


def test_where_nothing_wins_alone_sets_are_proposed_all_the_same() -> None:
    found, _ = search(Together({}), *MANY)
    assert decided(found) == {key: "on" if key in "ab" else "keep" for key in MANY}


class Together(Made):
    """Two choices that gain together, and lose alone."""

    def measure(self, candidate: Candidate, rule: Rule) -> Measured:
        others = 0.95 ** len({*candidate.choices} - {"a", "b"})
        return self._paired("replay", others * (1.5 if {"a", "b"} <= {*candidate.choices} else 0.9))


def test_what_is_proposed_is_the_same_each_time() -> None:
    first, second = Modelled({}), Modelled({})
    search(first, *MANY)
    search(second, *MANY)
    assert first.measured == second.measured


class Slow(Made):
    """A program that takes long."""

    def confirm(self, candidate: Candidate, command: str, rule: Rule) -> Measured:
        time.sleep(1.1)
        return super().confirm(candidate, command, rule)


def test_winners_that_there_is_no_time_to_confirm_are_told() -> None:
    made = Slow({"a=on": 1.2, "b=on": 1.3, "a=on, b=on": 1.5}, dict.fromkeys(ALL_OF_TWO, 0.9))
    found, _ = search(made, "a", "b", seconds=1e-9)
    assert decided(found) == {"a": "keep", "b": "keep"}
    why = "no time was left to run the whole program with it, and with 1 other candidates"
    assert (found.tried[-1].outcome, found.tried[-1].why) == ("open", why)


ALL_OF_TWO = ("a=on", "b=on", "a=on, b=on")


def test_a_search_goes_on_where_one_was_broken_off() -> None:
    made = Made({"a=on": 1.2, "b=on": 1.3, "a=on, b=on": 1.1})
    _, saved = search(made, "a", "b")
    half = saved[0]
    assert (half.complete, len(half.tried)) == (False, 1)
    again = Made(made.alone)
    found, _ = search(again, "a", "b", device=half)
    assert decided(found) == {"a": "keep", "b": "on"}
    assert len(again.measured) == 2


def test_what_was_measured_of_another_text_is_measured_again() -> None:
    made = Made({"a=on": 1.2})
    (first, *_), text = search(made, "a")[1], Decision("on", "another1")
    old = Device(**{**vars(first), "tried": tuple(_with(first, text))})
    assert decided(search(made, "a", device=old)[0]) == {"a": "on"}
    assert made.measured == ["a=on"] * 2


def _with(device: Device, decision: Decision):
    for tried in device.tried:
        yield type(tried)(**{**vars(tried), "decisions": {"a": decision}})


def test_what_is_slower_by_another_command_is_not_taken() -> None:
    found, _ = search(Made({"a=on": 2.0}, also={"./run -n 1000": 0.9}), "a")
    assert decided(found) == {"a": "keep"}
    assert [(each.outcome, each.command) for each in found.tried] == [
        ("won", ""),
        ("lost", "./run -n 1000"),
    ]


def test_what_is_as_fast_by_another_command_is_taken() -> None:
    found, _ = search(Made({"a=on": 2.0}, also={"./run -n 1000": 1.0}), "a")
    assert decided(found) == {"a": "on"}
    assert [(each.ratio, each.command) for each in found.wholes] == [
        (2.0, "./run"),
        (1.0, "./run -n 1000"),
    ]
