"""A host that launches `scale`, and the pass on any text of its kernel file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.testing import Choices, compile_program, open_project
from ppcl_hoist.hoist import Hoist

HOST = (Path(__file__).parent / "host.c").read_text()
KERNEL = """\
__kernel void scale(__global float *out, __global const float *w, __global const float *x, int n,
                    int k)
{
    int i = get_global_id(0);
    float s = 0.0f;
BODY
    out[i] = s;
}
"""
# The new text, and the codes and messages of this pass and of the engine.
Hoisted = tuple[str, list[tuple[str, str]]]


def kernel(body: str) -> str:
    """The kernel with these lines between its first and its last."""
    return KERNEL.replace("BODY", body.strip("\n"))


@pytest.fixture
def hoist(tmp_path: Path) -> Callable[..., Hoisted]:
    """Runs the pass on a text of the kernel file; nothing may be rolled back as a mistake."""
    (tmp_path / "host.c").write_text(HOST)
    sources = [str(tmp_path / name) for name in ("host.c", "kernel.cl")]

    def run(text: str, hoist: Hoist = Hoist()) -> Hoisted:  # noqa: B008
        (tmp_path / "kernel.cl").write_bytes(text.encode())
        compiled = compile_program(open_project(sources, Choices(target="pocl-cpu")), (hoist,))
        assert not compiled.defects, compiled.defects
        found = [(remark.code, remark.message) for remark in compiled.remarks]
        return compiled.results["kernel.cl"].data.decode(), found

    return run
