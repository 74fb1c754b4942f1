"""Looks for programs that ppcl makes wrong, for as long as wanted.

python -m tests.property.hunt --programs 1000 --seed 1 --jobs 2
python -m tests.property.hunt --replay tests/property/cases/NAME
"""

import argparse
import gc
import math
import multiprocessing
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from ppcl.targets import catalogue
from ppcl.verify.platforms import find_loader, find_platforms
from tests.property.cases import CASES, read_case
from tests.property.check import Lab, Tally, Wrong, check
from tests.property.emitted import check_in_all_builds
from tests.property.search import Found, Share, search

Jobs = dict[Connection, SpawnProcess]


def main() -> int:
    """The command; 0 where nothing was found, 1 where something was, 130 after an interrupt."""
    options = _options()
    if options.replay:
        return _replay(options.replay, options.emit_c)
    start = time.perf_counter()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    found, done = hunt(shares(options), quiet=not sys.stderr.isatty())
    print(summary(found, time.perf_counter() - start))
    if not done:
        print("interrupted")
        return 128 + signal.SIGINT
    return 1 if found.failures else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.property.hunt", description=__doc__)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pass", dest="transform", choices=("layout", "coarsen"), default="layout")
    parser.add_argument("--targets", help="all; for coarsen, whose ways are decided, pocl-cpu")
    parser.add_argument("--platforms", default="pocl,intel")
    parser.add_argument("--alternate", action="store_true", help="one platform a program")
    parser.add_argument("--emit-c", action="store_true", help="check the C of the kernels")
    parser.add_argument("--cases", type=Path, default=CASES, help="where failing programs go")
    parser.add_argument("--seconds", type=float, default=math.inf, help="ends after so long")
    parser.add_argument("--failures", type=int, default=3, help="each job ends after so many")
    parser.add_argument("--no-shrink", action="store_true", help="keep what fails as it was drawn")
    parser.add_argument("--replay", type=Path, metavar="CASE", help="check this kept program only")
    return parser.parse_args()


def shares(options: argparse.Namespace) -> list[Share]:
    """The hunt, divided among processes."""
    jobs = min(options.jobs, options.programs)
    whole = Share(
        0,
        0,
        _targets(options),
        tuple(options.platforms.split(",")),
        options.alternate,
        most_failures=options.failures,
        cases=options.cases,
        emit_c=options.emit_c,
        shrink=not options.no_shrink,
        deadline=time.monotonic() + options.seconds,
        coarsen=options.transform == "coarsen",
    )
    return [
        replace(
            whole,
            programs=options.programs // jobs + (job < options.programs % jobs),
            seed=options.seed * 1000 + job,
        )
        for job in range(jobs)
    ]


def _targets(options: argparse.Namespace) -> tuple[str, ...]:
    if options.targets is not None:
        return tuple(options.targets.split(","))
    return ("pocl-cpu",) if options.transform == "coarsen" else tuple(t.name for t in catalogue())


def hunt(parts: list[Share], quiet: bool) -> tuple[Found, bool]:
    """Work on all shares at once, with a line of progress unless `quiet`.

    What was found, and whether all was done: an interrupt ends all jobs and what they started.
    """
    found, total = Found(), sum(part.programs for part in parts)
    with tempfile.TemporaryDirectory(prefix="ppcl-hunt-") as scratch:
        jobs = _start(parts, Path(scratch))
        try:
            for news in _news(jobs):
                found.add(news)
                if not quiet:
                    line = f"{found.tally.programs} of {total} programs"
                    line += f", {found.tally.rewritten} rewritten"
                    print(f"\r{line}", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            return found, False
        finally:
            for process in jobs.values():
                process.terminate()
            for process in jobs.values():
                process.join()
            if not quiet:
                print(file=sys.stderr)
    return found, True


def _start(parts: list[Share], scratch: Path) -> Jobs:
    """A process for each share. An interrupt of all processes, as a terminal sends it, is for this
    one only, which then ends the others."""
    context, jobs = multiprocessing.get_context("spawn"), {}
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for number, part in enumerate(parts):
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(part, scratch / str(number), sender))
            process.start()
            sender.close()
            jobs[receiver] = process
    finally:
        signal.signal(signal.SIGINT, before)
    return jobs


def _work(share: Share, scratch: Path, sender: Connection) -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    gc.set_threshold(1_000_000)  # of what is made to analyse a program, next to nothing is a cycle
    scratch.mkdir()
    with suppress(KeyboardInterrupt):
        search(share, scratch, sender.send)


def _news(jobs: Jobs) -> Iterator[Found]:
    """What the jobs tell, until all have ended."""
    open_ = list(jobs)
    while open_:
        for receiver in wait(open_):
            assert isinstance(receiver, Connection)
            try:
                yield receiver.recv()
            except EOFError:
                open_.remove(receiver)
                jobs[receiver].join()
                if jobs[receiver].exitcode:
                    yield Found(failures=[f"a job ended with {jobs[receiver].exitcode}"])


def summary(found: Found, seconds: float) -> str:
    """What was seen, as people read it."""
    tally = found.tally
    share = 100 * tally.rewritten / max(tally.programs, 1)
    parts = ", ".join(f"{name} {value:.0f}" for name, value in sorted(tally.seconds.items()))
    rows = [
        ("programs", f"{tally.programs}, and {tally.variants} in another style"),
        ("rewritten", f"{tally.rewritten} ({share:.0f} %)"),
        ("by pass", _counts(tally.by_pass)),
        ("by target", _counts(tally.by_target)),
        ("by shape", _shares(tally)),
        ("refused", _counts(tally.refusals)),
        ("not followed", _counts(tally.not_followed)),
        ("runs", str(tally.runs)),
        ("unsteady", _counts(tally.unsteady)),
        ("stopped", f"{tally.stopped} builds with a -D that ppcl was not told of, by a check"),
        ("graph", f"{tally.agreed} facts agree with runs; not told: {_counts(tally.not_told)}"),
        ("seconds", f"{seconds:.0f} (all jobs together: {parts})"),
        ("differences", str(len(found.failures))),
    ]
    lines = [f"{name:14}{value}" for name, value in rows]
    return "\n".join([*lines, *(f"  {failure}" for failure in found.failures)])


def _counts(counter: Counter[str]) -> str:
    return "; ".join(f"{name}: {count}" for name, count in counter.most_common() if count) or "none"


def _shares(tally: Tally) -> str:
    """Of the programs with each shape, those that were rewritten."""
    names = sorted(tally.drawn)
    return "; ".join(f"{n}: {tally.drawn_rewritten[n]} of {tally.drawn[n]}" for n in names)


def _replay(case: Path, emit_c: bool) -> int:
    loader = find_loader()
    platforms = find_platforms()
    if loader is None or not platforms:
        print("no OpenCL headers, loader or platform: nothing was run", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="ppcl-replay-") as scratch:
        names = tuple(target.name for target in catalogue())
        lab = Lab(Path(scratch), loader, platforms, names)
        try:
            way = check_in_all_builds if emit_c else check
            tally, _ = way(read_case(case), lab)
        except Wrong as wrong:
            print(wrong)
            return 1
    print(summary(Found(tally), sum(tally.seconds.values())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
