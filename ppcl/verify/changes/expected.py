"""What all kinds of change together expect of a run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ppcl.transform.checks.coarsened import Merged
from ppcl.transform.checks.kind import Change
from ppcl.transform.checks.passed import Scalar
from ppcl.transform.checks.renamed import NewName
from ppcl.transform.checks.transposed import Layout
from ppcl.transform.manifest import Manifest
from ppcl.verify.changes.change import Orders, Shown
from ppcl.verify.changes.coarsened import FewerWorkItems
from ppcl.verify.changes.passed import PassedExtents
from ppcl.verify.changes.renamed import RenamedKernels
from ppcl.verify.changes.transposed import TransposedBuffers
from ppcl.verify.log import Launch, Process

KINDS: Mapping[type[Change], type[Shown]] = {
    NewName: RenamedKernels,
    Layout: TransposedBuffers,
    Scalar: PassedExtents,
    Merged: FewerWorkItems,
}


@dataclass(frozen=True)
class Standing:
    """A launch that the new program must do, and the original's that it stands for."""

    old: Launch
    new: Launch


def expected_launches(process: Process, manifest: Manifest) -> list[Standing]:
    """The launches that must be seen, in the order of the original's."""
    kinds = _kinds(process, manifest)
    return [Standing(old, new) for old in process.launches for new in _standing(old, kinds)]


def _standing(old: Launch, kinds: Iterable[Shown]) -> tuple[Launch, ...]:
    found: tuple[Launch, ...] = (old,)
    for kind in kinds:
        found = tuple(launch for each in found for launch in kind.launches(old, each))
    return found


def orders_of(process: Process, manifest: Manifest) -> Orders:
    """The buffers whose bytes lie elsewhere than in the original's run."""
    return {
        number: order
        for kind in _kinds(process, manifest)
        for number, order in kind.orders().items()
    }


def _kinds(process: Process, manifest: Manifest) -> list[Shown]:
    kinds = dict.fromkeys(KINDS[type(change)] for change in manifest.changes)
    return [kind(process, manifest) for kind in kinds]
