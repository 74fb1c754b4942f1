"""The question that is asked of each loop around a load."""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.api import Facts, SourceFile
from ppcl.api.facts import KernelModel
from ppcl.api.tree import Index, TranslationUnit
from ppcl_hoist.site import Loop, Path, Site, key_of, loads


@dataclass(frozen=True)
class Question:
    """May the load of a site stand in front of this loop? `source` is its file, `beside` are those
    that are compiled with it; `models` are the kernels that its function is, `units` all that read
    the file."""

    site: Site
    loop: Loop
    source: SourceFile
    beside: tuple[SourceFile, ...]
    units: tuple[TranslationUnit, ...]
    models: tuple[KernelModel, ...]
    rounds: int

    @property
    def same(self) -> Iterator[tuple[Index, Path]]:
        """The loads in the loop that are the same, each with its path from the loop."""
        key = key_of(self.site.load, self.source)
        return (found for found in loads(self.loop) if key_of(found[0], self.source) == key)


def questions(site: Site, facts: Facts, rounds: int) -> Iterator[Question]:
    """A question for each loop around a load, outermost first."""
    file = site.at.file
    units = [*(read.unit for read in facts.kernel_units), *facts.hosts]
    reading = tuple(unit for unit in units if file in unit.files)
    models = tuple(m for m in facts.kernels.values() if m.function.at == site.function.at)
    names = dict.fromkeys(name for unit in reading for name in unit.files)
    beside = tuple(facts.files[name] for name in names if name in facts.files)
    for loop in site.loops:
        yield Question(site, loop, facts.files[file], beside, reading, models, rounds)
