"""A small run of the fuzzer."""

from collections.abc import Sequence

import pytest
from fuzz_sources import check_all, spoil
from mutations import MUTATIONS

# New inputs come from `make fuzz-sources`; here they are always the same.
SEED = 1
# So many that each way to spoil a source is among them; `make matrix` has those between, too.
FEW = (*range(24), 33, 41)
OTHERS = tuple(number for number in range(100) if number not in FEW)


@pytest.mark.parametrize(
    "inputs", [FEW, pytest.param(OTHERS, marks=pytest.mark.long)], ids=["few", "others"]
)
def test_spoilt_sources_end_well(inputs: Sequence[int]) -> None:
    wrong = [problem for v in check_all(SEED, inputs) for problem in v.problems]
    assert wrong == []


def test_the_few_are_spoilt_in_every_way() -> None:
    done = [each.partition(" in ")[0] for n in FEW for each in spoil(SEED, n, ())[1]]
    assert {*done} == {mutation.__name__ for mutation in MUTATIONS}
