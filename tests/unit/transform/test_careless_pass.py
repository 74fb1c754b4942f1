"""A pass that hoists every load, right or wrong: the engine alone takes back what is wrong."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.driver.compile import Compiled, compile_program
from ppcl.driver.sources.project import Choices, open_project
from tests.unit.transform.careless import Careless

ROOT = Path(__file__).resolve().parents[3]
HOST = (ROOT / "examples" / "third-party-pass" / "tests" / "host.c").read_text()
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
MANY = "for (int j = 0; j < 16; j++)"
ANY = "for (int j = 0; j < n; j++)"
LOAD = "s += w[k];"

# Where a load in front of the loop would run though none ran before.
MAY_NOT_RUN = {
    "the loop may not run": f"{ANY} {LOAD}",
    "nor by a guard of another number": f"if (k > 0) {{ {ANY} {LOAD} }}",
    "nor where a number is not zero": f"if (n) {{ {ANY} {LOAD} }}",
    "nor by a product": f"if (n * k > 0) {{ {ANY} {LOAD} }}",
    "nor by one or the other": f"if (n > 0 || k > 0) {{ {ANY} {LOAD} }}",
    "nor on the other side": f"if (n > 0) s = 1; else {{ {ANY} {LOAD} }}",
    "nor with what became of the number": f"if (n > 0) {{ n -= 1; {ANY} {LOAD} }}",
    "nor with what the head makes of it": f"if (n > 0) {{ for (int j = n--; j < n; j++) {LOAD} }}",
    "nor with half of it": f"if (n > 0) {{ for (int j = 0; j < n / 2; j++) {LOAD} }}",
    "nor with its lower bits": f"if (n > 0) {{ for (int j = 0; j < (uchar)n; j++) {LOAD} }}",
    "nor with what a narrow counter holds": (
        f"if (n < 10) {{ for (uchar j = n; j < 10; j++) {LOAD} }}"
    ),
    "nor where a negative number is a large one": f"if (n > 0u) {{ {ANY} {LOAD} }}",
    "nor by a variable that takes it for one": f"uint m = n; if (m > 0) {{ {ANY} {LOAD} }}",
    "nor by one that a switch sets": (
        "uint m; switch (k) { case 0: m = n; break; default: m = n; } "
        f"if (m > 0) {{ {ANY} {LOAD} }}"
    ),
    "nor by one that a pointer reads": (
        f"uint m = n; uint *p = &m; if (*p > 0) {{ {ANY} {LOAD} }}"
    ),
    "nor by an id that is compared with it": f"if (get_global_id(0) < n) {{ {ANY} {LOAD} }}",
    "nor for the lower half of a long": (
        f"long m = (long)n * n; if (m > 0) {{ for (int j = 0; j < (int)m; j++) {LOAD} }}"
    ),
    "nor downwards": f"if (n > 0) {{ for (int j = n; j > k; j--) {LOAD} }}",
    "nor in steps": f"if (n >= 1) {{ for (int j = 1; j < n; j += 2) {LOAD} }}",
    "nor from below zero to an unsigned bound": (
        f"for (int j = -1; j < get_local_size(0); j++) {LOAD}"
    ),
    "nor from an unsigned number less one": f"uint m = n; for (uint j = m - 1; j < m; j++) {LOAD}",
    "nor with another condition in the head": f"for (int j = 0; j < 16 && k > 0; j++) {LOAD}",
    "nor by what holds in it": f"{ANY} {{ if (n > 3) {LOAD} }}",
    "nor with what is set between": f"if (n > 0) {{ n = k; {ANY} {LOAD} }}",
    "nor for as many as a local id": f"for (int j = 0; j < get_local_id(0); j++) {LOAD}",
    "nor as a while": f"int j = 0; while (j < n) {{ {LOAD} j++; }}",
    "a loop in it may not": f"{MANY} for (int l = j; l < n; l++) {LOAD}",
    "a condition": f"{MANY} if (i > j) {LOAD}",
    "a choice": f"{MANY} s += i > j ? w[k] : 0.0f;",
    "an operand": f"{MANY} s += i > j && w[k] > 0.0f;",
    "an operand of the head": "for (int j = 0; j < n && w[k] > 0.0f; j++) s += 1.0f;",
    "the head's step": "for (int j = 0; j < n; j += (int)w[k]) s += 1.0f;",
    "a continue": f"{MANY} {{ if (i > j) continue; {LOAD} }}",
    "a break": f"{MANY} {{ if (i > j) break; {LOAD} }}",
    "a return": f"{MANY} {{ if (i > j) return; {LOAD} }}",
    "a return of an inner loop": (
        f"{MANY} {{ for (int l = 0; l < 4; l++) if (i > l) return; {LOAD} }}"
    ),
    "a continue in a switch": (
        f"{MANY} {{ switch (k) {{ case 0: continue; default: break; }} {LOAD} }}"
    ),
    "one that ran in another case": (
        f"switch (k) {{ case 0: s = w[k]; break; case 1: {ANY} {LOAD} break; }}"
    ),
    "one that falls into the case": (
        f"switch (k) {{ case 0: s = w[k]; case 1: {ANY} {LOAD} break; }}"
    ),
    "one in a switch in front": f"switch (k) {{ case 0: s = w[n]; break; }} {ANY} s += w[n];",
    "one under a condition in front": f"if (k > 0) s += w[n]; {ANY} s += w[n];",
}
# Where it would give another value.
OTHER_VALUE = {
    "a store": f"{MANY} {{ {LOAD} out[j] = s; }}",
    "a store by another pointer": f"__global float *q = out + 1; {MANY} {{ {LOAD} q[j] = s; }}",
    "a store of a vector": f"{MANY} {{ {LOAD} vstore4((float4)(s), 0, out); }}",
    "an atomic": f"{MANY} {{ {LOAD} atomic_inc((__global int *)out); }}",
    "a barrier": f"{MANY} {{ {LOAD} barrier(CLK_GLOBAL_MEM_FENCE); }}",
    "a fence": f"{MANY} {{ {LOAD} mem_fence(CLK_GLOBAL_MEM_FENCE); }}",
    "an index that is counted": "int j; for (j = 0; j < 16; j++) s += w[j];",
    "an index that is changed": f"{MANY} {{ {LOAD} k++; }}",
    "an index that is set in the head": "int m = n, j; for (j = 0, m = 2; j < 4; j++) s += w[m];",
    "an index that a pointer changes": f"int *p = &k; {MANY} {{ {LOAD} *p = j; }}",
    "a pointer that is changed": f"{MANY} {{ {LOAD} w++; }}",
    "another variable of that name": f"{MANY} {{ int k = j / 2; {LOAD} }}",
    "a private array": f"float p[4] = {{1, 2, 3, 4}}; {MANY} {{ s += p[0]; p[k & 3] = s; }}",
    "a private array by a pointer": (
        f"float p[4] = {{1, 2, 3, 4}}; float *q = p; {MANY} {{ s += p[0]; q[0] = s; }}"
    ),
    "local memory": (
        f"__local float t[64]; {MANY} {{ s += t[k]; t[i & 63] = s; barrier(CLK_LOCAL_MEM_FENCE); }}"
    ),
    "a macro of that name": f"\n#define k 0\n{MANY} {{\n#undef k\n{LOAD} }}",
}
# Where the text in front of the loop is no text of the language.
NO_TEXT = {
    "the body of an if": f"if (k > 0) {MANY} {LOAD}",
    "the body of an else": f"if (k > 0) s = 1; else {MANY} {LOAD}",
    "a pragma": f"\n#pragma unroll\n{MANY} {LOAD}",
    "an attribute": f"__attribute__((opencl_unroll_hint(2))) {MANY} {LOAD}",
    "a name of the loop": f"{MANY} s += x[j];",
}
Run = Callable[..., Compiled]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the pass on a kernel file and a host, and sees that nothing was changed."""

    def compiled(kernel: str, careless: Careless = Careless(), host: str = HOST) -> Compiled:  # noqa: B008
        texts = {"host.c": host, "kernel.cl": kernel}
        for name, text in texts.items():
            (tmp_path / name).write_text(text)
        sources = [str(tmp_path / name) for name in texts]
        found = compile_program(open_project(sources, Choices(target="pocl-cpu")), (careless,))
        assert {name: found.results[name].data.decode() for name in texts} == texts
        return found

    return compiled


def codes(compiled: Compiled) -> set[str]:
    return {remark.code for remark in compiled.remarks}


@pytest.mark.parametrize("body", [*MAY_NOT_RUN.values(), *OTHER_VALUE.values()])
def test_a_load_that_must_not_move(run: Run, body: str) -> None:
    assert "PPC022" in codes(run(KERNEL.replace("BODY", body)))


@pytest.mark.parametrize("body", NO_TEXT.values())
def test_a_text_that_is_none(run: Run, body: str) -> None:
    assert codes(run(KERNEL.replace("BODY", body))) == {"PPC002"}


@pytest.mark.parametrize(
    ("pointee", "type_"),
    [
        ("const int", "char"),
        ("const double", "float"),
        ("const uint", "int"),
        ("volatile float", ""),
    ],
)
def test_a_type_that_does_not_do(run: Run, pointee: str, type_: str) -> None:
    kernel = KERNEL.replace("const float *w", f"{pointee} *w").replace("BODY", f"{MANY} {LOAD}")
    assert codes(run(kernel, Careless(type_))) == {"PPC022"}


HELPER = (
    f"float sum(__global const float *w, int n, int k) {{ float s = 0; {ANY} {LOAD} return s; }}\n"
)


@pytest.mark.parametrize(
    "body",
    [
        "if (n > 0) s = sum(w, n, k); s += sum(w, i, k);",
        "s = sum(w, k, k); if (n > 0) s += sum(w, n, k);",
    ],
)
def test_a_function_that_one_call_of_two_guards(run: Run, body: str) -> None:
    assert codes(run(HELPER + KERNEL.replace("BODY", body))) == {"PPC022"}


def test_a_load_of_the_inner_loop_alone(run: Run) -> None:
    body = f"if (n > 0) {{ for (int l = 0; l < 4; l++) {{ {ANY} {LOAD} n--; }} }}"
    assert "PPC022" in codes(run(KERNEL.replace("BODY", body), Careless(inner=True)))


def built_with(options: str, ahead: str = "") -> str:
    """The host with other options for its kernel."""
    host = HOST.replace("static char", f"{ahead}static char", 1)
    said = f"char options[99];\n    {options}\n    if (clBuildProgram(program, 1, &device, options,"
    return host.replace('if (clBuildProgram(program, 1, &device, "",', said)


LENGTH = KERNEL.replace("BODY", f"for (int j = 0; j < LENGTH; j++) {LOAD}")
DEFAULT = "#ifndef LENGTH\n#define LENGTH 16\n#endif\n"


@pytest.mark.parametrize(
    ("kernel", "options", "code"),
    [
        (LENGTH, 'sprintf(options, "-DLENGTH=%d", n);', "PPC133"),
        (DEFAULT + LENGTH, 'sprintf(options, "-DLENGTH=%d", n);', "PPC110"),
        (DEFAULT + LENGTH, "strcpy(options, argv[1]);", "PPC110"),
    ],
)
def test_a_number_that_the_host_makes_while_it_runs(
    run: Run, kernel: str, options: str, code: str
) -> None:
    found = run(kernel, host=built_with(options, "#include <string.h>\n"))
    assert code in {remark.code for remark in found.remarks if remark.kind == "missed"}


def test_a_number_that_is_another_in_another_build(run: Run) -> None:
    options = 'sprintf(options, "-DLENGTH=%d", ROUNDS);'
    assert codes(run(LENGTH, host=built_with(options, "enum { ROUNDS = 16 };\n"))) == {"PPC013"}
