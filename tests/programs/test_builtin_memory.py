"""What builtins do to memory: loads and stores, copies, atomics, images."""

import re
import subprocess
from pathlib import Path

import pytest

from ppcl.backend.builtins import by_name, in_order

HEADERS = Path(__file__).resolve().parents[2] / "templates" / "runtime" / "c"
COMMANDS = [
    "gcc -Wall -Wextra -Werror -Wno-psabi -O1 -fsanitize=address,undefined",
    "g++ -x c++ -Wall -Wextra -Werror -Wno-psabi -O3 -fsanitize=undefined",
]

LOADS = """
    float data[13] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    float3 three = ppcl_vload3_ulong_pfloat(1, data);
    CHECK(three[0] == 3 && three[2] == 5);
    ppcl_vstore3_float3_ulong_pfloat(three, 0, data + 1);
    CHECK(data[0] == 0 && data[1] == 3 && data[3] == 5 && data[4] == 4);
    float4 four = ppcl_vload4_ulong_pfloat(2, data + 1); /* not aligned */
    CHECK(four[0] == 9 && four[3] == 12);
    half halves[8] = {0, 0, 0, 0, 0x3c00, 0x4000, 0x4200, 0x7777};
    float3 aligned = ppcl_vloada_half3_ulong_phalf(1, halves);
    CHECK(aligned[0] == 1 && aligned[1] == 2 && aligned[2] == 3);
    ppcl_vstorea_half3_float3_ulong_phalf(aligned, 0, halves);
    CHECK(halves[0] == 0x3c00 && halves[2] == 0x4200 && halves[3] == 0);
    ppcl_vstore_half3_float3_ulong_phalf(aligned, 1, halves);
    CHECK(halves[3] == 0x3c00 && halves[5] == 0x4200 && halves[6] == 0x4200);
"""
COPIES = """
    int from[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, to[4] = {0, 0, 0, 0};
    CHECK(ppcl_async_work_group_copy_pint_pint_ulong_int(to, from + 4, 4, 7) == 7);
    CHECK(to[0] == 4 && to[3] == 7);
    ppcl_async_work_group_gather_pint_pint_ulong_ulong_int(to, from, 4, 3, 0);
    CHECK(to[0] == 0 && to[1] == 3 && to[3] == 9);
    ppcl_async_work_group_scatter_pint_pint_ulong_ulong_event(from, to, 2, 5, 0);
    CHECK(from[5] == 3 && from[1] == 1);
"""
ATOMICS = """
    int i = 5;
    uint u = 5;
    ulong l = 5;
    float f = 1.5f;
    CHECK(ppcl_atomic_add_pint_int(&i, 3) == 5 && i == 8);
    CHECK(ppcl_atomic_sub_pint_int(&i, 10) == 8 && i == -2);
    CHECK(ppcl_atomic_min_pint_int(&i, -7) == -2 && i == -7);
    CHECK(ppcl_atomic_min_pint_int(&i, 0) == -7 && i == -7);
    CHECK(ppcl_atomic_max_pint_int(&i, 4) == -7 && i == 4);
    CHECK(ppcl_atomic_max_puint_uint(&u, 0xfffffff0u) == 5 && u == 0xfffffff0u);
    CHECK(ppcl_atomic_inc_puint(&u) == 0xfffffff0u && u == 0xfffffff1u);
    CHECK(ppcl_atomic_dec_pulong(&l) == 5 && l == 4);
    CHECK(ppcl_atomic_cmpxchg_pulong_ulong_ulong(&l, 3, 9) == 4 && l == 4);
    CHECK(ppcl_atomic_cmpxchg_pulong_ulong_ulong(&l, 4, 9) == 4 && l == 9);
    CHECK(ppcl_atomic_and_pint_int(&i, 6) == 4 && ppcl_atomic_or_pint_int(&i, 3) == 4 && i == 7);
    CHECK(ppcl_atomic_xor_pint_int(&i, 1) == 7 && ppcl_atomic_xchg_pint_int(&i, 2) == 6 && i == 2);
    CHECK(ppcl_atomic_xchg_pfloat_float(&f, 2.5f) == 1.5f && f == 2.5f);
    i = INT_MAX;
    CHECK(ppcl_atomic_inc_pint(&i) == INT_MAX && i == INT_MIN);
"""
IMAGES = """
    static const uint formats[][2] = { {0x10b5, 0x10d2}, {0x10b6, 0x10d0}, {0x10b7, 0x10d2},
        {0x10b5, 0x10d1}, {0x10b5, 0x10d3}, {0x10b5, 0x10dd}, {0x10b5, 0x10de}, {0x10b4, 0x10d4},
        {0x10b4, 0x10d5}, {0x10b4, 0x10d6}, {0x10b0, 0x10de}, {0x10b1, 0x10d2}, {0x10b3, 0x10de} };
    static uint memory[3 * 2 * 2 * 4];
    float4 color = {1.0f, 0.0f, 1.0f, 1.0f};
    for (uint k = 0; k < sizeof formats / sizeof *formats; k++) {
        struct ppcl_image image = {(char *)memory, 3, 2, 2, 48, 96, formats[k][0], formats[k][1],
                                   2, 1};
        int4 at = {2, 1, 1, 0}, outside = {3, 1, 1, 0}, layer = {2, 1, 9, 0};
        ppcl_write_imagef_image2darray_int4_float4(&image, at, color);
        ppcl_write_imagef_image2darray_int4_float4(&image, outside, color);
        float4 got = ppcl_read_imagef_image2darray_int4(&image, layer); /* the last one */
        int has_red = formats[k][0] != 0x10b1, has_blue = formats[k][0] >= 0x10b4;
        CHECK(got[0] == (has_red ? 1.0f : 0.0f) && got[1] == 0.0f && got[3] == 1.0f);
        CHECK(got[2] == (has_blue ? 1.0f : 0.0f));
    }
    struct ppcl_image numbers = {(char *)memory, 3, 1, 1, 48, 48, 0x10b2, 0x10d8, 1, 0};
    int4 value = {-40000, 5, 6, 7};
    ppcl_write_imagei_image1d_int_int4(&numbers, 1, value);
    int4 back = ppcl_read_imagei_image1d_int(&numbers, 1);
    CHECK(back[0] == -32768 && back[1] == 5 && back[2] == 0 && back[3] == 1);
    int4 border = ppcl_read_imagei_image1d_sampler_int(&numbers, 16 | 4, -1);
    CHECK(border[0] == 0 && border[3] == 1);
    numbers.channel_type = 0x10db;
    uint4 few = {70000, 1, 0, 0};
    ppcl_write_imageui_image1d_int_uint4(&numbers, 2, few);
    CHECK(ppcl_read_imageui_image1d_int(&numbers, 2)[0] == 65535);
    CHECK(ppcl_get_image_width_image1d(&numbers) == 3);
"""
# Bytes of colours are what conversions say (8.3.1.1), and whole numbers are themselves, saturated.
PIXELS = """
    static uchar bytes[16];
    struct ppcl_image image = {(char *)bytes, 2, 2, 1, 8, 16, 0x10b5, 0x10d2, 2, 0};
    int2 at = {1, 1};
    for (int k = -4000; k < 70000; k++) {
        float v = k < -3990 ? NAN : k < -3980 ? INFINITY : (float)k / 65536.0f;
        float4 color = {v, 0.5f / 255.0f, -v, 2.0f * v};
        ppcl_write_imagef_image2d_int2_float4(&image, at, color);
        for (int i = 0; i < 4; i++)
            CHECK(bytes[12 + i] == ppcl_convert_uchar_sat_rte_float(color[i] * 255.0f));
        float4 got = ppcl_read_imagef_image2d_sampler_int2(&image, 18, at);
        for (int i = 0; i < 4; i++)
            CHECK(got[i] == (float)bytes[12 + i] / 255.0f);
    }
    image.channel_type = 0x10d7;
    int4 value = {-200, 200, -7, 7};
    ppcl_write_imagei_image2d_int2_int4(&image, at, value);
    int4 back = ppcl_read_imagei_image2d_sampler_int2(&image, 18, at);
    CHECK(back[0] == -128 && back[1] == 127 && back[2] == -7 && back[3] == 7);
    int2 outside = {2, -1}, far = {2147483647, -2147483647};
    CHECK(ppcl_read_imagei_image2d_sampler_int2(&image, 20, outside)[3] == 0);
    CHECK(ppcl_read_imagei_image2d_sampler_int2(&image, 20, far)[0] == 0);
    outside[1] = 1;
    CHECK(ppcl_read_imagei_image2d_sampler_int2(&image, 18, outside)[0] == -128);
"""


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.split()[0])
@pytest.mark.parametrize(
    "body",
    [LOADS, COPIES, ATOMICS, IMAGES, PIXELS],
    ids=["loads", "copies", "atomics", "images", "pixels"],
)
def test_memory(body: str, command: str, tmp_path: Path) -> None:
    found = [by_name(name) for name in re.findall(r"ppcl_\w+(?=\()", body)]
    assert None not in found
    texts = "\n\n".join(one.text for one in in_order(one for one in found if one))
    check = "#define CHECK(what) if (!(what)) return __LINE__ - START"
    start = f'#include "ppcl_compiler.h"\n#include "ppcl_kernel.h"\n{texts}\n\n{check}\n'
    start += f"enum {{ START = {start.count(chr(10)) + 2} }};\nint main(void)\n{{"
    (tmp_path / "memory.c").write_text(f"{start}{body}    return 0;\n}}\n")
    words = [*command.split(), f"-I{HEADERS}", "memory.c", "-o", "memory", "-lm"]
    subprocess.run(words, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "memory"], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0, body.splitlines()[done.returncode - 2]
