"""Loops that launch a kernel in each round, with arguments that a table lists for the round."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import BranchNode, EventNode, LaunchEvent, LoopNode
from tests.unit.analysis.sources import HEAD, analysed
from tests.unit.analysis.standard import headers

KERNELS = """
__kernel void one(__global float *a, int n) { a[get_global_id(0)] = n; }
__kernel void two(__global float *a, __global float *b, int n) { b[get_global_id(0)] = a[n]; }
"""
TABLES = """
struct stage { const char *name; int count; int slots[3]; cl_kernel kernel; };
static const int slots[2][3] = {{0, -1, -1}, {0, 1, -1}};
static const int counts[2] = {1, 2};
static cl_mem mem[2];
static cl_kernel op[2];
static struct stage stages[2] = {{"one", 1, {0, 0, 0}, 0}, {"two", 2, {0, 1, 0}, 0}};
static int put(cl_kernel kernel, const int *which, cl_mem *mem)
{
    int i;
    for (i = 0; which[i] >= 0; i++)
        clSetKernelArg(kernel, i, sizeof(cl_mem), &mem[which[i]]);
    return i;
}
static void launch(cl_kernel kernel)
{
    size_t size = 64;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
}
"""
MAKE = """
    cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, NULL);
    int n = 5, i;
    for (i = 0; i < 2; i++)
        mem[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    op[0] = clCreateKernel(program, "one", NULL);
    op[1] = clCreateKernel(program, "two", NULL);
    stages[0].kernel = op[0];
    stages[1].kernel = op[1];
"""


def launches(
    nodes: Sequence[EventNode], inside: bool = False
) -> Iterator[tuple[LaunchEvent, bool]]:
    """All launches, each with whether it stands in a loop."""
    for node in nodes:
        match node:
            case LaunchEvent():
                yield node, inside
            case LoopNode(body=body):
                yield from launches(body, True)
            case BranchNode(then=then, otherwise=otherwise):
                yield from launches((*then, *otherwise), inside)


def host(root: Path, loop: str, name: str = "host.c") -> Facts:
    """The facts of a program with a loop."""
    library = headers(loop) if name.endswith("cpp") else ""
    main = f"int main(int argc, char **argv)\n{{\n{MAKE}\n{loop}\nreturn n;\n}}\n"
    return analysed(root, {name: f"{library}{HEAD}{TABLES}{main}", "k.cl": KERNELS})


def told(facts: Facts) -> list[str]:
    """The launches with what their arguments are; "loop" in front where all rounds are one."""
    found = []
    for node, inside in launches(facts.host.tree):
        given = (a.value or "/".join(b.name for b in a.buffers) or a.kind for a in node.arguments)
        found.append(f"{'loop ' if inside else ''}{node.kernel} {' '.join(map(str, given))}")
    return found


EACH = ["one mem[0] 5", "two mem[0] mem[1] 5"]
ROUNDS = "for (int k = 0; k < 2; k++) {"
SETS = "clSetKernelArg(op[k], i, sizeof(cl_mem), &mem[slots[k][i]]);"
REST = "clSetKernelArg(op[k], i, sizeof n, &n); launch(op[k]);"


@pytest.mark.parametrize(
    "loop",
    [
        f"{ROUNDS} for (i = 0; slots[k][i] >= 0; i++) {SETS} {REST} }}",
        f"{ROUNDS} i = 0; while (slots[k][i] >= 0) {{ {SETS} i++; }} {REST} }}",
        f"{ROUNDS} for (i = 0; i < counts[k]; i++) {SETS} {REST} }}",
        f"{ROUNDS} const int *s = slots[k]; for (i = 0; s[i] >= 0; i++) {SETS}{REST} }}",
        f"int k = 0; while (k < 2) {{ for (i = 0; i < counts[k]; i++) {SETS} {REST} k++; }}",
        f"{ROUNDS} i = put(op[k], slots[k], mem); {REST} }}",
        "for (int k = 0; k < 2; k++) { for (i = 0; i < counts[k]; i++)"
        "clSetKernelArg(op[k], i, sizeof(cl_mem), &mem[i]);"
        "clSetKernelArg(op[k], counts[k], sizeof n, &n); launch(op[k]); }",
    ],
)
def test_each_round_has_its_own_arguments(loop: str, tmp_path: Path) -> None:
    facts = host(tmp_path, loop)
    assert facts.host.complete, facts.host.remarks
    assert told(facts) == EACH


@pytest.mark.parametrize(
    "loop",
    [
        "for (auto &s : stages) { for (i = 0; i < s.count; i++)"
        "clSetKernelArg(s.kernel, i, sizeof(cl_mem), &mem[s.slots[i]]);"
        "clSetKernelArg(s.kernel, i, sizeof n, &n); launch(s.kernel); }",
        "struct Step { cl_kernel kernel; std::vector<cl_mem> given; };"
        "Step steps[] = {{op[0], {mem[0]}}, {op[1], {mem[0], mem[1]}}};"
        "for (const auto &[kernel, given] : steps) { i = 0; for (const cl_mem &m : given)"
        "clSetKernelArg(kernel, i++, sizeof m, &m);"
        "clSetKernelArg(kernel, i, sizeof n, &n); launch(kernel); }",
    ],
)
def test_each_element_has_its_own_arguments(loop: str, tmp_path: Path) -> None:
    facts = host(tmp_path, loop, "host.cpp")
    assert facts.host.complete, facts.host.remarks
    assert told(facts) == EACH


PLAIN = "clSetKernelArg(op[0], 0, sizeof(cl_mem), mem); clSetKernelArg(op[0], 1, sizeof n, &n);"


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        (f"for (int t = 0; t < 3; t++) {{ {PLAIN} launch(op[0]); }}", ["loop one mem[0] 5"]),
        ("for (int t = 0; t < 2; t++) { clSetKernelArg(op[0], 0, sizeof(cl_mem), &mem[t]);"
         "clSetKernelArg(op[0], 1, sizeof n, &n); launch(op[0]); }",
         ["loop one mem[0]/mem[1] 5"]),
        ("clSetKernelArg(op[0], 1, sizeof n, &n);"
         "for (int t = 0; t < 2; t++) for (i = 0; i < counts[t]; i++) {"
         "clSetKernelArg(op[0], 0, sizeof(cl_mem), &mem[i]); launch(op[0]); }",
         ["loop one mem[0]/mem[1] 5"]),
        (f"{PLAIN} for (int t = 0; t < 3; t++) {{ for (i = 0; i < counts[t & 1]; i++) n += 1;"
         "launch(op[0]); }", ["loop one mem[0] 5"]),
        ("for (int k = 0; k < 2; k++) { clSetKernelArg(op[k], 0, sizeof(cl_mem), &mem[0]);"
         "clSetKernelArg(op[k], 1, sizeof(cl_mem), &mem[1]);"
         "clSetKernelArg(op[k], 2, sizeof n, &n); launch(op[k]); }",
         ["loop one mem[0] unknown argument 2", "loop two mem[0] mem[1] argument 2"]),
        (f"{PLAIN} for (int t = 0; t < argc; t++) {{ for (i = 0; i < counts[t & 1]; i++)"
         "clSetKernelArg(op[0], 0, sizeof(cl_mem), &mem[i]); launch(op[0]); }",
         ["loop one mem[0]/mem[1] 5"]),
    ],
)  # fmt: skip
def test_rounds_that_are_alike_stay_one_loop(
    loop: str, expected: list[str], tmp_path: Path
) -> None:
    facts = host(tmp_path, loop)
    assert facts.host.complete, facts.host.remarks
    assert told(facts) == expected


def test_many_rounds_stay_one_loop(tmp_path: Path) -> None:
    loop = f"for (int t = 0; t < 9; t++) {{ int k = t & 1; for (i = 0; i < counts[k]; i++) {SETS}"
    assert all(each.startswith("loop") for each in told(host(tmp_path, f"{loop} {REST} }}")))


@pytest.mark.parametrize(
    ("leave", "expected"),
    [
        ("if (k == 0) break;", EACH[:1]),
        ("if (k == 0) continue;", EACH),
        ("if (k == 0) n = 6;", ["one mem[0] 5", "two mem[0] mem[1] 6"]),
        ("if (k == 0) mem[0] = mem[1];", ["one mem[0] 5", "two mem[1] mem[1] 5"]),
        ("if (k == 0) return 0;", EACH[:1]),
        ("if (k == 0) op[1] = op[0];", ["one mem[0] 5", "one mem[0] unknown 5"]),
    ],
)
def test_what_a_round_changes_holds_for_the_next(
    leave: str, expected: list[str], tmp_path: Path
) -> None:
    loop = f"{ROUNDS} for (i = 0; slots[k][i] >= 0; i++) {SETS} {REST} {leave} }}"
    assert told(host(tmp_path, loop)) == expected
