"""Checks a program's graph against the recorded runs of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import BufferModel, LaunchEvent, TransferEvent
from ppcl.verify.claims.commands import Claims, claims_of_launch, claims_of_transfer
from ppcl.verify.claims.index import Event, Index, Recorded, index_of, kind_of
from ppcl.verify.claims.matching import Known, Match, match
from ppcl.verify.claims.memory import candidates_of
from ppcl.verify.claims.programs import compare_programs
from ppcl.verify.claims.values import Number, Outcome, settle
from ppcl.verify.log import Buffer, Command, Launch, Process, Site
from ppcl.verify.sites import RecordedSite, places_of

_BY_HAND = ("create", "write", "read", "map")


@dataclass(frozen=True)
class Disagreement:
    """Something that a run did and that the graph does not allow, with its place."""

    message: str
    place: str = ""


@dataclass
class Agreement:
    """How a graph and runs compare. Of the facts of all commands, those that `agreed`, those that
    were `learnt` (the first of their kind, which others agree with), and those that could not be
    compared, `open`, by what they are; `unplaced` commands have no line that could be found. A
    graph that is not `complete` says so itself, and lacks no command."""

    complete: bool = True
    commands: int = 0
    agreed: int = 0
    learnt: int = 0
    unplaced: int = 0
    open: Counter[str] = field(default_factory=Counter)
    disagreements: list[Disagreement] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """The facts of one more command."""
        self.agreed += outcome.agreed
        self.learnt += outcome.learnt
        self.open.update(outcome.open)


def check_graph(facts: Facts, processes: Sequence[Process]) -> Agreement:
    """Compare all that the processes recorded with what the graph claims."""
    found, index = Agreement(facts.host.complete), index_of(facts)
    for process in processes:
        places = _places(process)
        first = _Check(facts, index, process, places, Agreement())
        first.run()  # finds the values of symbols that commands before may have, too
        _Check(facts, index, process, places, found, Known(values=first.known.values)).run()
    return found


def _places(process: Process) -> Mapping[Site, RecordedSite]:
    """Where the calls of a process stand."""
    sites = [launch.site for launch in process.launches]
    sites += [command.site for command in process.commands]
    sites += [given.site for given in (*process.sources, *process.options)]
    return places_of([*sites, *(buffer.site for buffer in process.buffers.values())])


@dataclass
class _Check:
    """One process. `used` is when the events that happen once did, `touched` are all that may have
    happened, by their order."""

    facts: Facts
    index: Index
    process: Process
    places: Mapping[Site, RecordedSite]
    found: Agreement
    known: Known = field(default_factory=Known)
    used: dict[int, int] = field(default_factory=dict)
    touched: set[int] = field(default_factory=set)

    def run(self) -> None:
        """All commands in their order."""
        self.known.memory.candidates = candidates_of(list(self._made()), self.index.open_order)
        commands: list[Recorded] = [*self.process.launches, *self.process.commands]
        for command in sorted(commands, key=lambda each: each.sequence):
            self._command(command)
        for buffer in self.process.buffers.values():
            self._buffer(buffer)
        self._programs()
        for one, other in self.known.memory.overlapping():
            self._disagree(f"'{one.name}' and '{other.name}' share memory, by the graph not")
        self._missing()

    def _made(self) -> Iterator[tuple[Buffer, tuple[BufferModel, ...]]]:
        for buffer in self.process.buffers.values():
            models, _ = self.index.buffers.at(self.places[buffer.site])
            yield buffer, tuple(models)
            if not models:
                self._missed("a buffer", self.places[buffer.site])

    def _programs(self) -> None:
        compared = compare_programs(self.facts, self.index.sources, self.process, self.places)
        for outcome, place in compared:
            self.found.add(outcome)
            for message in outcome.wrong if self.facts.host.complete else ():
                self._disagree(message, place)

    def _buffer(self, buffer: Buffer) -> None:
        """The size of a buffer, and what it is a part of, where it can be one object only."""
        serials = self.known.memory.candidates.get(buffer.number, frozenset())
        if len(serials) != 1 or not buffer.size:
            return
        model = self.index.models[next(iter(serials))]
        outcome = Outcome(values=dict(self.known.values))
        numbers = [Number("the size of a buffer", model.object.size, buffer.size)]
        if buffer.parent:
            numbers.append(Number("the origin of a sub-buffer", model.start, buffer.origin))
            whole = self.known.memory.may_be(buffer.parent, model.parents)
            message = "a sub-buffer is a part of another buffer than by the graph"
            outcome.count("a parent", None if whole is None else bool(whole), message)
        settle(numbers, outcome)
        self.found.add(outcome)
        for message in outcome.wrong:
            self._disagree(message, self.places[buffer.site])

    def _command(self, seen: Recorded) -> None:
        place = self.places[seen.site]
        events, sure = self.index.events[kind_of(seen)].at(place)
        self.found.commands += 1
        self.found.unplaced += not sure
        latest = max(self.used, default=-1)
        fresh = [e for e in events if self._may_come(e, latest)]
        tried = [(event, match(self._claims(event, seen), self.known)) for event in fresh]
        right = [(event, found) for event, found in tried if not found.outcome.wrong]
        # One that is not as the graph has it has happened all the same.
        self.touched |= {event.order for event, _ in right or tried}
        if right:
            self.found.add(right[0][1].outcome)
            if len(right) == 1:
                self._commit(*right[0], seen)
        elif isinstance(seen, Command) and self.index.sources.is_elsewhere(place):
            self.found.open["transfer in code that was not read"] += 1
        elif tried and self.facts.host.complete:
            nearest = min((found.outcome.wrong for _, found in tried), key=len)
            self._disagree(f"{_name(seen)}: {'; '.join(nearest)}", place)
        else:
            again = " once more, or after later ones" if events else ""
            self._missed(f"{_name(seen)}{again}", place)
        self._by_hand(seen, place)

    def _may_come(self, event: Event, latest: int) -> bool:
        """Whether an event may happen when the one of the order `latest` has."""
        again = event.order not in self.index.once or event.order > latest
        return again or (event.order not in self.used and self.index.open_order.has(event.at))

    def _claims(self, event: Event, seen: Recorded) -> Claims:
        if isinstance(seen, Launch) and isinstance(event, LaunchEvent):
            return claims_of_launch(self.facts, event, seen)
        assert isinstance(seen, Command)
        assert isinstance(event, TransferEvent)
        return claims_of_transfer(event, seen)

    def _by_hand(self, seen: Recorded, place: RecordedSite) -> None:
        """What is on the device only is given to no transfer."""
        if isinstance(seen, Command) and seen.kind in _BY_HAND:
            serials = self.known.memory.candidates.get(seen.buffer, frozenset())
            if serials and serials <= self.index.alone:
                self._disagree(
                    f"{_name(seen)}: by the graph the buffer is on the device only", place
                )

    def _commit(self, event: Event, found: Match, seen: Recorded) -> None:
        """What follows where a command can be one event only."""
        self.known.memory.candidates.update(found.narrowed)
        if found.host is not None and isinstance(seen, Command):
            target, base = found.host
            self.known.memory.use(target, base, seen.other, seen.size or 0, seen.sequence)
        if event.order in self.index.once:
            self.used[event.order] = seen.sequence
            self.known.values.update(found.outcome.values)

    def _missing(self) -> None:
        """What always happens must have, before something later did; but for what failed."""
        if self.process.failed:
            return
        latest = max(self.used, default=-1)
        for order, event in self.index.always.items():
            if order < latest and order not in self.touched and self.facts.host.complete:
                line = min(self.index.sources.lines(event.place), default=0)
                message = f"{_event_name(event)} always happens by the graph, and it did not"
                self._disagree(message, f"{event.place.span.file}:{line}")

    def _missed(self, what: str, place: RecordedSite) -> None:
        """Something that the graph does not have; where it says so itself, that is no mistake."""
        if self.facts.host.complete:
            self._disagree(f"the graph does not have {what}", place)
        else:
            self.found.open["commands that the graph may lack"] += 1

    def _disagree(self, message: str, place: RecordedSite | str = "") -> None:
        label = place.label if isinstance(place, RecordedSite) else place
        self.found.disagreements.append(Disagreement(message, label))


def _name(seen: Recorded) -> str:
    return f"the launch of {seen.kernel}" if isinstance(seen, Launch) else f"the {seen.kind}"


def _event_name(event: Event) -> str:
    return f"the launch of {event.kernel}" if isinstance(event, LaunchEvent) else f"a {event.kind}"
