"""The layout transformation: choose, prove, plan."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from ppcl.analysis.data.linked import LinkedSet
from ppcl.analysis.facts import Facts
from ppcl.diag import Code, ExitCode, Note, PpclError, Remark, RemarkKind
from ppcl.ir.node import Origin
from ppcl.source import Edit, is_word
from ppcl.transform.checks.kind import Kind
from ppcl.transform.checks.passed import Passed
from ppcl.transform.checks.transposed import Transposed
from ppcl.transform.contract import Attempt, Commented, Legal, Offer, Plan, Refused
from ppcl.transform.naming import Naming, rename_edits
from ppcl.transform.obstacles import Obstacle, by_cause, location_of
from ppcl.transform.refusals.settled import settled_by
from ppcl.transform.refusals.skipped import skipped_uses
from ppcl_transforms.layout.choice import COALESCED, CONTINUOUS, Choice, Rule, choose
from ppcl_transforms.layout.codes import CODES
from ppcl_transforms.layout.comments import stale_comments
from ppcl_transforms.layout.copies import Copies
from ppcl_transforms.layout.figures import compared, data, if_changed
from ppcl_transforms.layout.gain import gain
from ppcl_transforms.layout.leftovers import leftovers, said_of_kept
from ppcl_transforms.layout.legality import (
    host_pointer_obstacles,
    host_rewrites,
    kernel_rewrites,
    obstacles,
    shared_places,
    unknowns,
)
from ppcl_transforms.layout.moves import only_reordered
from ppcl_transforms.layout.new_names import new_names
from ppcl_transforms.layout.order import is_coalesced
from ppcl_transforms.layout.shape import NoShape, Shape, shape_of
from ppcl_transforms.layout.shuffle import runtime_files, shuffle_rewrites
from ppcl_transforms.layout.site import Site, sites
from ppcl_transforms.layout.stride import Stride, kept_strides
from ppcl_transforms.layout.surroundings import Surroundings


@dataclass(frozen=True)
class Weighed:
    """The rectangle, and what its layouts cost."""

    shape: Shape
    choice: Choice


@dataclass(frozen=True)
class Evidence:
    """The proof of one site: the rectangle, why it is changed, the edits that follow, and the
    kernels' new names."""

    shape: Shape
    choice: Choice
    edits: tuple[Edit, ...]
    naming: Naming
    shuffled: bool
    strides: Mapping[str, Stride]


@dataclass(frozen=True)
class Layout:
    """The pass. `choose` says what decides: what misses "wait" for and the lines that are touched,
    PPOpenCL's reuse "distance", or the user, who names a layout. `only` names the data that may
    change, by their first buffer, with a + between two; all may where it is empty."""

    name: ClassVar[str] = "layout"
    codes: ClassVar[Mapping[str, Code]] = CODES
    choose: Rule = "waits"
    only: str = ""

    def sites(self, facts: Facts) -> Iterator[Site]:
        """Every linked set of buffers that a launch uses, in order of first use, of those that are
        wanted. Raises PpclError (usage) where a name is none of theirs."""
        found = list(sites(facts))
        wanted = list(filter(None, self.only.split("+")))
        known = [each.linked.name for each in found]
        for name in wanted:
            if name not in known:
                message = f"layout{{only}}: no data are named '{name}'; known: {', '.join(known)}"
                raise PpclError(message, exit_code=ExitCode.USAGE)
        yield from (each for each in found if not wanted or each.linked.name in wanted)

    def offers(self, site: Site, facts: Facts) -> Sequence[Offer[Weighed]] | Refused:
        """The layout that the data do not have, if they are a rectangle."""
        linked = site.linked
        if any(name not in facts.kernels for name in site.kernels):
            return self._refuse(facts, linked, unknowns(facts, linked))
        shape = shape_of(facts, linked)
        if isinstance(shape, NoShape):
            at = shape.access.node.at if shape.access else None
            against = Obstacle(shape.code, shape.message, at)
            if shape.code == "PPC200":
                return Refused(_remark(facts, linked, "analysis", against))
            return self._refuse(facts, linked, [against, *unknowns(facts, linked)])
        choice = choose(shape, facts.target, self.choose)
        _, then = _now_and_then(shape, choice)
        weighed = Weighed(shape, choice)
        better = choice.verdict == "better"
        if better and (kernel := only_reordered(shape)):
            message = f"layout of {linked.said} kept: all that '{kernel}' does is to make it"
            kept = _remark(facts, linked, "analysis", Obstacle("PPC224", message, None))
            return (Offer(then, None, weighed, instead=kept),)
        kept = self._kept(facts, linked, weighed)
        if self.choose != "waits":  # the user's rule, and not the model, says what is done
            return (Offer(then, None, weighed, better, kept),)
        return (Offer(then, gain(shape, choice, facts.target), weighed, instead=kept),)

    def _kept(self, facts: Facts, site: LinkedSet, weighed: Weighed) -> Remark:
        """What is said of a layout that stays for what it costs."""
        shape, choice = weighed.shape, weighed.choice
        kind: RemarkKind = "missed"
        if choice.verdict == "unclear":
            code, said = "PPC225", "not changed: which one is faster needs a measurement"
        elif choice.verdict == "sizes":
            code, said = "PPC206", "kept: the nominal sizes disagree on the better one"
        else:
            kind, code, said = "analysis", "PPC205", f"kept {present_layout(shape)}"
        message = f"layout of {site.said} {said}: {if_changed(choice)}"
        return _remark(facts, site, kind, Obstacle(code, message, None), choice)

    def check(
        self, site: Site, offer: Offer[Weighed], facts: Facts
    ) -> Legal[Site, Evidence] | Refused:
        """The proof that the layout may be changed, or what stands against it."""
        texts, linked = facts.once(Surroundings), site.linked
        shape, choice = offer.basis.shape, offer.basis.choice
        strides = kept_strides(texts, linked, shape)
        kernels, naming = (
            kernel_rewrites(texts, shape, strides),
            rename_edits(facts, new_names(facts, linked)),
        )
        common = [
            *obstacles(facts, linked, shape),
            *host_pointer_obstacles(facts, linked),
            *kernels.obstacles,
            *naming.obstacles,
        ]
        indices = host_rewrites(texts, linked, shape)
        edits = tuple(dict.fromkeys((*indices.edits, *kernels.edits)))
        common += hidden_names(facts, linked, (*edits, *naming.edits))
        against = [*indices.obstacles, *shared_places(facts, linked, edits)]
        if not common and not against:
            edits = (*edits, *naming.edits)
            return Legal(site, Evidence(shape, choice, edits, naming, False, strides))
        shuffle = shuffle_rewrites(texts, linked, shape)
        kernel_side = tuple(dict.fromkeys(kernels.edits))
        shared = list(shared_places(facts, linked, kernel_side))
        if not common and not shuffle.obstacles and not shared:
            edits = (*shuffle.edits, *kernel_side, *naming.edits)
            return Legal(site, Evidence(shape, choice, edits, naming, True, strides))
        if shuffle.obstacles or shared:
            common += against
            common += [
                replace(o, message=f"no shuffle either: {o.message}")
                for o in (shuffle.obstacles if against else ())
            ]
        would = Attempt((*edits, *naming.edits), naming.declared)
        return self._refuse(facts, linked, common, choice, would)

    def _refuse(
        self,
        facts: Facts,
        site: LinkedSet,
        against: Iterable[Obstacle],
        choice: Choice | None = None,
        would: Attempt | None = None,
    ) -> Refused:
        """A refusal with all that stands against the change: the cause first, the rest as notes."""
        first, *others = by_cause(against)
        message = f"layout of {site.said} not changed: {first.message}"
        remark = _remark(facts, site, "missed", replace(first, message=message), choice)
        notes = [Note(o.code, o.message, location_of(facts, o.at)) for o in others]
        return Refused(replace(remark, notes=tuple(notes)), would)

    def plan(self, proof: Legal[Site, Evidence], facts: Facts) -> Plan:
        """The edits: every index of the set, and the kernels' new names."""
        site, evidence = proof.site.linked, proof.evidence
        now, then = _now_and_then(evidence.shape, evidence.choice)
        message = (
            f"layout of {site.said} changed from {now} to {then}: {compared(evidence.choice)}"
            + (" (the transfers shuffle it)" if evidence.shuffled else "")
        )
        args = {"buffer": site.name, "layout": then, **data(evidence.choice)}
        remark = Remark(
            "passed", "PPC201", message, location_of(facts, _buffer_place(facts, site)), args
        )
        declared = tuple(_declared(facts, site, evidence))
        files = runtime_files() if evidence.shuffled else ()
        notes, comments = _comments(facts, site, evidence)
        notes += tuple(_told(facts, evidence.naming))
        if not evidence.shuffled:
            texts = {edit.span: edit.text for edit in evidence.edits}
            copies = Copies(facts, evidence.shape, texts)
            notes += (*leftovers(facts, site, evidence.shape), *copies.remarks())
            comments += (*said_of_kept(facts, site, evidence.shape), *copies.comments())
        numbers = tuple(_numbers(evidence.shape))
        return Plan(evidence.edits, declared, remark, files, notes, numbers, comments)


def _declared(facts: Facts, site: LinkedSet, evidence: Evidence) -> Iterator[Kind]:
    shape = evidence.shape
    yield from evidence.naming.declared
    yield transposed(facts, site, shape, evidence.shuffled)
    for kernel, stride in evidence.strides.items():
        yield Passed(kernel, stride.parameter.index, shape.pitch, shape.extent)


def _now_and_then(shape: Shape, choice: Choice) -> tuple[str, str]:
    """The names of both layouts; on a GPU that of dimension 0 counts."""
    strided = choice.strided
    if strided is not None and strided[0] != strided[1]:
        return (CONTINUOUS, COALESCED) if strided[1] < strided[0] else (COALESCED, CONTINUOUS)
    now = present_layout(shape)
    return now, COALESCED if now == CONTINUOUS else CONTINUOUS


def _numbers(shape: Shape) -> Iterator[int]:
    """The numbers in the rectangle's sides."""
    for side in (shape.pitch, shape.extent):
        yield from (number for _, number in side.terms if abs(number) > 1)


def _remark(
    facts: Facts,
    site: LinkedSet,
    kind: RemarkKind,
    obstacle: Obstacle,
    choice: Choice | None = None,
) -> Remark:
    at = obstacle.at or _buffer_place(facts, site)
    args: dict[str, str | int | float | bool] = {"buffer": site.name}
    if choice is not None:
        args |= data(choice)
    return Remark(kind, obstacle.code, obstacle.message, location_of(facts, at), args)


def present_layout(shape: Shape) -> str:
    """Which of the two layouts the accesses have."""
    return COALESCED if is_coalesced(shape) else CONTINUOUS


def _comments(
    facts: Facts, site: LinkedSet, evidence: Evidence
) -> tuple[tuple[Remark, ...], tuple[Commented, ...]]:
    names = [use.use.parameter.name for use in evidence.shape.uses]
    if not evidence.shuffled:
        names += [host.name for host in site.hosts]
    said = stale_comments(facts, evidence.edits, names)
    remarks = tuple(remark for edit, found in said if edit is None for remark in found)
    return remarks, tuple(Commented(edit, found) for edit, found in said if edit is not None)


def _told(facts: Facts, naming: Naming) -> Iterator[Remark]:
    for at in naming.told:
        message = "an error's message says the name of a kernel here, which changes"
        yield Remark("review", "PPC009", message, location_of(facts, at))


def transposed(facts: Facts, site: LinkedSet, shape: Shape, shuffled: bool) -> Transposed:
    """The declaration of the change, for the engine's own check."""
    parameters = [
        f"{name}.{parameter.name}"
        for name, index in site.parameters
        for parameter in facts.kernels[name].parameters
        if parameter.index == index
    ]
    hosts = () if shuffled else tuple(host.serial for host in site.hosts)
    buffers = tuple(buffer.serial for buffer in site.buffers) if shuffled else ()
    sides = (shape.pitch, shape.extent, shape.width)
    return Transposed(tuple(parameters), hosts, buffers, *sides)


def _buffer_place(facts: Facts, site: LinkedSet) -> Origin | None:
    first = site.buffers[0]
    return next((b.at for b in facts.host.buffers if b.object == first), None)


def hidden_names(facts: Facts, site: LinkedSet, edits: Iterable[Edit]) -> Iterator[Obstacle]:
    """Names of the set in text that the compiler skipped, and that other builds may compile: their
    uses there are not seen. Those of kernels' parameters mean nothing in the host's."""
    kernel_files = {f for unit in facts.units if unit.language == "opencl" for f in unit.files}
    names: dict[str, set[str] | None] = {}
    for kernel, index in site.parameters:
        own = (p.name for p in facts.kernels[kernel].parameters if p.index == index)
        names |= dict.fromkeys(own, kernel_files)
    names |= dict.fromkeys((host.name for host in site.hosts), None)
    names |= dict.fromkeys((kernel for kernel, _ in site.parameters), None)
    settled = settled_by(facts, edits)
    for name in sorted(filter(is_word, names)):
        uses = skipped_uses(facts, name, names[name])
        span = next((use for use in uses if not settled.has(use)), None)
        if span is not None:
            message = f"'{name}' stands in text that is compiled under other definitions only"
            yield Obstacle("PPC215", message, Origin(span))
