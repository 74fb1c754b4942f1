"""What papers say of programs that are samples too stands in the ledger."""

import pytest

from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms
from tests.ledger.entries import SAMPLES, Reader
from tests.ledger.kept import texts

# PPOpenCL 4.2.2: lbm's layout is kept on AMD's CPUs and Tilera's, and changed on Intel's CPUs and
# Xeon Phi. 3.3.2: GPUs are always better off with a coalesced one.
LBM = {
    "amd-cpu": False,
    "tilera": False,
    "intel-cpu": True,
    "xeon-phi": True,
    "amd-gpu": True,
    "nvidia-gpu": True,
}


@pytest.mark.parametrize(("target", "changed"), LBM.items())
def test_lbm(target: str, changed: bool) -> None:
    assert texts("lbm")[target].changed == (("lbm.c", "lbm.cl") if changed else ())


# PPOpenCL 4.2.2: kmeans gets a continuous layout on all platforms but GPUs.
KMEANS = {
    "amd-cpu": True,
    "tilera": True,
    "sw26010": True,
    "intel-cpu": True,
    "xeon-phi": True,
    "amd-gpu": False,
    "nvidia-gpu": False,
}


@pytest.fixture(scope="module")
def by_distance():
    """What PPOpenCL's own rule changes of a sample for a target."""
    readers = {name: Reader(open_project([str(SAMPLES[name])], Choices())) for name in SAMPLES}

    def changed(name: str, target: str) -> tuple[str, ...]:
        return readers[name].compiled(target, transforms("layout{choose=distance}")).changed

    return changed


@pytest.mark.parametrize(("target", "changed"), LBM.items())
def test_lbm_by_distance(by_distance, target: str, changed: bool) -> None:
    assert tuple(by_distance("lbm", target)) == (("lbm.c", "lbm.cl") if changed else ())


@pytest.mark.parametrize(("target", "changed"), KMEANS.items())
def test_kmeans_by_distance(by_distance, target: str, changed: bool) -> None:
    assert tuple(by_distance("kmeans", target)) == (("kmeans.c", "kmeans.cl") if changed else ())
