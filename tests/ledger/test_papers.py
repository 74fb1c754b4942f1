"""What papers say of programs that are samples too stands in the ledger."""

import pytest

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
