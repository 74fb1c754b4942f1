"""The devices that a host asks for, held against a target's kind."""

import pytest

from ppcl.analysis.model.devices import ACCELERATOR, CPU, DEFAULT, GPU, DeviceRequest, only_others
from ppcl.ir.node import Origin
from ppcl.source import Span

HERE = Origin(Span("host.c", 0, 1))


@pytest.mark.parametrize(
    ("types", "kind", "wanted"),
    [
        ([GPU], "cpu", "GPUs"),
        ([CPU], "gpu", "CPUs"),
        ([GPU, GPU | ACCELERATOR], "cpu", "GPUs and accelerators"),
        ([ACCELERATOR], "gpu", ""),
        ([GPU, CPU], "cpu", ""),
        ([GPU, None], "cpu", ""),
        ([GPU | DEFAULT], "cpu", ""),
        ([0xFFFFFFFF], "gpu", ""),
        ([], "cpu", ""),
    ],
)
def test_what_never_gets_a_device(types: list[int | None], kind: str, wanted: str) -> None:
    requests = [DeviceRequest(each, HERE) for each in types]
    assert only_others(requests, kind) == wanted
