"""A program in two versions, before and after a rewrite, on one platform."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.compare import largest_difference
from ppcl.verify.execute import Completed
from ppcl.verify.programs import Recipe, build, kernel_milliseconds, run, run_for_output
from ppcl.verify.timing import Paired, in_turns


@dataclass(frozen=True)
class Outcome:
    """What both versions printed, and how much their results differ at most (relatively)."""

    before: Completed
    after: Completed
    difference: float


@dataclass(frozen=True)
class Versions:
    """The folders of both versions, how they are built and run, and the platform's variables.

    All methods raise PpclError when a build or a run fails.
    """

    recipe: Recipe
    before: Path
    after: Path
    environment: Mapping[str, str]

    def build(self) -> None:
        """Builds both by the program's own build line."""
        for folder in (self.before, self.after):
            build(self.recipe, folder, self.environment)

    def compare(self, command: str) -> Outcome:
        """Runs both by a command of the recipe, and compares the raw results."""
        (before, old), (after, new) = (
            run_for_output(self.recipe, command, folder, self.environment)
            for folder in (self.before, self.after)
        )
        return Outcome(before, after, largest_difference(old, new, self.recipe.element))

    def time(self, pairs: int) -> Paired:
        """Kernel times in milliseconds, of both in turns, at the usual size."""
        folders = (self.before, self.after)
        return Paired(*in_turns([partial(self._kernel_time, each) for each in folders], pairs))

    def _kernel_time(self, folder: Path) -> float:
        time = kernel_milliseconds(run(self.recipe.run, folder, self.environment))
        if time is None:
            message = f"'{self.recipe.run}' printed no line 'kernel: ... ms'"
            raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
        return time
