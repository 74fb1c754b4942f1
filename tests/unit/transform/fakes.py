"""Transformations that rewrite words of the kernel file, honestly or not."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ppcl.analysis.facts import Facts
from ppcl.diag import Code, Remark
from ppcl.source import Edit, Span
from ppcl.transform.checks.kind import Kind
from ppcl.transform.contract import Legal, Offer, Plan, Refused

FILE = "sum.cl"


@dataclass(frozen=True)
class Word:
    """A word and where it stands."""

    key: str
    places: tuple[int, ...] = ()
    kernels: tuple[str, ...] = ()


ONLY = Offer("replaced", None, None, wanted=True)


@dataclass(frozen=True)
class Replace:
    """Replaces words, all at once or (`each`) one place at a time; `refused` are left alone."""

    name: ClassVar[str] = "replace"
    codes: ClassVar[Mapping[str, Code]] = {}
    words: Mapping[str, str] = field(default_factory=dict)
    each: bool = False
    refused: tuple[str, ...] = ()
    declared: tuple[Kind, ...] = ()
    file: str = FILE

    def sites(self, facts: Facts) -> Iterator[Word]:
        for word in self.words:
            found = re.finditer(rb"\b" + re.escape(word.encode()), facts.files[self.file].data)
            places = tuple(match.start() for match in found)
            if self.each:
                yield from (Word(word, (place,)) for place in places)
            elif places:
                yield Word(word, places)

    def offers(self, site: Word, facts: Facts) -> tuple[Offer[None], ...]:
        return (ONLY,)

    def check(self, site: Word, offer: Offer[None], facts: Facts) -> Legal[Word, None] | Refused:
        word, places = site.key, site.places
        if word not in self.refused:
            return Legal(site, None)
        at = facts.files[self.file].location(places[0])
        return Refused(Remark("missed", "PPC210", f"'{word}' is refused", at))

    def plan(self, proof: Legal[Word, None], facts: Facts) -> Plan:
        word, places = proof.site.key, proof.site.places
        new = self.words[word].encode()
        edits = tuple(Edit(Span(self.file, p, p + len(word)), new) for p in places)
        at = facts.files[self.file].location(places[0])
        return Plan(edits, self.declared, Remark("passed", "PPC201", f"'{word}' replaced", at))
