"""Numbers that the host names where no reading without them shows what hangs on them: in the body
of another macro, which is no number itself, or in an argument that a macro says twice.

libclang tells of the outermost macro of an expansion only.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.named_numbers import macros_in, named_numbers
from ppcl.frontend import is_binding
from ppcl.ir.unit import Macro
from ppcl.source import Span, words

_NUMBER = re.compile(rb"[\s(]*[-+]?\s*(0[xX][0-9a-fA-F]+|\d+)[uUlL]*[\s)]*\Z")


@dataclass(frozen=True)
class HiddenNumbers:
    """Those of a program, each by its name with the place that defines it."""

    facts: Facts

    @cached_property
    def found(self) -> Mapping[str, Span]:
        """All of them."""
        used = {use.name for unit in self.facts.hosts for use in unit.macro_uses}
        plain = {n.name for n in named_numbers(self.facts.units, self.facts.files)}
        names = {name for each in used - plain for name in self.behind(each) - {each}}
        names |= set(self._repeated())
        return {n: self._macros[n][0].at for n in sorted(names) if n in self._numbers}

    def behind(self, name: str) -> frozenset[str]:
        """A macro, and the macros that its body names, and those that theirs do."""
        found: set[str] = set()
        waiting = {name}
        while waiting:
            each = waiting.pop()
            found.add(each)
            said = {word for macro in self._macros.get(each, ()) for word in words(macro.body)}
            waiting |= (said & self._macros.keys()) - found
        return frozenset(found)

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """The macros that stand for a number, and for nothing else."""
        return frozenset(
            name
            for name, every in self._macros.items()
            if all(m.parameters is None and _NUMBER.match(m.body) for m in every)
        )

    @cached_property
    def _macros(self) -> Mapping[str, list[Macro]]:
        found: dict[str, list[Macro]] = {}
        for macro in dict.fromkeys(m for unit in self.facts.hosts for m in unit.macros):
            if not is_binding(macro.at.file):
                found.setdefault(macro.name, []).append(macro)
        return found

    def _repeated(self) -> Iterator[str]:
        trees = (tree for unit in self.facts.hosts for tree in unit.trees)
        yield from (name for tree in trees for name, node in macros_in(tree) if node is None)
