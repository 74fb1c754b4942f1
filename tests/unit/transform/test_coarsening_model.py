"""Which work-items are merged on which platform (PPOpenCL §4.2.1), from the model alone."""

import pytest

from ppcl.testing import Choices, compile_program, open_project
from ppcl_transforms.coarsen import Coarsen


def taken(sample: str, target: str) -> set[str]:
    """What the pass does to a sample's kernels, as it names them."""
    project = open_project([f"samples/{sample}"], Choices(target=target))
    compiled = compile_program(project, (Coarsen(),))
    assert not compiled.defects
    done = [remark for remark in compiled.remarks if remark.code == "PPC240"]
    return {f"{remark.args['dimension']}{remark.args['factor']}" for remark in done}


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("nvidia-gpu", {"y3"}),
        ("amd-gpu", {"x2"}),
        ("amd-cpu", {"y3"}),
        ("intel-cpu", {"y3"}),
        ("xeon-phi", {"y3"}),
    ],
)
def test_quasirandom_with_groups_of_320_by_3(target: str, expected: set[str]) -> None:
    """y on NVIDIA; x by a power of two on AMD's GPUs, where 480 or more must be left; never x where
    a CPU makes lanes of it. On AMD's CPU the printed algorithm gives x; here the branch that y has
    in common counts for more (docs/benchmarks.md)."""
    assert taken("quasirandom", target) == expected


@pytest.mark.parametrize("target", ["intel-cpu", "xeon-phi"])
def test_x_stays_where_lanes_are_made_of_it(target: str) -> None:
    assert not any(name.startswith("x") for name in taken("sgemm", target))
