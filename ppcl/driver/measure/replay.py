"""What `ppcl replay` does: run captured launches again, compare and time them."""

import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.verify import chosen_platforms, on_platform
from ppcl.verify.platforms import Loader, Platform, environment
from ppcl.verify.replay.compare import Outcome, compare_buffers
from ppcl.verify.replay.launch import Replay
from ppcl.verify.replay.session import Session, session
from ppcl.verify.timing import Paired, enough
from ppcl.verify.trial import Progress
from ppcl.verify.values import TOLERANCES, Tolerance

_AT_ONCE = 5  # rounds between two looks at what was measured


@dataclass(frozen=True)
class ReplayRequest:
    """Launches to be run, each in as many versions as there are `texts` (by what they are called)
    beside the captured one. `pairs` at least are run; with other versions, more until their ratios
    are settled, for `seconds` a launch."""

    replays: Sequence[Replay]
    texts: Mapping[str, bytes]
    platforms: tuple[str, ...]
    pairs: int
    seconds: float
    timeout: float
    tolerances: Mapping[str, Tolerance] = field(default_factory=lambda: TOLERANCES)


@dataclass(frozen=True)
class Version:
    """One version of a launch: its buffers beside those captured, its milliseconds, and its times
    beside the captured version's (None for that itself)."""

    name: str
    outcome: Outcome
    milliseconds: float
    paired: Paired | None


@dataclass(frozen=True)
class Replayed:
    """A launch on a platform; `error` is why it could not be run."""

    platform: str
    device: str
    replay: Replay
    versions: tuple[Version, ...] = ()
    error: PpclError | None = None

    @property
    def equal(self) -> bool:
        """Whether all versions ran and left the buffers as they were captured."""
        return self.error is None and not any(each.outcome.differs for each in self.versions)


def exit_code(results: Sequence[Replayed]) -> ExitCode:
    """The status that the command ends with: a difference comes first."""
    if any(result.error is None and not result.equal for result in results):
        return ExitCode.DIFFERENT
    errors = [result.error.exit_code for result in results if result.error is not None]
    return errors[0] if errors else ExitCode.DONE


def replay_launches(request: ReplayRequest, progress: Progress) -> list[Replayed]:
    """All launches on each platform. Raises PpclError (no platform) where there is none."""
    platforms, loader = chosen_platforms(request.platforms)
    return [
        _replayed(request, replay, platform, loader, on_platform(platform, progress))
        for platform in platforms
        for replay in request.replays
    ]


def _replayed(
    request: ReplayRequest, replay: Replay, platform: Platform, loader: Loader, say: Progress
) -> Replayed:
    versions = [replay, *(replace(replay, text=text) for text in request.texts.values())]
    say(f"running {replay.name}")
    try:
        with tempfile.TemporaryDirectory(prefix="ppcl-replay-") as name:
            scratch = Path(name)
            variables = environment(platform, loader, scratch)
            with session(versions, variables, scratch, request.timeout) as running:
                return _measured(request, replay, platform, running)
    except PpclError as error:
        return Replayed(platform.name, "", replay, error=error)


def _measured(
    request: ReplayRequest, replay: Replay, platform: Platform, running: Session
) -> Replayed:
    expected = [memory.after for memory in replay.memories]
    outcomes = [
        compare_buffers(replay, expected, outputs, request.tolerances)
        for outputs in running.outputs
    ]
    rounds = measure(running, request.pairs, request.seconds)
    first, *others = zip(*rounds, strict=True)
    paired = [None, *(Paired(first, other) for other in others)]
    versions = (
        Version(name, outcome, median(spent), pairs)
        for name, outcome, spent, pairs in zip(
            ("captured", *request.texts), outcomes, (first, *others), paired, strict=True
        )
    )
    return Replayed(platform.name, running.device, replay, tuple(versions))


def measure(running: Session, pairs: int, seconds: float) -> list[list[float]]:
    """Rounds of all versions of a session: so many at least, then until the ratio of each one to
    the first is settled, or the time is over."""
    start = time.perf_counter()
    rounds = running.rounds(pairs)

    def settled() -> bool:
        first, *others = zip(*rounds, strict=True)
        return all(Paired(first, other).settled for other in others)

    while not enough(len(rounds), pairs, settled, lambda: time.perf_counter() - start > seconds):
        rounds += running.rounds(_AT_ONCE)
    return rounds
