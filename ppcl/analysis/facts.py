"""Everything that is known of a program: what the passes get."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from ppcl.analysis.graph.endings import Endings
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.analysis.model import HostModel, KernelModel
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.reading.assumed import NOTHING_ASSUMED, Assumed
from ppcl.analysis.reading.stated import NOTHING_STATED, Stated
from ppcl.diag import Remark
from ppcl.ir.unit import TranslationUnit
from ppcl.source import SourceFile, Span
from ppcl.targets.target import Target

Result = TypeVar("Result")


@dataclass(frozen=True)
class Facts:
    """A program that was read and analysed, for one target.

    `shared` are files that other programs have too, and that must stay as they are: why, by path.
    `remade` are those (paths, or patterns) that a command may write, each with that.
    `assumed` is what the user states, and nothing proves. `unknown` are the host's named numbers
    that were read as if they could have any value, with their symbols. `stated` is what the program
    is taken to be run with. `own_devices`: it gets ppcl's own runtime, whose device is whatever the
    host asks for.
    """

    files: Mapping[str, SourceFile]
    units: tuple[TranslationUnit, ...]
    host: HostModel
    kernels: Mapping[str, KernelModel]
    target: Target
    remarks: tuple[Remark, ...] = ()
    assumed: Assumed = NOTHING_ASSUMED
    kernel_units: tuple[KernelUnit, ...] = ()
    unknown: Mapping[str, Polynomial] = field(default_factory=dict)
    shared: Mapping[str, str] = field(default_factory=dict)
    remade: Mapping[str, str] = field(default_factory=dict)
    stated: Stated = NOTHING_STATED
    own_devices: bool = False
    _made: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, make: Callable[..., Result], *of: Hashable) -> Result:
        """What a function makes of these facts, and of what else it is given: made when it is first
        asked for, and the same for all who ask. Nobody changes it."""
        key = (make, *of)
        if key not in self._made:
            self._made[key] = make(self, *of)
        found: Result = self._made[key]
        return found

    @cached_property
    def endings(self) -> Endings:
        """What the host's functions do before they end the program."""
        return Endings(self.host.functions)

    @property
    def skipped(self) -> list[Span]:
        """The branches of `#if` that are not compiled, in some unit or all."""
        return sorted({span for unit in self.units for span in unit.skipped})

    @property
    def hosts(self) -> tuple[TranslationUnit, ...]:
        """The units that are not kernels'."""
        return tuple(unit for unit in self.units if unit.language != "opencl")
