"""Renamed: a kernel is launched by its new name."""

from dataclasses import dataclass, replace

from ppcl.transform.checks.renamed import NewName
from ppcl.verify.changes.change import Shown
from ppcl.verify.log import Launch


@dataclass(frozen=True)
class RenamedKernels(Shown):
    """The kernels that the manifest says have a new name."""

    def launches(self, old: Launch, new: Launch) -> tuple[Launch, ...]:
        """The same, of the new name."""
        names = (
            each.new_name
            for each in self.manifest.changes
            if isinstance(each, NewName) and each.kernel == old.kernel
        )
        return (replace(new, kernel=next(names, new.kernel)),)
