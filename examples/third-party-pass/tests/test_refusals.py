"""Twins of what is rewritten: the smallest change that makes it wrong, refused for that reason."""

from collections.abc import Callable

import pytest

from tests.conftest import Hoisted, kernel

LOOP = "    for (int j = 0; j < 16; j++)"
# What stands in the kernel, the code of the refusal, and words of its message.
TWINS = {
    "a load under a condition": (
        f"{LOOP}\n        if (x[j] > 1.0f)\n            s += w[k];",
        "HOIST51",
        "under a condition",
    ),
    "a load in a choice": (f"{LOOP}\n        s += x[j] > 1.0f ? w[k] : 0.0f;", "HOIST51", ""),
    "a load behind &&": (f"{LOOP}\n        s += x[j] > 1.0f && w[k] > 0.0f;", "HOIST51", ""),
    "a store": (f"{LOOP} {{\n        s += w[k];\n        out[j] = s;\n    }}", "HOIST30", "stores"),
    "an atomic": (
        f"{LOOP} {{\n        s += w[k];\n        atomic_inc((__global int *)out);\n    }}",
        "HOIST31",
        "atomic",
    ),
    "a barrier": (
        f"{LOOP} {{\n        s += w[k];\n        barrier(CLK_GLOBAL_MEM_FENCE);\n    }}",
        "HOIST32",
        "barrier",
    ),
    "a call": (
        f'{LOOP} {{\n        s += w[k];\n        printf("%d", j);\n    }}',
        "HOIST33",
        "does not know",
    ),
    "a continue in front": (
        f"{LOOP} {{\n        if (x[j] > 1.0f)\n            continue;\n        s += w[k];\n    }}",
        "HOIST52",
        "may end",
    ),
    "a break in front": (
        f"{LOOP} {{\n        if (x[j] > 1.0f)\n            break;\n        s += w[k];\n    }}",
        "HOIST52",
        "may end",
    ),
    "a loop that may not run": (
        "    for (int j = 0; j < n; j++)\n        s += w[k];",
        "HOIST53",
        "to run once",
    ),
    "a loop in it that may not run": (
        f"{LOOP} {{\n        for (int l = j; l < n; l++)\n            s += w[k];\n    }}",
        "HOIST53",
        "to run once",
    ),
    "a guard of another number": (
        "    if (k > 0) {\n        for (int j = 0; j < n; j++)\n            s += w[k];\n    }",
        "HOIST53",
        "to run once",
    ),
    "an index that the loop counts": (f"{LOOP}\n        s += w[j];", "HOIST41", "'j' is declared"),
    "an index that the loop changes": (
        f"{LOOP} {{\n        s += w[k];\n        k++;\n    }}",
        "HOIST40",
        "changes 'k'",
    ),
    "a pointer that the loop changes": (
        f"{LOOP} {{\n        s += w[k];\n        w += 1;\n    }}",
        "HOIST40",
        "changes 'w'",
    ),
    "an index that a pointer may change": (
        f"    int *p = &k;\n{LOOP}\n        s += w[k] + *p;",
        "HOIST42",
        "address of 'k'",
    ),
    "a name that is another one in an inner scope": (
        f"{LOOP} {{\n        int k = j / 2;\n        s += w[k];\n    }}",
        "HOIST41",
        "'k' is declared",
    ),
    "a loop on another statement's line": (
        "    s = 1.0f; for (int j = 0; j < 16; j++)\n        s += w[k];",
        "HOIST23",
        "begins the line",
    ),
    "a loop that is the body of an if": (
        "    if (k > 0)\n        for (int j = 0; j < 16; j++)\n            s += w[k];",
        "HOIST22",
        "no braces",
    ),
    "a do-while": (
        "    int j = 0;\n    do\n        s += w[k];\n    while (++j < 16);",
        "HOIST20",
        "do-while",
    ),
    "a while": (
        "    int j = 0;\n    while (j++ < 16)\n        s += w[k];",
        "HOIST21",
        "no counter",
    ),
    "a load in the loop's condition": (
        "    for (int j = 0; j < w[k]; j++)\n        s += x[j];",
        "HOIST50",
        "in the head",
    ),
    "an index that is loaded": (
        f"{LOOP}\n        s += x[(int)w[j]];",
        "HOIST16",
        "more than numbers",
    ),
    "a load on two lines": (
        f"{LOOP}\n        s += w[k +\n               1];",
        "HOIST17",
        "one line",
    ),
    "a pragma of the loop": (f"#pragma unroll\n{LOOP}\n        s += w[k];", "HOIST24", "directive"),
    "a branch that another build has": (
        f"{LOOP} {{\n        s += w[k];\n#ifdef TRACE\n        out[j] = s;\n#endif\n    }}",
        "HOIST24",
        "directive",
    ),
    "an index of a macro": (f"#define LAST 7\n{LOOP}\n        s += w[LAST];", "HOIST13", "macro"),
    "a load that a macro gets": (
        f"#define TWICE(v) ((v) + (v))\n{LOOP}\n        s += TWICE(w[k]);",
        "HOIST13",
        "macro",
    ),
}


@pytest.mark.parametrize("name", TWINS)
def test_a_twin_is_refused(hoist: Callable[..., Hoisted], name: str) -> None:
    body, code, said = TWINS[name]
    text, remarks = hoist(kernel(body))
    assert text == kernel(body)
    assert any(found == code and said in message for found, message in remarks), remarks
    assert not [found for found, _ in remarks if found.startswith("PPC0")], remarks


SUM = f"{LOOP}\n        s += w[k];"
OTHER_TYPES = {
    "a volatile pointer": ("__global const float *w", "__global volatile float *w", "HOIST14"),
    "a type of the program's own": ("__global const float *w", "__global const real *w", "HOIST15"),
    "an enumeration": ("__global const float *w", "__global const enum level *w", "HOIST15"),
}


@pytest.mark.parametrize("name", OTHER_TYPES)
def test_a_type_that_refuses(hoist: Callable[..., Hoisted], name: str) -> None:
    old, new, code = OTHER_TYPES[name]
    own = "typedef float real;\nenum level { LOW, HIGH };\n"
    before = own + kernel(SUM).replace(old, new)
    text, remarks = hoist(before)
    assert text == before
    assert code in [found for found, _ in remarks], remarks


def test_a_loop_in_a_helper_function(hoist: Callable[..., Hoisted]) -> None:
    helper = "float sum(__global const float *w, int k)\n{\n    float s = 0.0f;\n"
    before = f"{helper}{SUM}\n    return s;\n}}\n" + kernel("    s = sum(w, k);")
    text, remarks = hoist(before)
    assert text == before
    assert "HOIST10" in [code for code, _ in remarks], remarks


@pytest.mark.parametrize("mark", ["{}  // ppcl: keep", "    // ppcl: keep\n{}"])
def test_a_line_that_is_to_be_kept(hoist: Callable[..., Hoisted], mark: str) -> None:
    first, second = SUM.split("\n")
    before = kernel(f"{first}\n{mark.format(second)}")
    text, remarks = hoist(before)
    assert text == before
    assert "HOIST1" not in [code for code, _ in remarks], remarks


def test_a_component_of_a_vector(hoist: Callable[..., Hoisted]) -> None:
    before = kernel(SUM.replace("w[k]", "w[k].x")).replace("const float *w", "const float4 *w")
    text, remarks = hoist(before)
    assert text == before
    assert "HOIST18" in [code for code, _ in remarks], remarks
