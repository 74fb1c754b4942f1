"""Builtins on edge values: our C against OpenCL runtimes, and under the sanitizers."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import builtin_cases
import pytest
from builtin_cases import Case, all_cases, apart, groups, values

from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment

HOST = Path(__file__).with_name("run_builtins.c")
HEADERS = Path(__file__).resolve().parents[2] / "templates" / "runtime" / "c"
CASES = [case for group in groups(all_cases()) for case in group]
INPUTS = builtin_cases.block(CASES)
RESULTS = sum(case.size for case in CASES)
Values = list[tuple[float, ...]]
RunC = Callable[[str, list[Case]], list[Values]]
SCALARS = [case for case in CASES if not any(type_[-1].isdigit() for type_ in case.types)]

# What runtimes have wrong, or the standard leaves open, by platform and C name without types.
ELSEWHERE = {
    "pocl": {
        "sin_float4": "0.013 for the sine of 1e-10 beside an infinity",
        "cos_float4": "as sin",
        "tan_float4": "as sin",
    },
    "intel": {
        "step_": "0 where an operand is NaN, for which x < edge is false",
        "normalize_": "NaN for infinite components (7.5.1 says otherwise)",
        "mad_sat_": "INT_MAX for 1 * 0 + -2",
        "convert_uint_sat_float": "UINT_MAX for NaN, which should be 0",
        "convert_uint_sat_rtz_float": "as without rtz",
    },
}


def _split(data: bytes, cases: list[Case] = CASES) -> list[Values]:
    found, at = [], 0
    for case in cases:
        found.append(values(case, data[at : at + case.size]))
        at += case.size
    return found


@pytest.fixture(scope="module")
def run_c(tmp_path_factory: pytest.TempPathFactory) -> RunC:
    """The results of our functions, built by a command line."""
    folder = tmp_path_factory.mktemp("ours")

    def run(command: str, cases: list[Case]) -> list[Values]:
        (folder / "program.c").write_text(builtin_cases.program(cases, INPUTS))
        if shutil.which(command.split(maxsplit=1)[0]) is None:
            pytest.skip(f"NO {command.split(maxsplit=1)[0]}: nothing was run")
        built = execute(f"{command} -I{HEADERS} program.c -o program -lm", folder, {}, timeout=120)
        assert built.status == 0, built.stderr
        done = subprocess.run(
            [folder / "program"], input=INPUTS.data, capture_output=True, timeout=60, check=False
        )
        assert done.stderr == b""
        assert done.returncode == 0
        return _split(done.stdout, cases)

    return run


@pytest.fixture(scope="module")
def ours(run_c: RunC) -> list[Values]:
    return run_c("gcc -std=gnu11 -O2 -Wno-psabi", CASES)


@pytest.mark.parametrize("name", ["pocl", "intel"])
def test_same_as_a_runtime(
    name: str,
    ours: list[Values],
    platform_of: Callable[[str], Platform],
    loader: Loader,
    tmp_path: Path,
) -> None:
    theirs = _on_a_runtime(platform_of(name), loader, tmp_path)
    differ = [
        f"{case.c_name}: {wrong}"
        for case, here, there in zip(CASES, ours, theirs, strict=True)
        if not any(case.c_name.startswith(f"ppcl_{known}") for known in ELSEWHERE[name])
        for wrong in [_difference(case, here, there)]
        if wrong
    ]
    assert differ == []


def _on_a_runtime(platform: Platform, loader: Loader, folder: Path) -> list[Values]:
    (folder / "kernels.cl").write_text(builtin_cases.kernels(CASES, INPUTS))
    (folder / "in").write_bytes(INPUTS.data)
    variables = environment(platform, loader, folder)
    built = execute(f"cc {HOST} -o run -lOpenCL", folder, variables, timeout=60)
    assert built.status == 0, built.stderr
    words = f"kernels.cl {len(groups(CASES))} {builtin_cases.COUNT} in out {RESULTS}"
    done = execute(f"./run {words}", folder, variables, timeout=300)
    assert done.status == 0, done.stderr
    return _split((folder / "out").read_bytes())


def _difference(case: Case, here: Values, there: Values) -> str:
    """The first difference, empty where there is none."""
    for one, other in zip(here, there, strict=True):
        if any(apart(case, *pair) for pair in zip(one, other, strict=True)):
            return f"{one} here, {other} there"
    return ""


@pytest.mark.parametrize(
    ("command", "cases"),
    [
        ("gcc -std=gnu11 -O1 -fsanitize=undefined,float-cast-overflow", SCALARS),
        ("g++ -x c++ -O3 -Wno-psabi -march=native", CASES),
        ("clang-15 -O2 -fsanitize=undefined", SCALARS[::4]),
    ],
    ids=["gcc with UBSan", "g++", "clang with UBSan"],
)
def test_same_with_other_compilers(
    command: str, cases: list[Case], ours: list[Values], run_c: RunC
) -> None:
    kept = {case.c_name for case in cases}
    first = [here for case, here in zip(CASES, ours, strict=True) if case.c_name in kept]
    differ = [
        f"{case.c_name}: {wrong}"
        for case, here, there in zip(cases, first, run_c(command, cases), strict=True)
        for wrong in [_difference(case, here, there)]
        if wrong
    ]
    assert differ == []
