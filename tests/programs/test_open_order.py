"""The graph and a run agree where C leaves open which operand of a call runs first."""

from pathlib import Path

import pytest

from tests.programs.orderly import start, variables

HOST = Path(__file__).resolve().parents[1] / "cases" / "verify" / "open_order" / "host.c"
WAYS = {
    "as arguments": "set(kernel, made(n), made(2 * n))",
    "as arguments, the other way": "set(kernel, made(2 * n), made(n))",
    "alike": "set(kernel, made(n), made(n))",
    "one after another": "cl_mem a = made(n), b = made(2 * n); set(kernel, a, b)",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_buffers_that_are_made_for_one_call(way: str, platform_of, tmp_path: Path) -> None:
    host = tmp_path / "program" / "host.c"
    host.parent.mkdir()
    host.write_text(f"#define MAKE {way}\n{HOST.read_text()}")
    build = "cc -g -std=gnu99 host.c -o host -lOpenCL"
    how = ("--platform", platform_of("pocl").name, "--target", "pocl-cpu", "--passes", "none")
    command = ("verify", host, *how, "--build", build, "--run", "./host 50")
    done = start(variables(tmp_path), *command)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "graph: has all that was seen" in done.stdout
