"""The host before and after a rewrite, with what its events became."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, LaunchEvent, TransferEvent
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.source import Span
from ppcl.transform.checks.host.name_literals import NameLiterals
from ppcl.transform.checks.host.quiet import Quiet


@dataclass(frozen=True)
class Named:
    """What names a host's variables, and what they begin with."""

    facts: Facts

    @cached_property
    def uses(self) -> Mapping[Declaration, frozenset[Span]]:
        """Where each variable is named."""
        found: dict[Declaration, set[Span]] = {}
        for unit in self.facts.hosts:
            for node in unit.nodes:
                if isinstance(node, ex.NameRef):
                    found.setdefault(node.declaration, set()).add(node.at.span)
        return {name: frozenset(spans) for name, spans in found.items()}

    @cached_property
    def variables(self) -> Mapping[Declaration, Sequence[st.Variable]]:
        """The variables, each as often as it is declared."""
        found: dict[Declaration, list[st.Variable]] = {}
        for unit in self.facts.hosts:
            for node in unit.nodes:
                if isinstance(node, st.Variable):
                    found.setdefault(node.declaration, []).append(node)
        return found


@dataclass(frozen=True)
class HostSide:
    """What can be asked of a host, before a rewrite or after it."""

    facts: Facts

    @cached_property
    def quiet(self) -> Quiet:
        """Which of its expressions may be replaced."""
        return Quiet(self.facts)

    @cached_property
    def named(self) -> Named:
        """Its variables."""
        return Named(self.facts)

    @cached_property
    def literals(self) -> NameLiterals:
        """Its strings that only name kernels."""
        return NameLiterals(self.facts)


@dataclass(frozen=True)
class OnHost:
    """Both sides, and the pairs of events that the comparison found to be as declared."""

    before: HostSide
    after: HostSide
    accesses: Sequence[tuple[AccessEvent, AccessEvent]]
    transfers: Sequence[tuple[TransferEvent, TransferEvent]]
    launches: Sequence[tuple[LaunchEvent, LaunchEvent]]
