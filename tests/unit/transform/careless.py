"""A pass that proves nothing: it hoists each load of a loop in front of the outermost one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ppcl.analysis.facts import Facts
from ppcl.diag import Code, Remark
from ppcl.emit import free_name, spelled
from ppcl.ir.expression import Assign, Index
from ppcl.ir.statement import DoWhile, For, While
from ppcl.ir.traverse import Node, children
from ppcl.source import Edit, Span, words
from ppcl.transform.contract import Legal, Offer, Plan, Refused

Path = tuple[Node, ...]


@dataclass(frozen=True)
class Site:
    """A load in a loop."""

    loop: Span
    load: Index
    key: str
    kernels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Careless:
    """`type` is that of all variables, where one is given; `inner`: only the innermost loop."""

    name: ClassVar[str] = "careless"
    codes: ClassVar[Mapping[str, Code]] = {}
    type: str = ""
    inner: bool = False

    def sites(self, facts: Facts) -> Iterator[Site]:
        for unit in facts.kernel_units:
            for function in unit.unit.functions:
                for path in paths(function.body) if function.body is not None else ():
                    loops = [
                        node.at.span for node in path if isinstance(node, For | While | DoWhile)
                    ]
                    if loops and is_load(path):
                        loop = loops[-1 if self.inner else 0]
                        yield Site(loop, path[-1], function.declaration.name)

    def offers(self, site: Site, facts: Facts) -> tuple[Offer[None], ...]:
        return (Offer("hoisted", None, None, wanted=True),)

    def check(self, site: Site, offer: Offer[None], facts: Facts) -> Legal[Site, None] | Refused:
        return Legal(site, None)

    def plan(self, proof: Legal[Site, None], facts: Facts) -> Plan:
        loop, load = proof.site.loop, proof.site.load
        source = facts.files[load.at.span.file]
        text = source.text(load.at.span)
        name = free_name("hoisted", words(source.data)).encode()
        type_ = (self.type or spelled(load.type) or "float").encode()
        first = Edit(
            Span(loop.file, loop.start, loop.start), b"%b %b = %b;\n" % (type_, name, text)
        )
        edits = (first, Edit(load.at.span, name))
        at = source.location(load.at.span.start)
        return Plan(edits, (), Remark("passed", "CARELESS1", text.decode(), at))


def paths(node: Node, above: Path = ()) -> Iterator[Path]:
    here = (*above, node)
    yield here
    for child in children(node):
        yield from paths(child, here)


def is_load(path: Path) -> bool:
    *_, above, node = (None, *path)
    if not isinstance(node, Index):
        return False
    return not (isinstance(above, Assign) and above.target is node)
