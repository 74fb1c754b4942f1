"""The headers of a tree that a host file will not find by itself, told by its text: parsing it only
to see which these are takes as long as parsing it."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ppcl.driver.programs.tree import Tree, folder_of

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)

# The folder for -I under which a header lies in the tree; none where none has it.
FolderOf = Callable[[str], tuple[str, ...]]


@dataclass(frozen=True)
class Headers:
    """How `#include` is resolved for one host file: `searched` are the folders that are."""

    tree: Tree
    path: str
    searched: Sequence[str]
    folder_of: FolderOf
    _texts: dict[str, bytes] = field(default_factory=dict)

    def missing(self, added: Sequence[str]) -> list[tuple[str, str]]:
        """The headers that are not found, with their folders in the tree, in the order in which
        they are asked for; `added` are folders that are searched besides."""
        found: dict[str, str] = {}
        seen = {self.path}
        pending = [self._included(self.path)]
        while pending:
            header, beside = next(pending[-1], (None, ""))
            if header is None:
                pending.pop()
                continue
            file = self._file(header, beside, added)
            if file is None:
                found.update((header, folder) for folder in self.folder_of(header))
            elif file not in seen and not file.startswith(".."):
                seen.add(file)
                pending.append(self._included(file))
        return list(found.items())

    def _included(self, file: str) -> Iterator[tuple[str, str]]:
        """What a file of the tree includes, with the file that this is if it lies beside."""
        for quoted, angled in _INCLUDE.findall(self._text(file)):
            header = os.path.normpath((quoted or angled).decode("utf-8", "replace"))
            yield header, os.path.join(folder_of(file), header) if quoted else ""

    def _file(self, header: str, beside: str, added: Sequence[str]) -> str | None:
        """The file that is included, relative to the root; None where none is found."""
        places = [os.path.join(folder, header) for folder in (*self.searched, *added)]
        if beside:
            places.insert(0, os.path.join(self.tree.root, beside))
        file = next(filter(os.path.isfile, places), None)
        return os.path.relpath(file, self.tree.root) if file is not None else None

    def _text(self, file: str) -> bytes:
        if file not in self._texts:
            try:
                self._texts[file] = (self.tree.root / file).read_bytes()
            except OSError:
                self._texts[file] = b""
        return self._texts[file]
