"""What is built when winners are confirmed."""

from typing import cast
from unittest.mock import MagicMock, Mock, patch

from ppcl.driver.tune.candidates import Candidate
from ppcl.driver.tune.tune import _Tester, _Tuning
from ppcl.verify.findings import Tally
from ppcl.verify.trial import Trial, Verdict

METHODS = ("build_original", "build_rewritten", "compare")


def test_the_original_is_built_once() -> None:
    tester = _Tester(cast("_Tuning", MagicMock()), MagicMock())
    compared = {"return_value": Verdict((), Tally())}
    with patch.multiple(Trial, **{name: Mock(**compared) for name in METHODS}):
        for key in ("a", "b"):
            assert tester.wrong(Candidate({key: "on"}), "./run") == ""
        assert Trial.build_original.call_count == 1
        assert Trial.build_rewritten.call_count == 2
