"""The options that the host builds its kernels with: their macros and include folders."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.walk.opencl_objects import BuildOptions
from ppcl.diag import Remark
from ppcl.frontend import ParseOptions
from ppcl.source import SourceFile


@dataclass(frozen=True)
class KernelOptions:
    """Defines and include folders for all kernels; `remark` where they are not known."""

    defines: tuple[str, ...]
    include_dirs: tuple[str, ...]
    remark: Remark | None

    def added_to(self, options: ParseOptions) -> ParseOptions:
        """Options of the command line with the host's in front, so that the user's win."""
        return replace(
            options,
            defines=(*self.defines, *options.defines),
            include_dirs=(*options.include_dirs, *self.include_dirs),
        )


def kernel_options(
    found: Sequence[BuildOptions], given: ParseOptions, files: Mapping[str, SourceFile]
) -> KernelOptions:
    """What the host's `clBuildProgram` calls say. Where a text is not followed, or two differ,
    the kernels are read with the command line's options alone; `-D` there says that they are so.
    """
    parsed = [_parsed(options.text) for options in found]
    if found and (None in parsed or len(set(parsed)) > 1):
        wrong = next((o for o, p in zip(found, parsed, strict=True) if p is None), found[-1])
        message = "the options that kernels are built with are not followed: give them with -D"
        place = files[wrong.at.span.file].location(wrong.at.span.start)
        said = None if given.defines else Remark("analysis", "PPC110", message, place)
        return KernelOptions((), (), said)
    defines, folders = parsed[0] or ((), ()) if parsed else ((), ())
    return KernelOptions(defines, folders, None)


def _parsed(text: str | None) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    if text is None:
        return None
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    return tuple(_values(words, "-D")), tuple(_values(words, "-I"))


def _values(words: Sequence[str], flag: str) -> Iterable[str]:
    """What stands behind a flag, joined to it or as the next word."""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == flag:
            yield following
        elif word.startswith(flag):
            yield word[len(flag) :]
