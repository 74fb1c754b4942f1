"""What a run made its kernels of, beside what the graph has: their text and their options."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.programs import KernelProgram
from ppcl.backend.found_again import program_text
from ppcl.backend.key import normalised
from ppcl.verify.claims.places import Placed, Sources
from ppcl.verify.claims.values import Outcome
from ppcl.verify.log import Given, Process, Site
from ppcl.verify.sites import Place

_MAKING = ("clCreateProgramWithSource",)
_BUILDING = ("clBuildProgram",)


@dataclass(frozen=True)
class _Kind:
    """Texts of one kind: what they are, where the graph has them, and which one it has of each;
    None where it does not know. `alike` makes those equal that say the same."""

    what: str
    placed: Placed[KernelProgram]
    known: Callable[[KernelProgram], bytes | None]
    alike: Callable[[bytes], bytes]

    def outcome(self, given: Given, place: Place) -> Outcome:
        """Whether the graph has such a text at its place."""
        programs, _ = self.placed.at(place)
        texts = [self.known(program) for program in programs]
        known = [self.alike(text) for text in texts if text is not None]
        outcome = Outcome()
        is_known = bool(known) and len(known) == len(texts)
        same = self.alike(given.data) in known if is_known else None
        names = " or ".join(dict.fromkeys(program.name for program in programs))
        outcome.count(self.what, same, f"{self.what} is not that of {names} by the graph")
        return outcome


def compare_programs(
    facts: Facts, sources: Sources, process: Process, places: Mapping[Site, Place]
) -> Iterable[tuple[Outcome, Place]]:
    """What became of each text that a process gave to OpenCL."""
    making, building = (Placed[KernelProgram](sources, calls) for calls in (_MAKING, _BUILDING))
    for program in {p.serial: p for unit in facts.kernel_units for p in unit.programs}.values():
        making.add(program, (program.at,))
        building.add(program, program.built)

    def text(program: KernelProgram) -> bytes | None:
        return None if program.unread else program_text(facts, program)

    kinds = (
        (_Kind("the text of a program", making, text, normalised), process.sources),
        (_Kind("what a program is built with", building, _options, _words), process.options),
    )
    for kind, found in kinds:
        for given in found:
            yield kind.outcome(given, places[given.site]), places[given.site]


def _options(program: KernelProgram) -> bytes | None:
    return program.written.encode("utf-8", "replace") if program.written is not None else None


def _words(text: bytes) -> bytes:
    return b" ".join(text.split())
