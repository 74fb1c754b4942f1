"""The vectorization transformation: choose, prove, plan."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ppcl.analysis.facts import Facts
from ppcl.diag import Code, Remark, RemarkKind
from ppcl.ir.types import VectorType
from ppcl.rewrite.merging import Merge, NotMerged, observed
from ppcl.source import Edit
from ppcl.transform.checks.coarsened import Coarsened
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.contract import Legal, Offer, Plan, Refused
from ppcl.transform.naming import free_kernel_name, rename_edits
from ppcl.transform.obstacles import Obstacle, by_cause, location_of
from ppcl.transform.quoted import NotPlain, kernel_source
from ppcl_transforms.coarsen.coarsen import arguments_of, unit_of
from ppcl_transforms.coarsen.group_sizes import divided_sizes
from ppcl_transforms.coarsen.legality import obstacles
from ppcl_transforms.coarsen.parts import NoParts
from ppcl_transforms.coarsen.row import Row
from ppcl_transforms.coarsen.site import Site, sites
from ppcl_transforms.coarsen.smaller import Smaller, smaller
from ppcl_transforms.coarsen.text import Text
from ppcl_transforms.vectorize.codes import CODES
from ppcl_transforms.vectorize.text import vector_form, vector_text

_WIDTHS = (4, 8, 16)
_X = 0
_SUFFIX = re.compile(r"__v\d+\Z")


@dataclass(frozen=True)
class Wide:
    """A kernel along x, and how many of its work-items are the lanes of a vector."""

    row: Row
    width: int

    @property
    def name(self) -> str:
        """ "v4"."""
        return f"v{self.width}"


@dataclass(frozen=True)
class Evidence:
    """The kernel's new text, the launches' new sizes, and the new name on both sides."""

    wide: Wide
    text: Text
    edits: tuple[Edit, ...]
    name: str | None
    fewer: Smaller


@dataclass(frozen=True)
class Vectorize:
    """The pass."""

    name: ClassVar[str] = "vectorize"
    codes: ClassVar[Mapping[str, Code]] = CODES

    def sites(self, facts: Facts) -> Iterator[Site]:
        """Every kernel that is launched, in order of first launch."""
        return (Site(each.kernel, _SUFFIX.sub("", each.key)) for each in sites(facts))

    def offers(self, site: Site, facts: Facts) -> Sequence[Offer[Wide]] | Refused:
        """Each width that OpenCL has vectors of."""
        row = Row(facts.kernels[site.kernel], unit_of(facts, site).unit, _X)
        if _SUFFIX.search(row.kernel.name) and any(_vectors(row)):
            done = Obstacle("PPC261", "its work-items are lanes already", None)
            return Refused(_remark(facts, site, "analysis", done))
        target = facts.target
        lanes = target.loop_lanes if target.kind == "cpu" and target.mode == "serial" else 1
        message = f"work-items of '{site.key}' are no lanes: nothing is expected of it"
        kept = _remark(facts, site, "analysis", Obstacle("PPC261", message, None))
        return [
            Offer(f"v{w}", 1 - 1 / w if w <= lanes else 0.0, Wide(row, w), instead=kept)
            for w in _WIDTHS
        ]

    def check(
        self, site: Site, offer: Offer[Wide], facts: Facts
    ) -> Legal[Site, Evidence] | Refused:
        """The proof that work-items may be lanes, or what stands against it."""
        wide = offer.basis
        row, width = wide.row, wide.width
        against = [*obstacles(facts, row), *_vectors(row)]
        fewer = smaller(facts, site.kernel, row, width)
        groups = fewer.groups if isinstance(fewer, Smaller) else "smaller"
        against += [] if isinstance(fewer, Smaller) else fewer
        name = free_kernel_name(facts, f"{site.key}__{wide.name}")
        naming = rename_edits(facts, {site.kernel: name})
        against += [Obstacle("PPC247", each.message, each.at) for each in naming.obstacles]
        try:
            merge = Merge(_X, width, "", groups=groups)
            observed(row.function, row.functions, merge)
            kernel = facts.once(kernel_source, row.function.at.span)
            text = vector_text(vector_form(row), kernel.source, width)
            given = divided_sizes(row.function, row.unit, kernel.source, merge)
            inside = kernel.written((*text.edits, *(given if groups == "smaller" else ())))
        except (NoParts, NotMerged) as reason:
            against.append(Obstacle("PPC262", str(reason), reason.at))
        except NotPlain as reason:
            against.append(Obstacle("PPC246", str(reason), reason.at))
        if against:
            return _refused(facts, site, *against)
        assert isinstance(fewer, Smaller)
        edits = (*inside, *fewer.sizes.edits, *naming.edits)
        return Legal(site, Evidence(wide, text, edits, name if naming.declared else None, fewer))

    def plan(self, proof: Legal[Site, Evidence], facts: Facts) -> Plan:
        """The edits: the kernel's body, its name, and the sizes of its launches."""
        found, kernel = proof.evidence, proof.site.kernel
        row, width, sizes = found.wide.row, found.wide.width, found.fewer.sizes
        message = f"kernel '{row.kernel.name}': {width} work-items along x are lanes of vectors"
        args: dict[str, str | int | float | bool] = {"kernel": row.kernel.name, "width": width}
        at = location_of(facts, row.function.name_at)
        text = found.text
        declared = Coarsened(
            kernel, _X, width, text.item, text.rim, groups=found.fewer.groups, lanes=True
        )
        renamed = (Renamed(kernel, found.name),) if found.name is not None else ()
        is_exact = sizes.divides == "always"
        return Plan(
            found.edits,
            (declared, *renamed),
            Remark("passed", "PPC260", message, at, args),
            numbers=(*sizes.numbers, *(() if is_exact else arguments_of(facts, kernel))),
            names=sizes.names if is_exact else None,
            bounded=not is_exact,
        )


def _vectors(row: Row) -> Iterator[Obstacle]:
    """What is a vector already: these have other lanes than work-items."""
    for node in row.function.nodes:
        if isinstance(getattr(node, "type", None), VectorType):
            yield Obstacle("PPC262", "it has vectors", node.at)
            return


def _refused(facts: Facts, site: Site, *against: Obstacle) -> Refused:
    first, *_ = by_cause(against)
    message = f"work-items of '{site.key}' are no lanes: {first.message}"
    return Refused(_remark(facts, site, "missed", Obstacle(first.code, message, first.at)))


def _remark(facts: Facts, site: Site, kind: RemarkKind, obstacle: Obstacle) -> Remark:
    at = obstacle.at or facts.kernels[site.kernel].function.name_at
    args: dict[str, str | int | float | bool] = {"kernel": site.key}
    return Remark(kind, obstacle.code, obstacle.message, location_of(facts, at), args)
