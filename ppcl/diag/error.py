"""Errors that end a command, each with its documented exit code."""

from enum import IntEnum

from ppcl.source import Location


class ExitCode(IntEnum):
    """What ppcl's exit status says (README, "Exit codes")."""

    DONE = 0
    STALE = 1
    USAGE = 2
    SOURCE = 3
    INTERNAL = 4
    DIFFERENT = 5
    BUILD_OR_RUN = 6
    TIMEOUT = 7
    NO_PLATFORM = 8


class PpclError(Exception):
    """A command cannot go on: one line for the user, with the place and what to do."""

    def __init__(
        self, message: str, location: Location | None = None, exit_code: ExitCode = ExitCode.SOURCE
    ) -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.exit_code = exit_code

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else "ppcl: "
        return f"{place}error: {self.message}"
