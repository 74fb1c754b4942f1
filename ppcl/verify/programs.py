"""A program that can be built and run: the [build] and [run] tables of its ppcl.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.execute import execute
from ppcl.verify.values import Tolerance, read_tolerances

BUILD_SECONDS = 120.0
RUN_SECONDS = 300.0


@dataclass(frozen=True)
class Recipe:
    """How a program is built, run at its usual and at a small size, and its result written.

    `output` are extra arguments, of which the last is the file (relative to the program's folder)
    that the raw result goes to; its elements are of C type `element`, and two results agree when
    no element differs by more than `tolerance`, relatively. Without `output` there is no such file.
    `tolerances` are for what is read or mapped, by type, where they are not the usual ones.
    `also` are other command lines (other sizes, say) by which nothing that is tuned may be slower.
    `build_c` builds it with its kernels as C, where that takes more than flags after `build`.
    """

    name: str
    build: str
    run: str
    small: str
    output: tuple[str, ...] = ()
    element: str = "uchar"
    tolerance: float = 0.0
    build_c: str | None = None
    tolerances: Mapping[str, Tolerance] = field(default_factory=dict)
    also: tuple[str, ...] = ()


def read_recipe(folder: Path) -> Recipe:
    """The recipe in a folder's ppcl.toml. Raises PpclError (usage) if a part is missing."""
    path = folder / "ppcl.toml"
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
        build, run = tables["build"], tables["run"]
        recipe = Recipe(
            name=str(tables.get("program", {}).get("name", folder.name)),
            build=str(build["command"]),
            run=str(run["command"]),
            small=str(run.get("small", run["command"])),
            build_c=str(build["c"]) if "c" in build else None,
            tolerances=read_tolerances(dict(run.get("tolerances", {}))),
            also=_commands(run.get("also", [])),
        )
        return _with_output(recipe, run) if "output" in run else recipe
    except OSError as error:
        raise _usage(f"cannot read {path}: {error.strerror}") from error
    except KeyError as error:
        raise _usage(f"{path}: key {error} of [build] and [run] is missing") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise _usage(f"{path}: {error}") from error


def _commands(given: object) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise ValueError("run.also: expected a list of command lines")
    return tuple(given)


def _with_output(recipe: Recipe, run: Mapping[str, Any]) -> Recipe:
    output = tuple(map(str, run["output"]))
    element = str(run["element"])
    return replace(recipe, output=output, element=element, tolerance=_tolerance(run))


def build(command: str, folder: Path, environment: Mapping[str, str]) -> None:
    """Builds a program in a folder. Raises PpclError (build or run failed) with the reason."""
    completed = execute(command, folder, environment, BUILD_SECONDS)
    if completed.status != 0:
        message = f"'{command}' {completed.ending}: {completed.reason}"
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)


def _tolerance(run: Mapping[str, Any]) -> float:
    value = float(run["tolerance"])
    if not value >= 0:
        raise ValueError("run.tolerance: expected a number that is not negative")
    return value


def _usage(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.USAGE)
