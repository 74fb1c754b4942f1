"""What of a file stays when a device is tuned again."""

from dataclasses import replace

from ppcl.driver.tune.tune import _save
from ppcl.driver.tune.tuned import Device
from ppcl.transform.choosing.decisions import Decision

ON, KEEP = Decision("on", "00c0ffee"), Decision("keep", "00c0ffee")
HALF = Device("a", "pocl-cpu", "opencl", "pocl", "cpu", "1", "./run")
WHOLE = replace(HALF, complete=True, decisions={"layout:k.a/a": ON, "layout:j.b/b": ON})


def saved(known: Device | None, *steps: Device) -> list[Device]:
    found: list[Device] = []
    for step in steps:
        _save(found.append, known, step)
    return found


def test_each_step_of_a_first_search_is_saved() -> None:
    assert saved(None, HALF, WHOLE) == [HALF, WHOLE]
    assert saved(HALF, HALF, WHOLE) == [HALF, WHOLE]


def test_what_is_complete_stays_until_the_next_search_has_ended() -> None:
    assert saved(WHOLE, HALF) == []


def test_decisions_of_sites_that_were_not_looked_at_stay() -> None:
    """With --kernel or --passes, that is."""
    again = replace(WHOLE, decisions={"layout:k.a/a": KEEP})
    (found,) = saved(WHOLE, HALF, again)
    assert found.decisions == {"layout:k.a/a": KEEP, "layout:j.b/b": ON}
