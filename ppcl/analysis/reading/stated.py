"""What the user states of the command line that a program is run with."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Stated:
    """Arguments of `main` that are taken as given: texts by their index in `argv`, in its order,
    and `argc` where that is stated, too. All others may be anything."""

    arguments: tuple[tuple[int, str], ...] = ()
    count: int | None = None

    def __bool__(self) -> bool:
        return bool(self.arguments) or self.count is not None

    @property
    def least_count(self) -> int:
        """What `argc` is at least."""
        return self.count or max((index + 1 for index, _ in self.arguments), default=0)

    def __str__(self) -> str:
        return " and ".join(self.words())

    def words(self) -> Iterator[str]:
        """Each statement, as people say it."""
        yield from (f'argv[{index}] is "{text}"' for index, text in self.arguments)
        if self.count is not None:
            yield f"argc is {self.count}"

    def with_others(self, others: "Stated") -> "Stated":
        """These statements, and others in place of those on the same argument."""
        arguments = {**dict(self.arguments), **dict(others.arguments)}
        count = others.count if others.count is not None else self.count
        return Stated(tuple(sorted(arguments.items())), count)

    def each(self) -> "Iterator[Stated]":
        """Each statement by itself."""
        yield from (Stated((argument,)) for argument in self.arguments)
        if self.count is not None:
            yield Stated((), self.count)

    def without(self, others: "Stated") -> "Stated":
        """What else is stated."""
        rest = tuple(each for each in self.arguments if each not in others.arguments)
        return Stated(rest, self.count if others.count is None else None)

    def as_data(self) -> dict[str, object]:
        """As ppcl.toml has it."""
        found: dict[str, object] = {}
        if self.arguments:
            found["argv"] = {str(index): text for index, text in self.arguments}
        if self.count is not None:
            found["argc"] = self.count
        return found


NOTHING_STATED = Stated()
