"""The sites of the pass: kernels that are launched."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.facts import Facts

_SUFFIX = re.compile(r"(\w+?)__[xyz]\d+s?u?")


@dataclass(frozen=True)
class Site:
    """A kernel, by its key. `key` is the name that it had before this pass renamed it."""

    kernel: str
    key: str

    @property
    def kernels(self) -> tuple[str, ...]:
        """This one."""
        return (self.kernel,)


def sites(facts: Facts) -> Iterator[Site]:
    """The kernels that launches name, in order of first launch."""
    for kernel in dict.fromkeys(launch.kernel for launch in facts.host.launches):
        if kernel in facts.kernels:
            yield Site(kernel, stem_of(facts.kernels[kernel].name))


def stem_of(kernel: str) -> str:
    """The name that a kernel had before its work-items were merged."""
    found = _SUFFIX.fullmatch(kernel)
    return found[1] if found is not None else kernel
