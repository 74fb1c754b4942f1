"""Spoils the sources of programs and looks how ppcl takes it: `make fuzz-sources`.

Programs are the samples and the cases of habits, or folders given by name. Input number K of a
seed is always the same: `--seed S --only K` runs it again and keeps it.
"""

import argparse
import multiprocessing
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from random import Random

from habit_cases import COMMON, Habit, read_habits
from mutations import mutated
from spoilt import Verdict, judged, warm_up

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
COMMON_HEADERS = SAMPLES / "common"
SUFFIXES = (".c", ".cc", ".cpp", ".cxx", ".cl", ".h", ".hpp")
PROCESSES = 2


@dataclass(frozen=True)
class Program:
    """Files by name, and those among them that ppcl is given; `kept` are not spoilt."""

    name: str
    files: dict[str, bytes]
    sources: tuple[str, ...]
    kept: dict[str, bytes] = field(default_factory=dict)


def of_folder(folder: Path) -> Program:
    """The sources and headers in a folder."""
    paths = sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)
    files = {path.name: path.read_bytes() for path in paths}
    sources = tuple(name for name in files if not name.endswith((".h", ".hpp")))
    return Program(folder.name, files, sources)


def of_samples() -> Iterator[Program]:
    """The samples, with the headers that they share."""
    shared = of_folder(COMMON_HEADERS).files
    for path in sorted(SAMPLES.glob("*/ppcl.toml")):
        yield replace(of_folder(path.parent), kept=shared)


def of_habit(habit: Habit) -> Program:
    """A case's own files and those that it shares."""
    files = {path.name: path.read_bytes() for path in COMMON.iterdir()}
    files |= {name: text.encode() for name, text in habit.files}
    return Program(habit.name, files, habit.sources)


@cache
def programs(folders: tuple[Path, ...]) -> tuple[Program, ...]:
    """Those in the folders, or the samples and habits."""
    if folders:
        return tuple(program for program in map(of_folder, folders) if program.sources)
    return (*of_samples(), *map(of_habit, read_habits()))


def spoil(seed: int, number: int, folders: tuple[Path, ...]) -> tuple[Program, list[str]]:
    """Input `number` of a seed, and what was done to which program."""
    random = Random(f"{seed}/{number}")
    program = random.choice(programs(folders))
    files, done = mutated(random, program.files)
    return replace(program, files=files), done


def check(seed: int, folders: tuple[Path, ...], keep: Path | None, number: int) -> Verdict:
    """How ppcl does on an input; the input is kept where something is wrong."""
    program, done = spoil(seed, number, folders)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "program"
        folder.mkdir()
        verdict = judged({**program.kept, **program.files}, program.sources, folder)
        if verdict.problems and keep is not None:
            shutil.copytree(folder, keep / f"{seed}-{number}", dirs_exist_ok=True)
    head = f"--seed {seed} --only {number} ({program.name}: {'; '.join(done)})"
    return replace(verdict, problems=tuple(f"{head}: {p}" for p in verdict.problems))


def check_all(
    seed: int, numbers: Sequence[int], folders: tuple[Path, ...] = (), keep: Path | None = None
) -> Iterator[Verdict]:
    """How ppcl does on inputs by their numbers, one after the other."""
    fresh = multiprocessing.get_context("spawn")
    how = {"mp_context": fresh, "initializer": warm_up, "initargs": (COMMON,)}
    with ProcessPoolExecutor(PROCESSES, **how) as pool:
        yield from pool.map(partial(check, seed, folders, keep), numbers)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", nargs="*", type=Path, help="programs to spoil")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--only", type=int, metavar="K", help="run input K alone")
    parser.add_argument("--keep", type=Path, help="folder for inputs that show a problem")
    given = parser.parse_args()
    one = given.only is not None
    numbers = range(given.only, given.only + 1) if one else range(given.inputs)
    print(f"seed {given.seed}, {len(numbers)} inputs", flush=True)
    return report(check_all(given.seed, numbers, tuple(given.folders), given.keep))


def report(verdicts: Iterator[Verdict]) -> int:
    """Print problems as they come, and figures at the end; the exit status."""
    start, slowest, count = time.monotonic(), 0.0, 0
    codes: Counter[int] = Counter()
    for verdict in verdicts:
        slowest = max(slowest, verdict.seconds)
        codes.update(verdict.codes)
        count += len(verdict.problems)
        for problem in verdict.problems:
            print(problem, flush=True)
    ends = ", ".join(f"{code}: {times}" for code, times in sorted(codes.items()))
    took = f"{time.monotonic() - start:.0f} s, the slowest command {slowest:.1f} s"
    print(f"{count} problems in {took}; exit codes {ends}")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
