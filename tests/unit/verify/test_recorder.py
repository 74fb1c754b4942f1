"""What the recorder writes of small programs, on each platform."""

import shutil
import subprocess
from array import array
from collections.abc import Mapping
from pathlib import Path

import pytest

from ppcl.transform.manifest import Manifest
from ppcl.verify import oclgrind
from ppcl.verify.buffers import Buffers
from ppcl.verify.execute import execute
from ppcl.verify.log import Process
from ppcl.verify.platforms import environment, find_loader, find_platforms
from ppcl.verify.read_logs import read_logs
from ppcl.verify.recorder import Recording, build_recorder, recording
from ppcl.verify.sites import places_of

CASES = Path(__file__).resolve().parents[2] / "cases" / "verify"
WAYS, IMAGES = CASES / "ways.c", CASES / "images.c"
LOADER = find_loader()
PLATFORMS = {platform.name: platform for platform in find_platforms()}
SIMPLE = ("blocking", "no_event", "waited", "polled", "callback", "mapped", "rectangle", "threads")
pytestmark = pytest.mark.skipif(LOADER is None, reason="NO OPENCL HEADERS OR LOADER")


@pytest.fixture(scope="module", params=("pocl", "intel"))
def variables(request, tmp_path_factory) -> Mapping[str, str]:
    if request.param not in PLATFORMS:
        pytest.skip(f"NO PLATFORM {request.param}: nothing was recorded on it")
    return environment(PLATFORMS[request.param], LOADER, tmp_path_factory.mktemp("platform"))


@pytest.fixture(scope="module")
def program(variables, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("ways")
    build = f"cc -g -std=gnu11 -Wall -Werror {WAYS} -o ways -lOpenCL -lpthread"
    done = execute(build, folder, variables, timeout=60)
    assert done.status == 0, done.stderr
    return folder / "ways"


def record(
    program: Path, arguments: str, variables: Mapping[str, str], folder: Path, **more: str
) -> list[Process]:
    logs = folder / "logs"
    logs.mkdir()
    given = {**variables, **recording(build_recorder(folder), logs), **more}
    done = execute(f"./{program.name} {arguments}", program.parent, given, timeout=60)
    assert done.status == 0, done.stderr
    return read_logs(logs)


def numbers(process: Process) -> list[list[int]]:
    return [list(array("i", bytes(read.data))) for read in process.reads]


EXPECTED = [[100 * round_ + i for i in range(64)] for round_ in (1, 2)]


@pytest.mark.parametrize("mode", SIMPLE)
def test_bytes_are_those_at_completion(program, variables, mode, tmp_path) -> None:
    (process,) = record(program, mode, variables, tmp_path)
    assert numbers(process) == EXPECTED
    assert [launch.kernel for launch in process.launches] == ["number", "number"]
    assert process.notes == []


def test_the_order_of_the_queue_does_not_matter(program, variables, tmp_path) -> None:
    (process,) = record(program, "waited out-of-order", variables, tmp_path)
    assert numbers(process) == EXPECTED


@pytest.fixture(scope="module")
def images(variables, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("images")
    done = execute(f"cc -g -Wall -Werror {IMAGES} -o images -lOpenCL", folder, variables, 60)
    assert done.status == 0, done.stderr
    return folder / "images"


# What each mode's last read has from: the last command that wrote the image or buffer.
OF_IMAGES = {
    "blocking": "launch 2 of number at images.c:",
    "wide_rows": "launch 2 of number at images.c:",
    "mapped": "launch 2 of number at images.c:",
    "copied": "the host's copy",
    "to_buffer": "the host's copy",
    "from_buffer": "the host's copy",
    "written": "the host's write",
}


@pytest.mark.parametrize("mode", [*OF_IMAGES, "copied as-in-1.0"])
def test_images(images, variables, mode, tmp_path) -> None:
    (process,) = record(images, mode, variables, tmp_path)
    assert numbers(process) == EXPECTED
    assert process.notes == []
    sites = [read.site for read in process.reads] + [each.site for each in process.launches]
    buffers = Buffers(process, Manifest())
    written = buffers.written_by(process.reads[-1], places_of(sites))
    assert written.startswith(OF_IMAGES[mode.split()[0]])


def test_an_image_that_is_filled(images, variables, tmp_path) -> None:
    (process,) = record(images, "filled", variables, tmp_path)
    assert numbers(process) == [EXPECTED[0], [7] * 64, EXPECTED[1], [7] * 64]
    assert [upload.kind for upload in process.uploads] == ["fill", "fill"]


@pytest.mark.skipif(not shutil.which("c++"), reason="NO C++ COMPILER")
def test_threads_of_a_host_in_cplusplus(variables, tmp_path) -> None:
    build = f"c++ -g -std=c++11 {CASES / 'threads.cpp'} -o threads -lOpenCL -lpthread"
    assert execute(build, tmp_path, variables, timeout=60).status == 0
    (process,) = record(tmp_path / "threads", "", variables, tmp_path)
    found = sorted(numbers(process))
    assert found == [
        [1000 * (100 * thread + round_) + i for i in range(64)]
        for thread in range(4)
        for round_ in range(30)
    ]
    assert len({read.thread for read in process.reads}) == 4
    assert process.notes == []


def test_what_the_host_never_sees_is_not_recorded(program, variables, tmp_path) -> None:
    (process,) = record(program, "never_waited", variables, tmp_path)
    assert numbers(process) == EXPECTED


def test_each_process_has_a_log(program, variables, tmp_path) -> None:
    processes = record(program, "forked", variables, tmp_path)
    assert [numbers(process) for process in processes] == [EXPECTED, EXPECTED]
    assert processes[0].pid != processes[1].pid


def test_launches_show_sizes_and_arguments(program, variables, tmp_path) -> None:
    (process,) = record(program, "blocking", variables, tmp_path)
    launch = process.launches[1]
    assert (launch.global_size, launch.local_size, launch.offset) == ((64,), None, (0,))
    assert [(a.kind, a.number) for a in launch.arguments[:1]] == [("b", 1)]
    assert launch.arguments[1].integer == 2
    assert process.buffers[1].size == 256


def test_another_preloaded_library_stays(program, variables, tmp_path, monkeypatch) -> None:
    source = tmp_path / "other.c"
    seen = tmp_path / "seen"
    code = f'FILE *f = fopen("{seen}", "w"); if (f) fclose(f);'
    source.write_text(
        f"#include <stdio.h>\n__attribute__((constructor)) void f(void) {{ {code} }}\n"
    )
    library = tmp_path / "other.so"
    subprocess.run(["cc", "-shared", "-fPIC", source, "-o", library], check=True)
    build_recorder(tmp_path)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    (process,) = record(program, "blocking", variables, tmp_path)
    assert numbers(process) == EXPECTED
    assert seen.exists()


def test_a_log_has_a_limit(program, variables, tmp_path) -> None:
    (process,) = record(program, "blocking", variables, tmp_path, PPCL_RECORD_LIMIT="800")
    assert process.overflown
    assert len(process.reads) < 2


def test_kernel_times_alone(program, variables, tmp_path) -> None:
    (process,) = record(program, "blocking", variables, tmp_path, PPCL_RECORD_TIMES="1")
    assert process.reads == []
    assert [time.launch for time in process.times] == [each.sequence for each in process.launches]
    assert all(time.end > time.start for time in process.times)


@pytest.mark.skipif(not oclgrind.library(), reason="NO OCLGRIND")
def test_under_oclgrind(program, tmp_path) -> None:
    runtime = oclgrind.library()
    assert runtime is not None
    variables = oclgrind.variables(runtime, "oclgrind.log")
    logs = tmp_path / "logs"
    logs.mkdir()
    given = recording(build_recorder(tmp_path), logs)
    both = {**variables, **given, "LD_PRELOAD": f"{given['LD_PRELOAD']}:{runtime}"}
    assert execute("./ways waited", program.parent, both, timeout=60).status == 0
    (process,) = read_logs(logs)
    assert numbers(process) == EXPECTED


def test_the_program_sees_that_commands_took_longer(variables, tmp_path) -> None:
    build = f"cc -std=gnu11 -Wall -Werror {CASES / 'profiled.c'} -o profiled -lOpenCL"
    assert execute(build, tmp_path, variables, timeout=60).status == 0
    took = {}
    for clock in (1, 1_000_000):
        logs = tmp_path / f"logs-{clock}"
        logs.mkdir()
        given = recording(build_recorder(tmp_path), logs, Recording(clock=clock))
        done = execute("./profiled", tmp_path, {**variables, **given}, timeout=60)
        took[clock] = int(done.stdout)
    assert took[1_000_000] > 1000 * took[1] > 0
    assert took[1_000_000] % 1_000_000 == 0
