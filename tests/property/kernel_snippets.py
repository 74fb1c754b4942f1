"""Fixed text of generated kernels."""

FENCE = "barrier(CLK_LOCAL_MEM_FENCE);"
HEAD = """\
struct cell { uint a; float b; };
struct pair { uint first; uint second; };
__constant uint factors[4] = {3u, 5u, 7u, 11u};

uint mixed(uint value, uint times, uint plus)
{
    return value * times + plus;
}
"""
# Statements on `acc` alone.
SMALL: dict[str, list[str]] = {
    "vector": [
        "{",
        "uint4 v = (uint4)(acc, acc >> 1, acc >> 2, (uint)i);",
        "v = v.wzyx + v * 3u;",
        "acc = v.x ^ v.s1 ^ v.z ^ v.s3;",
        "}",
    ],
    "struct": [
        "{",
        "struct pair p = {acc, (uint)i};",
        "p.first += p.second * 3u;",
        "acc = p.first ^ p.second;",
        "}",
    ],
    "array": [
        "{",
        "uint a[4];",
        "for (int q = 0; q < 4; q++)",
        "a[q] = acc >> q;",
        "acc = a[acc & 3u] + a[3];",
        "}",
    ],
    "switch": [
        "switch (acc & 3u) {",
        "case 0:",
        "acc += 5u;",
        "break;",
        "case 1:",
        "acc ^= 9u;",
        "default:",
        "acc += 2u;",
        "}",
    ],
    "select": ["acc = acc > 100u ? acc - 100u : acc + 3u;"],
    "constant": ["acc += factors[acc & 3u] * factors[i & 3];"],
}
