"""The C backend's runtime: the same hosts, built with it and for pocl, print the same."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from ppcl.emit import runtime_file
from ppcl.frontend import HEADERS
from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment
from tests.programs.c_runtime.builds import HERE, RUNTIME, build_host, compile_runtime

HOSTS = ["basics.c", "events.c", "memory.c"]
SANITIZERS = {"address": "-fsanitize=address,undefined", "thread": "-fsanitize=thread"}
COMPILERS = ["cc -std=c99 -pedantic -O2", "c++ -x c++ -std=c++11 -O2"]

Object = Callable[[str], Path]
Printed = Callable[[str], str]


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Object:
    """The runtime, compiled with a sanitizer."""
    folder = tmp_path_factory.mktemp("runtime")

    @cache
    def compiled(sanitizer: str) -> Path:
        made = folder / f"{sanitizer}.o"
        done = compile_runtime(f"cc {SANITIZERS[sanitizer]}", made)
        assert (done.status, done.stderr) == (0, "")
        return made

    return compiled


@pytest.fixture(scope="module")
def on_pocl(
    loader: Loader,
    platform_of: Callable[[str], Platform],
    tmp_path_factory: pytest.TempPathFactory,
) -> Printed:
    """What a host prints on pocl."""
    folder = tmp_path_factory.mktemp("pocl")
    variables = environment(platform_of("pocl"), loader, folder)

    @cache
    def printed(host: str) -> str:
        program = folder / Path(host).stem
        built = build_host(host, program, "-lOpenCL -lpthread", variables)
        assert built.status == 0, built.stderr
        return execute(str(program), HERE, variables, timeout=60).stdout

    return printed


@pytest.mark.parametrize("name", sorted(path.name for path in RUNTIME.iterdir()))
def test_the_template_is_the_file(name: str) -> None:
    assert runtime_file(f"c/{name}") == (RUNTIME / name).read_bytes()
    assert (RUNTIME / name).read_bytes().count(b"\n") <= 400


@pytest.mark.parametrize("compiler", COMPILERS)
def test_compilers_say_nothing_and_only_entry_points_are_seen(
    compiler: str, tmp_path: Path
) -> None:
    made = tmp_path / "ppcl.o"
    done = compile_runtime(compiler, made)
    assert (done.status, done.stderr) == (0, "")
    symbols = execute(f"nm -g --defined-only {made}", HERE, {}, 10).stdout.splitlines()
    names = [line.split()[-1] for line in symbols]
    assert len(names) > 50
    assert [name for name in names if not name.startswith("cl")] == []


@pytest.mark.parametrize("sanitizer", SANITIZERS)
@pytest.mark.parametrize("host", HOSTS)
def test_it_does_what_pocl_does(
    host: str, sanitizer: str, runtime: Object, on_pocl: Printed, tmp_path: Path
) -> None:
    program = tmp_path / "program"
    flags = f"-I{HEADERS} {SANITIZERS[sanitizer]} {runtime(sanitizer)} -lpthread"
    built = build_host(host, program, flags)
    assert (built.status, built.stderr) == (0, "")
    done = execute(str(program), HERE, {"PPCL_THREADS": "3"}, timeout=60)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == on_pocl(host)
