"""The C backend's runtime: the same hosts, built with it and for pocl, print the same."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from ppcl.emit import runtime_file
from ppcl.frontend import HEADERS
from ppcl.verify.execute import execute
from ppcl.verify.log import Launch, Process
from ppcl.verify.platforms import Loader, Platform, environment
from ppcl.verify.read_logs import read_logs
from ppcl.verify.recorder import build_recorder, recording
from tests.programs.c_runtime.builds import HERE, RUNTIME, build_host, compile_runtime

HOSTS = ["basics", "errors", "events", "images", "memory", "queries", "threads"]
# Hosts (with an argument: the part of them) that pocl does otherwise or not at all.
OWN = {
    "callbacks": "called: 1 0\nstill: 1\ncalled: 11\n",
    "errors here": "75 calls\n",
    "images here": """\
filled: 128 127 0 0 0 0 0 0 0 0 0 0 0 0 0 0
filled: 64 63 224 0 0 0 0 0 0 0 0 0 0 0 0 0
filled: 0 56 248 55 0 180 17 0 0 0 0 0 0 0 0 0
filled: 255 123 0 124 0 124 0 0 0 0 0 0 0 0 0 0
""",
    "newer": """\
-64: clCreateBufferWithProperties(context, unknown, 0, 64, NULL, &error)
-59: clCreatePipe(context, 0, 4, 4, NULL, &error)
sampler: 1 1
-30: clCreateSamplerWithProperties(context, unknown, &error)
-59: clGetHostTimer(the.device, &now)
-59: clCloneKernel(NULL, &error)
""",
    "texts": """\
notified: 0 []
notified: 0 []
notified: 0 [-w -I . -I/some/where -Werror]
notified: 0 [  -cl-fast-relaxed-math   -D WIDTH=4 -DWIDTH=4]
notified: 0 [-DWIDTH=3 -cl-fast-relaxed-math -DWIDTH=4]
notified: -11 [-DWIDTH=3 -cl-fast-relaxed-math -D DEPTH="a b"]
ppcl: kernels.cl is not compiled in for these options.
Wanted: -DDEPTH="a b" -DWIDTH=3
The nearest that is there has instead: -DWIDTH=4
Add it with: ppcl compile --emit c SOURCE... -o OUT -D 'DEPTH="a b"' -D WIDTH=3
notified: -11 [-Dpart=can't]
ppcl: kernels.cl is not compiled in for these options.
Wanted: -Dpart=can't
The nearest that is there has instead: nothing more
Add it with: ppcl compile --emit c SOURCE... -o OUT -D 'part=can'\\''t'
-43 [-D]
notified: -11 [-DWIDTH=4]
ppcl: no program with this text (871 bytes, hash b0016dcd9d598a5e) is compiled in.
The text has changed since, or ppcl has not seen it. There are: kernels.cl
Add it with: ppcl compile --emit c SOURCE... -o OUT -D WIDTH=4
""",
}
BUILDS = {
    "address": "cc -fsanitize=address,undefined",
    "thread": "cc -fsanitize=thread",
    "c99": "cc -std=c99 -pedantic -O1",
    "c++": "c++ -x c++ -std=c++11 -O1",
}

# What hosts that ask for a device that is not there are told.
NOTES = {"errors": "ppcl: no device of the type that is asked for: set PPCL_DEVICE_TYPE=gpu (or "}
NOTES["errors"] += "accelerator), and this one says that it is\n"

Object = Callable[[str], Path]
Program = Callable[[str, str], Path]
Printed = Callable[[str], str]


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Object:
    """The runtime, as an object file of each build."""
    folder = tmp_path_factory.mktemp("runtime")

    @cache
    def compiled(build: str) -> Path:
        made = folder / f"{build}.o"
        done = compile_runtime(BUILDS[build], made)
        assert (done.status, done.stderr) == (0, "")
        return made

    return compiled


@pytest.fixture(scope="module")
def program(runtime: Object, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A host with the runtime, both with a sanitizer."""
    folder = tmp_path_factory.mktemp("hosts")

    @cache
    def linked(host: str, sanitizer: str) -> Path:
        made = folder / f"{host}-{sanitizer}"
        sanitizing = BUILDS[sanitizer].removeprefix("cc ")
        flags = f"-I{HEADERS} {sanitizing} {runtime(sanitizer)} -lpthread"
        built = build_host(f"{host}.c", made, flags)
        assert (built.status, built.stderr) == (0, "")
        return made

    return linked


@pytest.fixture(scope="module")
def pocl(
    loader: Loader,
    platform_of: Callable[[str], Platform],
    tmp_path_factory: pytest.TempPathFactory,
) -> Mapping[str, str]:
    """Variables with which hosts are built for pocl and run on it."""
    return environment(platform_of("pocl"), loader, tmp_path_factory.mktemp("platform"))


@pytest.fixture(scope="module")
def on_pocl(pocl: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """What a host prints on pocl."""
    folder = tmp_path_factory.mktemp("pocl")

    @cache
    def printed(host: str) -> str:
        made = folder / host
        built = build_host(f"{host}.c", made, "-lOpenCL -lpthread", pocl)
        assert built.status == 0, built.stderr
        return execute(str(made), HERE, pocl, timeout=60).stdout

    return printed


@pytest.mark.parametrize("name", sorted(path.name for path in RUNTIME.glob("*.[ch]")))
def test_the_template_is_the_file(name: str) -> None:
    assert runtime_file(f"c/{name}") == (RUNTIME / name).read_bytes()
    assert (RUNTIME / name).read_bytes().count(b"\n") <= 400


@pytest.mark.parametrize("build", ["c99", "c++"])
def test_compilers_say_nothing_and_only_entry_points_are_seen(build: str, runtime: Object) -> None:
    made = runtime(build)
    symbols = execute(f"nm -g --defined-only {made}", HERE, {}, 10).stdout.splitlines()
    declared = b"".join(path.read_bytes() for path in (HEADERS / "CL").glob("*.h"))
    wanted = re.findall(rb"\b(cl[A-Z]\w*)\(", declared)
    assert {line.split()[-1] for line in symbols} == {name.decode() for name in wanted}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("sanitizer", ["address", "thread"])
def test_it_does_what_pocl_does(
    sanitizer: str, host: str, program: Program, on_pocl: Printed
) -> None:
    done = execute(str(program(host, sanitizer)), HERE, {"PPCL_THREADS": "3"}, timeout=60)
    assert (done.status, done.stderr) == (0, NOTES.get(host, ""))
    assert done.stdout == on_pocl(host)


def test_the_recorder_and_the_runtime_know_the_same_functions() -> None:
    recorder = "".join(path.read_text() for path in (RUNTIME.parent / "record").iterdir())
    runtime = "".join(path.read_text() for path in RUNTIME.glob("*.[ch]"))
    defined = re.findall(r"^(?:RELEASE\(|(?:cl_\w+|void) \*?)(cl[A-Z]\w*)", recorder, re.M)
    called = re.findall(r"\b(?:CALL|REAL)\((cl\w+)", recorder)
    assert set(re.findall(r"RT_RECORD\((cl\w+)", runtime)) == set(defined)
    assert set(re.findall(r"RT_ENTRY\((cl\w+)", runtime)) >= {*defined, *called}


@pytest.mark.parametrize("line", OWN)
def test_it_does_what_the_standard_says(line: str, program: Program) -> None:
    host, *arguments = line.split()
    command = [str(program(host, "address")), *arguments]
    done = execute(" ".join(command), HERE, {"PPCL_THREADS": "2"}, timeout=60)
    assert (done.status, done.stderr) == (0, NOTES.get(host, ""))
    assert done.stdout.endswith(OWN[line])


@pytest.mark.parametrize("threads", ["1", "2", "7"])
def test_any_number_of_threads_gives_the_same(
    threads: str, program: Program, on_pocl: Printed
) -> None:
    done = execute(str(program("basics", "thread")), HERE, {"PPCL_THREADS": threads}, timeout=60)
    assert (done.status, done.stdout) == (0, on_pocl("basics"))


def facts(launch: Launch) -> tuple[object, ...]:
    arguments = [(a.index, a.kind, a.number, a.data) for a in launch.arguments]
    return (launch.kernel, launch.global_size, launch.local_size, arguments)


def recorded(program: Path, folder: Path, variables: Mapping[str, str]) -> Process:
    logs = folder / "logs"
    logs.mkdir(parents=True)
    given = {**variables, **recording(build_recorder(folder), logs)}
    assert execute(str(program), HERE, given, timeout=60).status == 0
    (process,) = read_logs(logs)
    return process


@pytest.mark.parametrize("host", ["basics", "memory", "images", "events"])
def test_it_is_recorded_as_pocl_is(
    host: str, runtime: Object, pocl: Mapping[str, str], tmp_path: Path
) -> None:
    """The recorder is preloaded, but the program's own functions come before it."""
    made = runtime("c99")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    # libOpenCL is on the line, too: then the program's functions are seen by other libraries
    for program, more in ((ours, f"-I{HEADERS} {made} -lOpenCL -lpthread"), (theirs, "-lOpenCL")):
        built = build_host(f"{host}.c", program, f"{more} -lpthread", pocl)
        assert built.status == 0, built.stderr
    here = recorded(ours, tmp_path / "here", {})
    there = recorded(theirs, tmp_path / "there", pocl)
    assert here.notes == there.notes
    assert [facts(launch) for launch in here.launches] == [facts(x) for x in there.launches]
    assert [bytes(read.data) for read in here.reads] == [bytes(read.data) for read in there.reads]
    assert [(x.kind, x.buffer, x.hash) for x in here.uploads] == [
        (x.kind, x.buffer, x.hash) for x in there.uploads
    ]
    assert {site.module for site in (x.site for x in [*here.launches, *here.reads])} == {str(ours)}


def test_the_device_is_of_the_type_that_a_host_asks_for(program: Program) -> None:
    variables = {"PPCL_DEVICE_TYPE": "accelerator"}
    done = execute(str(program("errors", "address")), HERE, variables, timeout=60)
    assert done.stderr == ""
    first, _ = done.stdout.splitlines()
    assert first.startswith("0, not -1: clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR")


def test_a_sanitizer_sees_the_first_step_beyond_local_memory(program: Program) -> None:
    done = execute(str(program("overflow", "address")), HERE, {}, timeout=60)
    assert done.status != 0
    assert done.stdout == ""
    assert "heap-buffer-overflow" in done.stderr
    assert "in sum_group" in done.stderr


@pytest.mark.parametrize("sanitizer", ["address", "thread"])
def test_no_command_runs_before_what_it_waits_for(sanitizer: str, program: Program) -> None:
    done = execute(str(program("order", sanitizer)), HERE, {}, timeout=60)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == "7680 ran, 0 too early, 480 called\n"
