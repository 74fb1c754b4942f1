"""The page of what was tuned."""

import re

from ppcl.driver.tune.page import tuned_page
from ppcl.driver.tune.tuned import Device, Tried, Tuned
from ppcl.transform.choosing.decisions import Decision

ON = {"layout:k.a/d_a": Decision("<on>", "00c0ffee")}
BEST = Tried(ON, "replay", "won", 2.0, (1.9, 2.2), 20)
SLOW = Tried({"layout:k.b/d_b": Decision("on", "00c0ffee")}, "program", "lost", 0.5, (0.4, 0.6), 6)
HUNG = Tried({"layout:k.c/d_c": Decision("on", "00c0ffee")}, "", "failed", why="it hangs")


def device(complete: bool = True) -> Device:
    names = ("pocl-x", "pocl-cpu", "opencl", "pocl", "X", "3.1", "./run")
    wholes = (BEST,) if complete else ()
    return Device(*names, complete, ON, (SLOW, HUNG, BEST), wholes)


def test_candidates_stand_by_their_ratio_with_what_was_taken() -> None:
    text = tuned_page("md", Tuned((device(),)))
    rows = re.findall(r'<tr class="(\w+)">', text)
    assert rows == ["won", "lost", "failed", "won"]  # the last is the whole program
    assert "layout:k.a/d_a = &lt;on&gt;" in text
    assert text.count("<b>taken</b>") == 2
    assert "it hangs" in text
    assert "http" not in text.replace('lang="en"', "")


def test_places_are_on_a_logarithmic_scale() -> None:
    text = tuned_page("md", Tuned((device(),)))
    (one,) = set(re.findall(r'class="one" x1="([\d.]+)"', text.split("The whole program")[0]))
    slow, fast = sorted(map(float, re.findall(r'<i style="left: ([\d.]+)%">', text)[:2]))
    assert slow < float(one) < fast
    assert abs((fast - float(one)) - (float(one) - slow)) < 0.1  # twice, and half


def test_a_search_that_has_not_ended_says_so() -> None:
    text = tuned_page("md", Tuned((device(complete=False),)))
    assert "The search has not ended" in text
    assert "nothing is decided yet" in text


def test_nothing_was_tuned() -> None:
    assert "Nothing was tuned" in tuned_page("md", Tuned())
