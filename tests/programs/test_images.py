"""Images through samplers: our C against Intel's runtime (pocl 3.1 lacks most formats)."""

import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.backend.builtins import by_name, in_order
from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment

HOST = Path(__file__).with_name("run_images.c")
HEADERS = Path(__file__).resolve().parents[2] / "templates" / "runtime" / "c"
# Pixels' centres and what lies between and outside, none where runtimes round differently.
PLACES = [(x * 0.77 - 3.21, y * 0.63 - 2.37) for y in range(16) for x in range(16)]
TOLERANCE = 0.01  # of the range of a colour: weights may have 8 bits (8.2)

_KERNEL = """__kernel void sample(__read_only image2d_t image, sampler_t sampler,
                     __global const float2 *at, __global float4 *out, int scaled)
{
    size_t i = get_global_id(0);
    float2 place = scaled ? at[i] / (float2)(7, 5) : at[i];
    out[i] = read_imagef(image, sampler, place);
}
"""
_PROGRAM = """#include "ppcl_compiler.h"
#include "ppcl_kernel.h"
%s
int main(void)
{
    static const uint formats[][3] = { {0x10b5, 0x10d2, 4}, {0x10b0, 0x10de, 4},
        {0x10b5, 0x10d1, 8}, {0x10b6, 0x10d2, 4}, {0x10b2, 0x10d3, 4}, {0x10b5, 0x10dd, 8} };
    static const uint modes[] = {2, 4, 3, 7, 9};
    static float at[256][2];
    static uint memory[7 * 5 * 4];
    uchar *pixels = (uchar *)memory;
    for (uint i = 0; i < sizeof memory; i++)
        pixels[i] = (uchar)(i * 37 %% 60);
    if (fread(at, sizeof at, 1, stdin) != 1)
        return 1;
    for (int f = 0; f < 6; f++) {
        struct ppcl_image image = {(char *)memory, 7, 5, 1, 7 * formats[f][2], 35 * formats[f][2],
                                   formats[f][0], formats[f][1], 2, 0};
        for (uint filter = 16; filter <= 32; filter += 16)
            for (int mode = 0; mode < 5; mode++)
                for (int i = 0; i < 256; i++) {
                    int scaled = modes[mode] & 1;
                    float2 place = {at[i][0] / (scaled ? 7 : 1), at[i][1] / (scaled ? 5 : 1)};
                    float4 color = ppcl_read_imagef_image2d_sampler_float2(
                        &image, modes[mode] | filter, place);
                    fwrite(&color, sizeof color, 1, stdout);
                }
    }
    return 0;
}
"""


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    folder = tmp_path_factory.mktemp("images")
    found = by_name("ppcl_read_imagef_image2d_sampler_float2")
    assert found is not None
    texts = "\n\n".join(one.text for one in in_order([found]))
    (folder / "program.c").write_text(_PROGRAM % texts)
    command = f"gcc -O1 -fsanitize=address,undefined -I{HEADERS} program.c -o program -lm"
    built = execute(command, folder, {}, 60)
    assert built.status == 0, built.stderr
    done = subprocess.run([folder / "program"], input=_places(), capture_output=True, check=False)
    assert done.stderr == b""
    return list(struct.unpack(f"<{len(done.stdout) // 4}f", done.stdout))


def _places() -> bytes:
    return struct.pack("<512f", *(coordinate for place in PLACES for coordinate in place))


def test_same_as_a_runtime(
    ours: list[float],
    platform_of: Callable[[str], Platform],
    loader: Loader,
    tmp_path: Path,
) -> None:
    variables = environment(platform_of("intel"), loader, tmp_path)
    (tmp_path / "kernel.cl").write_text(_KERNEL)
    (tmp_path / "places").write_bytes(_places())
    built = execute(f"cc {HOST} -o run -lOpenCL", tmp_path, variables, 60)
    assert built.status == 0, built.stderr
    done = execute("./run kernel.cl places out", tmp_path, variables, 120)
    assert done.status == 0, done.stderr
    data = (tmp_path / "out").read_bytes()
    theirs = struct.unpack(f"<{len(data) // 4}f", data)
    formats = range(0, len(ours), 10240)
    scales = [max(map(abs, theirs[at : at + 10240])) for at in formats]
    differ = [
        (f"format {at // 10240}, sampler {at // 1024 % 10}, {PLACES[at // 4 % 256]}", one, other)
        for at, (one, other) in enumerate(zip(ours, theirs, strict=True))
        if abs(one - other) > TOLERANCE * scales[at // 10240]
    ]
    assert differ == []
