"""A manifest that is written and read again is the same; what is none says why."""

import json

import pytest

from ppcl.transform.checks.passed import Scalar
from ppcl.transform.checks.renamed import NewName
from ppcl.transform.checks.transposed import Layout
from ppcl.transform.manifest import KernelEntry, Manifest, Parameter
from ppcl.transform.manifest_data import manifest_from, manifest_json

PARAMETER = Parameter("t", 0, True, "float32", False, ("d_t", "d_u"))
MANIFEST = Manifest(
    (KernelEntry("sum", (PARAMETER,)), KernelEntry("none", ())),
    (NewName("sum", "sum2"), Layout("sum", 0, 4, "n", None), Scalar("sum", 1, 0)),
)


def test_what_is_written_is_read_again() -> None:
    written = json.loads(json.dumps(manifest_json(MANIFEST)))
    assert manifest_from(written) == MANIFEST
    assert [change["kind"] for change in written["changes"]] == ["renamed", "transposed", "passed"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([{"kind": "fused", "kernel": "sum"}], "kind 'fused' is not known; known: renamed, transp"),
        ([{"kernel": "sum"}], "kind 'None' is not known"),
        (["renamed"], "kind 'None' is not known"),
        ([{"kind": ["renamed"]}], "is not known"),
        ([{"kind": "renamed", "kernel": "sum"}], "expected kernel, new_name"),
        ([{"kind": "renamed", "kernel": "sum", "new_name": 3}], "'new_name' cannot be 3"),
        ([{"kind": "passed", "kernel": "k", "index": None, "layout": 0}], "'index' cannot be None"),
        ({}, "has no list 'changes'"),
    ],
)
def test_what_is_no_manifest_says_why(changes: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        manifest_from({"kernels": [], "changes": changes})


@pytest.mark.parametrize("kernels", [[3], [{"name": "k"}], [{"parameters": [{"name": "t"}]}], None])
def test_what_are_no_kernels(kernels: object) -> None:
    with pytest.raises(ValueError, match="expected|no list"):
        manifest_from({"kernels": kernels, "changes": []})
