"""What a run made its kernels of, beside what the graph has: their text and their options."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.build_options import defined_in
from ppcl.analysis.kernels.programs import KernelProgram
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.backend.found_again import program_text
from ppcl.backend.key import normalised
from ppcl.verify.claims.places import Placed, Sources
from ppcl.verify.claims.values import Outcome
from ppcl.verify.log import Process, Site
from ppcl.verify.sites import RecordedSite

_TEXT, _OPTIONS = "the text of a program", "what a program is built with"


@dataclass(frozen=True)
class _Built:
    """A program, and the unit that is read from it."""

    program: KernelProgram
    unit: KernelUnit

    def has_text(self, given: bytes, facts: Facts) -> bool | None:
        """Whether it is made of a text; None where that is not known."""
        text = None if self.program.unread else program_text(facts, self.program)
        return None if text is None else normalised(text) == normalised(given)

    def has_options(self, given: bytes, facts: Facts) -> bool | None:
        """Whether it is built with options; where these are not known, whether they define what the
        command line says."""
        options = given.decode("utf-8", "replace")
        if self.program.written is not None:
            return options.split() == self.program.written.split()
        if self.program.options.problem or not self.unit.believed:
            return None
        seen, names = defined_in(options), self.program.options.open or frozenset()
        said = {define.partition("=")[0]: define for define in self.unit.believed}
        return all(seen.get(n) == said[n] for n in said if n in names or n in seen)


def compare_programs(
    facts: Facts, sources: Sources, process: Process, places: Mapping[Site, RecordedSite]
) -> Iterator[tuple[Outcome, RecordedSite]]:
    """What became of each text that a process gave to OpenCL."""
    made: Placed[_Built] = Placed(sources, ("clCreateProgramWithSource",))
    built: Placed[_Built] = Placed(sources, ("clBuildProgram",))
    for unit in facts.kernel_units:
        for program in unit.programs:
            made.add(_Built(program, unit), (program.at,))
            built.add(_Built(program, unit), program.built)
    for given in process.sources:
        found, _ = made.at(places[given.site])
        same = [each.has_text(given.data, facts) for each in found]
        yield _outcome(_TEXT, found, same), places[given.site]
    for given in process.options:
        found, _ = built.at(places[given.site])
        same = [each.has_options(given.data, facts) for each in found]
        yield _outcome(_OPTIONS, found, same), places[given.site]


def _outcome(what: str, found: list[_Built], same: list[bool | None]) -> Outcome:
    """Whether it is what one of several programs has; open where one has what is not known."""
    outcome = Outcome()
    names = " or ".join(dict.fromkeys(each.program.name for each in found))
    right = True if True in same else None if None in same or not same else False
    outcome.count(what, right, f"{what} is not that of {names} by the graph")
    return outcome
