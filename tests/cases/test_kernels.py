"""The model of every kernel in the corpus is the one that its file says."""

import pytest
from kernels import FILES, items_of, models_of, read_case, unit_of


@pytest.mark.parametrize("name", FILES)
def test_the_models_are_as_expected(name: str) -> None:
    case = read_case(name)
    unit = unit_of(case)
    assert unit.problems == ()
    found = {kernel: items_of(model) for kernel, model in models_of(unit).items()}
    assert found == case.want
    assert found
