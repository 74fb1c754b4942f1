"""Which kernel files a host means."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ppcl.diag import Remark
from ppcl.driver.paths import shown_path
from ppcl.driver.programs.linkage import Linkage
from ppcl.driver.programs.tree import Tree, distance, folder_of, nearest
from ppcl.driver.sources.project import KERNEL_SUFFIXES
from ppcl.frontend import COMMENT
from ppcl.source import Location

_ATTRIBUTE = rb"(?:__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)\s*)*"
_KERNEL = re.compile(
    rb"\b(?:__)?kernel\s+" + _ATTRIBUTE + rb"void\s+" + _ATTRIBUTE + rb"([A-Za-z_]\w*)\s*\("
)


@dataclass(frozen=True)
class KernelFiles:
    """The names of the kernels in each kernel file; those that a macro makes are not seen."""

    names: Mapping[str, frozenset[str]]

    def defining(self, name: str) -> tuple[str, ...]:
        """The files with a kernel of a name."""
        return tuple(path for path, names in self.names.items() if name in names)


def read_kernel_files(tree: Tree) -> KernelFiles:
    """The kernel files of a tree; those that cannot be read have no kernels."""
    return KernelFiles({path: _kernel_names(tree, path) for path in tree.kernels})


def _kernel_names(tree: Tree, path: str) -> frozenset[str]:
    try:
        text = (tree.root / path).read_bytes()
    except OSError:
        return frozenset()
    return frozenset(name.decode("ascii") for name in _KERNEL.findall(COMMENT.sub(b" ", text)))


def kernels_of(
    tree: Tree, files: KernelFiles, folder: str, hosts: Sequence[Linkage]
) -> tuple[tuple[str, ...], list[Remark]]:
    """The kernel files that a program's host files open by path, or whose kernels they create.

    Where several files are equally near to the program's folder, the first by name is taken, and a
    remark says so.
    """
    choice = _Choice(tree, files, folder, {}, [])
    for host in hosts:
        for text in host.texts:
            if text.endswith(KERNEL_SUFFIXES):
                choice.open(host, text)
    for name in dict.fromkeys(name for host in hosts for name in host.kernels):
        choice.create(name, tree.kernels)
    if any(host.names_computed for host in hosts):
        below = [path for path in tree.kernels if _is_beside(path, hosts)]
        for name in dict.fromkeys(text for host in hosts for text in host.texts):
            choice.create(name, below)
    return tuple(sorted(choice.taken)), choice.remarks


def _is_beside(path: str, hosts: Iterable[Linkage]) -> bool:
    """Whether a file is in a folder of a host file, or below one."""
    return any(distance(folder_of(host.path), path)[0] == 0 for host in hosts)


@dataclass
class _Choice:
    """The kernel files that are taken, by path, and what there is to say on it."""

    tree: Tree
    files: KernelFiles
    folder: str
    taken: dict[str, None]
    remarks: list[Remark]

    def open(self, host: Linkage, path: str) -> None:
        """Take the file that a path means: seen from the host file or from the program's folder."""
        candidates = [p for p in self.tree.ending(path) if p in self.files.names]
        if candidates:
            own = nearest(folder_of(host.path), candidates)
            self._take(own if len(own) == 1 else nearest(self.folder, candidates), f"'{path}'")

    def create(self, name: str, among: Sequence[str]) -> None:
        """Take the nearest file with a kernel of a name, if none is taken."""
        if any(name in self.files.names[path] for path in self.taken):
            return
        near = nearest(self.folder, [path for path in self.files.defining(name) if path in among])
        if near:
            self._take(near, f"kernel '{name}'")

    def _take(self, near: tuple[str, ...], what: str) -> None:
        if len(near) > 1:
            rest = " and ".join(shown_path(self.tree.root, path) for path in near[1:])
            message = f"{what} may be here and in {rest}, equally near; this file is taken"
            self.remarks.append(Remark("analysis", "PPC151", message, Location(near[0], 1, 1)))
        self.taken[near[0]] = None
