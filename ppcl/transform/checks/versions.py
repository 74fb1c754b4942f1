"""The two texts of a kernel as they are held against each other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import KernelModel
from ppcl.analysis.reading.kernel import kernel_model
from ppcl.analysis.terms import Outline, outline_of
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.source import SourceFile


@dataclass(frozen=True)
class Version:
    """A kernel in one analysis, with the unit that it stands in."""

    model: KernelModel
    unit: TranslationUnit
    files: Mapping[str, SourceFile]

    @property
    def function(self) -> Function:
        """Its tree."""
        return self.model.function

    @property
    def functions(self) -> Mapping[str, Function]:
        """The unit's own functions with a body, by key."""
        return {f.declaration.key: f for f in self.unit.functions if f.body is not None}

    def outline(self) -> Outline:
        """What it computes. Raises NotModelled."""
        return outline_of(self.function, self.unit, self.spelled)

    @property
    def spelled(self) -> Callable[[Origin], bytes]:
        """The text of a place."""

        def text(at: Origin) -> bytes:
            source = self.files.get(at.span.file)
            return source.data[at.span.start : at.span.end] if source is not None else b""

        return text

    def of(self, function: Function, number: int) -> "Version":
        """The same with another tree; `number` keeps its symbols apart from those of others."""
        model = kernel_model(function, self.unit, self.files, number)
        return replace(self, model=model)


@dataclass(frozen=True)
class Versions:
    """A kernel's version before and after, by its key before."""

    key: str
    old: Version
    new: Version


def version_of(facts: Facts, key: str) -> Version:
    """A kernel as a program has it."""
    model = facts.kernels[key]
    units = (each.unit for each in facts.kernel_units)
    unit = next(u for u in units if any(each is model.function for each in u.functions))
    return Version(model, unit, facts.files)
