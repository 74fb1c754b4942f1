"""What the output depends on, in Make's syntax."""

import re
from collections.abc import Iterable
from pathlib import Path

from ppcl.driver.compile import Compiled
from ppcl.driver.paths import shown_path

_SPECIAL = re.compile(r"(\\*)([ #])")


def depfile(compiled: Compiled, out: Path) -> str:
    """The rule that ties the sources under `out` to all files of the user's that were read.

    Only the sources that were named are outputs, in that order: Ninja wants those of its rule and
    no others, so headers that are copied along are left out. ppcl's own headers and templates are
    no inputs: they change with its version only.
    """
    root, settings = compiled.project.root, compiled.project.settings
    outputs = [shown_path(out, path) for path in compiled.project.sources]
    inputs = [shown_path(root, path) for path in compiled.inputs]
    inputs += [shown_path(Path(), str(path)) for path in settings]
    target = compiled.project.target
    if target is not None and target.endswith(".toml"):
        inputs.append(shown_path(Path(), target))
    return f"{_listed(outputs)}: {_listed(dict.fromkeys(inputs))}\n"


def _listed(paths: Iterable[str]) -> str:
    return " \\\n  ".join(escaped(path) for path in paths)


def escaped(path: str) -> str:
    """A path as Make reads it: `$` is doubled, a space or `#` gets a backslash, and so does each
    backslash before one."""
    return _SPECIAL.sub(r"\1\1\\\2", path.replace("$", "$$"))
