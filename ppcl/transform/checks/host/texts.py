"""Whether all text of a host is as it was, but at the places that were declared.

Each file is gone through token by token. Where the two differ, what stands in the new text must be
something that the engine adds, or in the old one something that it takes out; either may begin some
tokens in front, as two lines may begin alike.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.text import is_made_text
from ppcl.source import Edit, Span
from ppcl.transform.checks.host.additions import Additions, is_runtime_file
from ppcl.transform.checks.host.captures import Captures
from ppcl.transform.checks.host.items import Item, Numbered, begins_statement, items_of
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.removals import Removals

# How many items two texts may have in common behind the begin of what one of them has more.
_ALIKE = 100


def other_text(
    before: Facts, after: Facts, places: Sequence[Place], edits: Sequence[Edit] = ()
) -> str | None:
    """What of the host's text is not as it was with some edits, for people; None where that is
    nothing."""
    found = tuple(dict.fromkeys(places))
    olds, news = [p.before for p in found if p.before is not None], [p.after for p in found]
    if len({*olds}) < len(olds) or len({*news}) < len(news):
        return "one place of the host has two new texts, or two places have one"
    hosts = {path for facts in (before, after) for unit in facts.hosts for path in unit.files}
    texts = [unit.unit for facts in (before, after) for unit in facts.kernel_units]
    kernels = {path for unit in texts for path in unit.files} - hosts
    for path in sorted({*before.files, *after.files} - kernels):
        difference = _Files(before, after, found, edits, path).difference()
        if difference is not None:
            return difference
    return None


@dataclass
class _Files:
    """A file of the host as it was, and as it is."""

    before: Facts
    after: Facts
    places: Sequence[Place]
    edits: Sequence[Edit]
    path: str
    removed: list[Span] = field(default_factory=list)

    def difference(self) -> str | None:
        """Where the two differ."""
        old, new = self.before.files.get(self.path), self.after.files.get(self.path)
        edited = any(edit.span.file == self.path for edit in self.edits)
        if is_made_text(self.path) or (old and new and old.data == new.data and not edited):
            return None
        if old is None:
            own = is_runtime_file(self.after, self.path)
            return None if own else f"the file '{self.path}' is new"
        if new is None:
            return f"the file '{self.path}' is gone"
        at = self._first_other()
        if at is None and self.removals.are_all_idle(self.removed):
            return None
        place = old.location(at if at is not None else self.removed[0].start)
        return f"the host's text at {place} is not as declared"

    @cached_property
    def old(self) -> list[Item]:
        """The file as it was, with the edits."""
        own = [edit for edit in self.edits if edit.span.file == self.path]
        return items_of(self.before.files[self.path].data, self._numbered(new=False), own)

    @cached_property
    def new(self) -> list[Item]:
        """The file as it is."""
        return items_of(self.after.files[self.path].data, self._numbered(new=True))

    @cached_property
    def additions(self) -> Additions:
        """What may be added."""
        return Additions(self.before, self.after, self.path, self.new)

    @cached_property
    def removals(self) -> Removals:
        """What may be taken out."""
        spans = [place.before for place in self.places if place.before is not None]
        return Removals(self.before, self.path, self.old, spans)

    @cached_property
    def captures(self) -> Captures:
        """What may go from the lists of lambdas."""
        return Captures(self.before, self.after, self.path, self.old, self.new)

    def _numbered(self, new: bool) -> Iterator[Numbered]:
        for number, place in enumerate(self.places):
            span = place.after if new else place.before
            if span is not None and span.file == self.path:
                yield Numbered(number, span.start, span.end)

    def _first_other(self) -> int | None:
        """The offset in the old text from which on the new one is another; None where it is not."""
        old, new = 0, 0
        behind = 0  # how many items in front are known to be the same
        while old < len(self.old) or new < len(self.new):
            if self._are_same(old, new):
                old, new, behind = old + 1, new + 1, behind + 1
                continue
            backs = range(min(behind, _ALIKE) + 1)
            found = next(filter(None, (self._passed(old, new, n) for n in backs)), None)
            if found is None:
                return self.old[old].start if old < len(self.old) else self._end
            (old, new), behind = found, 0
        return None

    @property
    def _end(self) -> int:
        return len(self.before.files[self.path].data)

    def _are_same(self, old: int, new: int) -> bool:
        inside = old < len(self.old) and new < len(self.new)
        return inside and self.old[old].is_as(self.new[new])

    def _passed(self, old: int, new: int, back: int) -> tuple[int, int] | None:
        """Where both go on behind what was added or taken out some items in front."""
        added = self._added(new - back)
        if added > back:
            return old - back, new - back + added
        gone = self.removals.length(old - back)
        if gone > back:
            begin, last = self.old[old - back], self.old[old - back + gone - 1]
            self.removed.append(Span(self.path, begin.start, last.end))
            return old - back + gone, new - back
        return self.captures.behind(old - back, new - back, back)

    def _added(self, at: int) -> int:
        if at >= len(self.new):
            return 0
        item = self.new[at]
        if item.kind == "place" and self.places[int(item.said)].before is None:
            return int(begins_statement(self.new, at))
        return self.additions.length(at)
