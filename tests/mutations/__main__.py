"""Makes mistakes in rewritten programs: `verify` must find each that changes a result.

python -m tests.mutations --each 40 --seed 1 --jobs 2
"""

import argparse
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from ppcl.verify.platforms import find_loader, find_platforms
from tests.mutations.examine import Bench, Examined, examine
from tests.mutations.subjects import subjects
from tests.mutations.verdicts import reason_of


def main() -> int:
    """The command; 1 where a mistake was missed."""
    options = _options()
    loader, platforms = find_loader(), find_platforms()
    if loader is None or not platforms:
        print("no OpenCL headers, loader or platform: nothing was run", file=sys.stderr)
        return 1
    total = Examined()
    with tempfile.TemporaryDirectory(prefix="ppcl-mutations-") as name:
        bench = Bench(Path(name), platforms[0], loader)
        chosen = [s for s in subjects(Path(name)) if not options.only or s.name in options.only]
        work = partial(examine, bench=bench, number=options.each, seed=options.seed)
        with ProcessPoolExecutor(options.jobs) as pool:
            for subject, seen in zip(chosen, pool.map(work, chosen), strict=True):
                print(f"{subject.name}: {_counts(seen)}", flush=True)
                total.add(seen)
    missed = _told(total)
    return 1 if missed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--each", type=int, default=40, help="mistakes of each program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=lambda text: text.split(","), help="names of programs")
    return parser.parse_args()


def _counts(seen: Examined) -> str:
    found, drawn = seen.found.total(), seen.drawn.total()
    counts = f"{drawn} drawn, {seen.invalid} do not build, {found} found"
    return f"{counts}, {len(seen.undefined)} undefined without effect, {len(seen.survived)} not"


def _told(total: Examined) -> list[str]:
    """Print the sum; those that were missed."""
    reasons = {mutant: reason_of(mutant) for mutant in total.survived}
    equal = Counter(reason for reason in reasons.values() if reason is not None)
    missed = [mutant for mutant, reason in reasons.items() if reason is None]
    print(f"all: {_counts(total)}")
    print("drawn:", "; ".join(f"{kind}: {n}" for kind, n in total.drawn.most_common()))
    print("found by:", "; ".join(f"{kind}: {n}" for kind, n in total.found.most_common()))
    for mutant in total.undefined:
        print(f"undefined: {mutant}")
    for reason, count in equal.most_common():
        print(f"equivalent, {reason}: {count}")
    print(f"missed: {len(missed)}")
    for mutant in missed:
        print(f"  {mutant}")
    return missed


if __name__ == "__main__":
    sys.exit(main())
