"""A program that can be built and run: the [build] and [run] tables of its ppcl.toml."""

import re
import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.execute import Completed, execute

BUILD_SECONDS = 120.0
RUN_SECONDS = 300.0


@dataclass(frozen=True)
class Recipe:
    """How a program is built, run at its usual and at a small size, and its result written.

    `output` are extra arguments, of which the last is the file (relative to the program's folder)
    that the raw result goes to; its elements are of C type `element`, and two results agree when
    no element differs by more than `tolerance`, relatively. Without `output` there is no such file.
    """

    name: str
    build: str
    run: str
    small: str
    output: tuple[str, ...] = ()
    element: str = "uchar"
    tolerance: float = 0.0


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
        )
        return _with_output(recipe, run) if "output" in run else recipe
    except OSError as error:
        raise _usage(f"cannot read {path}: {error.strerror}") from error
    except KeyError as error:
        raise _usage(f"{path}: key {error} of [build] and [run] is missing") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise _usage(f"{path}: {error}") from error


def _with_output(recipe: Recipe, run: Mapping[str, Any]) -> Recipe:
    output = tuple(map(str, run["output"]))
    element = str(run["element"])
    return replace(recipe, output=output, element=element, tolerance=_tolerance(run))


def build(recipe: Recipe, folder: Path, environment: Mapping[str, str]) -> None:
    """Builds the program in a folder. Raises PpclError (build or run failed) with the output."""
    _succeed(execute(recipe.build, folder, environment, BUILD_SECONDS), recipe.build)


def run(command: str, folder: Path, environment: Mapping[str, str]) -> Completed:
    """Runs a command of the recipe. Raises PpclError (build or run failed) if it fails."""
    return _succeed(execute(command, folder, environment, RUN_SECONDS), command)


def run_for_output(
    recipe: Recipe, command: str, folder: Path, environment: Mapping[str, str]
) -> tuple[Completed, bytes]:
    """Runs a command of the recipe and reads the raw result that it writes."""
    path = folder / recipe.output[-1]
    path.unlink(missing_ok=True)
    completed = run(f"{command} {shlex.join(recipe.output)}", folder, environment)
    result = path.read_bytes() if path.exists() else b""
    if not result:
        message = f"'{command}' wrote no result to {recipe.output[-1]}"
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
    return completed, result


def kernel_milliseconds(completed: Completed) -> float | None:
    """The time of the `kernel: 1.234 ms` line that a program may print, in milliseconds."""
    found = re.search(r"^kernel: ([0-9.]+) ms$", completed.stdout, re.MULTILINE)
    return float(found[1]) if found else None


def _succeed(completed: Completed, command: str) -> Completed:
    if completed.status == 0:
        return completed
    raise PpclError(
        f"'{command}' {completed.ending}: {completed.reason}",
        exit_code=ExitCode.BUILD_OR_RUN,
    )


def _tolerance(run: Mapping[str, Any]) -> float:
    value = float(run["tolerance"])
    if not value >= 0:
        raise ValueError("run.tolerance: expected a number that is not negative")
    return value


def _usage(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.USAGE)
