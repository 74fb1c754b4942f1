"""The options that the host builds its kernels with: their macros and include folders."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.walk.opencl_objects import BuildOptions
from ppcl.diag import Remark
from ppcl.frontend import ParseOptions
from ppcl.source import SourceFile

_STANDARD = "-cl-std="
# Options that define a macro (OpenCL 1.2, 5.6.4.3).
_MACROS = {"-cl-fast-relaxed-math": "__FAST_RELAXED_MATH__=1"}


@dataclass(frozen=True)
class KernelOptions:
    """Defines, include folders and the standard for all kernels; `remark` where they are not
    known."""

    defines: tuple[str, ...]
    include_dirs: tuple[str, ...]
    remark: Remark | None
    standard: str | None = None

    def added_to(self, options: ParseOptions) -> ParseOptions:
        """Options of the command line with the host's in front, so that the user's win."""
        return replace(
            options,
            defines=(*self.defines, *options.defines),
            include_dirs=(*options.include_dirs, *self.include_dirs),
            standard=self.standard or options.standard,
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
    return (parsed[0] if parsed else None) or KernelOptions((), (), None)


def _parsed(text: str | None) -> KernelOptions | None:
    if text is None:
        return None
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    defines = [*_values(words, "-D"), *(m for flag, m in _MACROS.items() if flag in words)]
    standard = next((w.removeprefix(_STANDARD) for w in words if w.startswith(_STANDARD)), None)
    return KernelOptions(tuple(defines), tuple(_values(words, "-I")), None, standard)


def _values(words: Sequence[str], flag: str) -> Iterable[str]:
    """What stands behind a flag, joined to it or as the next word."""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == flag:
            yield following
        elif word.startswith(flag):
            yield word[len(flag) :]
