"""`ppcl graph` on md: PPOpenCL's Table 2, whatever the host's names, order, files and language."""

import json
import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.samples import COMMON, SAMPLES

MD = SAMPLES / "md"
Ppcl = Callable[..., subprocess.CompletedProcess[str]]
Files = dict[str, str]

# Table 2 with the sample's names: host object, kernel object, argument, direction.
TABLE = [("h_f", "d_f", 0, "read"), ("h_p", "d_p", 1, "write"), ("h_n", "d_n", 2, "write")]


def original() -> Files:
    return {"md.c": (MD / "md.c").read_text(), "md.cl": (MD / "md.cl").read_text()}


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def renamed() -> Files:
    """Every name of the host is another."""
    text = original()["md.c"]
    for name in ("h_f", "h_p", "h_n", "d_f", "d_p", "d_n", "nA", "nN", "kernel", "queue", "main_"):
        text = re.sub(rf"(?<!\.)\b{name}\b", f"other_{name}", text)
    return {**original(), "md.c": text.replace("other_kernel: %", "kernel: %")}


def reordered() -> Files:
    """Arguments are set last to first, after a launch that comes before; buffers come first."""
    files = original()
    lines = re.findall(r"    err \|?= ?clSetKernelArg.*\n", files["md.c"])
    assert len(lines) == 5
    block = "".join(lines)
    backwards = "".join(reversed(lines)).replace("err |=", "err  =", 1)
    files["md.c"] = replaced(files["md.c"], (block, backwards))
    return files


def split() -> Files:
    """The device's set-up stands in a second file, which gets everything by pointers."""
    files = original()
    start = files["md.c"].index("    err = clSetKernelArg")
    end = files["md.c"].index("    /* launches;")
    block = files["md.c"][start:end]
    call = "    set_arguments(kernel, &d_f, &d_p, &d_n, &nN, &nA);\n\n"
    declared = (
        "void set_arguments(cl_kernel kernel, cl_mem *d_f, cl_mem *d_p, cl_mem *d_n, int *nN,\n"
        "                   int *nA);\n"
    )
    body = re.sub(r"&(d_f|d_p|d_n|nN|nA)\b", r"\1", block).replace("    CHECK(err);\n", "")
    files["md.c"] = files["md.c"][:start] + call + files["md.c"][end:]
    files["md.c"] = replaced(files["md.c"], ("struct options {", f"{declared}\nstruct options {{"))
    files["arguments.c"] = (
        "#include <CL/cl.h>\n"
        + declared.rstrip(";\n")
        + "\n{\n    cl_int err;\n"
        + body
        + "    (void)err;\n}\n"
    )
    return files


def in_cplusplus() -> Files:
    """The same with casts, as C++."""
    text = re.sub(r"(\w+) \*(\w+) = (malloc|calloc)\(", r"\1 *\2 = (\1 *)\3(", original()["md.c"])
    return {"md.cpp": text, "md.cl": original()["md.cl"]}


def with_vectors() -> Files:
    """Host arrays are std::vectors."""
    text = in_cplusplus()["md.cpp"]
    for name, element, count in (("h_n", "int", "nA * nN"), ("h_f", "float", "nA")):
        text, found = re.subn(
            rf"    {element} \*{name} = .*;\n",
            f"    std::vector<{element}> {name}({count});\n",
            text,
        )
        assert found == 1
        text = text.replace(f", {name}, 0, NULL", f", {name}.data(), 0, NULL")
        text = replaced(text, (f"    free({name});\n", ""), (f" || !{name}", ""))
    text = replaced(
        text,
        ("largest_error(h_f,", "largest_error(h_f.data(),"),
        ("dump(opt.dump, h_f,", "dump(opt.dump, h_f.data(),"),
        ("#include <math.h>", "#include <math.h>\n#include <vector>"),
    )
    return {"md.cpp": text, "md.cl": original()["md.cl"]}


VARIANTS = {
    "original": original,
    "renamed": renamed,
    "reordered": reordered,
    "split": split,
    "c++": in_cplusplus,
    "vectors": with_vectors,
}


@pytest.fixture(scope="module")
def graph_of(
    ppcl: Ppcl, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], dict[str, object]]:
    """What `ppcl graph` says of a variant."""

    @cache
    def graph(variant: str) -> dict[str, object]:
        files, folder = VARIANTS[variant](), tmp_path_factory.mktemp("variant")
        for name, text in files.items():
            (folder / name).write_text(text)
        done = ppcl("graph", *sorted(files), "-I", COMMON, "--format", "json", cwd=folder)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return graph


@pytest.mark.parametrize("variant", VARIANTS)
def test_aliases_are_table_2(variant: str, graph_of: Callable[[str], dict[str, object]]) -> None:
    graph = graph_of(variant)
    prefix = "other_" if variant == "renamed" else ""
    rows = [(row["host"], row["buffer"], row["arg"], row["direction"]) for row in graph["aliases"]]
    assert sorted(rows, key=lambda row: row[2]) == [
        (prefix + host, prefix + buffer, argument, direction)
        for host, buffer, argument, direction in TABLE
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_scalars_are_bound_to_host_expressions(
    variant: str, graph_of: Callable[[str], dict[str, object]]
) -> None:
    graph = graph_of(variant)
    (launch,) = graph["launches"]
    prefix = "other_" if variant == "renamed" else ""
    scalars = {a["param"]: a["value"] for a in launch["args"] if a["kind"] == "scalar"}
    # Where the arguments are set, `nN` is a parameter: what it stands for is shown instead.
    passed_in = {"N": "opt.neighbours", "A": "opt.atoms"}
    assert scalars == (
        passed_in if variant == "split" else {"N": f"{prefix}nN", "A": f"{prefix}nA"}
    )
    assert [a["kind"] for a in launch["args"]] == ["buffer"] * 3 + ["scalar"] * 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_layout_changes_on_both_sides(variant: str, ppcl: Ppcl, tmp_path: Path) -> None:
    files = VARIANTS[variant]()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    done = ppcl("compile", *sorted(files), "-I", COMMON, "--target", "amd-cpu", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    added = [line for line in done.stdout.splitlines() if re.match(r"\+[^+]", line)]
    code = [line for line in added if "ppcl: " not in line]
    assert len(added) - len(code) == 3 - (variant == "vectors")  # copies by name alone are told
    assert len([line for line in code if "n_relayout" in line]) == 2
    assert len([line for line in code if "idx = n[tid*N + j]" in line]) == 1
    assert len(code) == 8, added  # the parameters stay below each other
