"""Where versions of a program are timed on a platform."""

from pathlib import Path
from typing import Protocol

from ppcl.driver.sources.project import Project
from ppcl.verify.platforms import Loader, Platform, environment
from ppcl.verify.programs import Recipe
from ppcl.verify.race import Track
from ppcl.verify.recorder import build_recorder
from ppcl.verify.trial import Progress


class Timed(Protocol):
    """A program that is timed by a command; `timeout` in seconds for each run."""

    @property
    def project(self) -> Project:
        """Whose it is."""
        ...

    @property
    def recipe(self) -> Recipe:
        """How it is built."""
        ...

    @property
    def command(self) -> str:
        """How it is run."""
        ...

    @property
    def timeout(self) -> float:
        """How long it may run."""
        ...


def track_on(
    timed: Timed, platform: Platform, loader: Loader, scratch: Path, progress: Progress
) -> Track:
    """The track of a program on a platform; `scratch` is for folders. Raises PpclError where the
    recorder cannot be built."""
    return Track(
        timed.project.root,
        timed.recipe,
        timed.command,
        environment(platform, loader, scratch),
        build_recorder(scratch),
        scratch / f"versions-{platform.name}",
        timed.timeout,
        progress,
    )
