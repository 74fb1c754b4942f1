"""Macros by which a kernel asks what it is compiled for: a device may answer as ppcl does not."""

import re
from collections.abc import Iterator, Sequence

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.analysis.names.branches import has_text_beside
from ppcl.frontend import Conditional, conditionals, directives_in, is_include_guard
from ppcl.frontend.conditionals import Directive

# Names that are the compiler's to define, by the standards and (the last ones) as pocl and clang
# do, and those of them that each one defines, or none.
OF_COMPILERS = re.compile(
    r"_|cl_|CL_VERSION_|FP_FAST_FMA|POCL_|"
    r"(?:CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE|MAX_WORK_DIM|linux|unix)$"
)
_CERTAIN = frozenset({"__OPENCL_VERSION__", "__OPENCL_C_VERSION__", "__cplusplus"})
_ASKING = frozenset(["if", "ifdef", "ifndef", "elif", "else", "endif"])


def texts_of(unit: KernelUnit, facts: Facts) -> list[bytes]:
    """The kernels' text, from files or from literals of the host."""
    literals = next((program.literals for program in unit.programs if program.literals), ())
    paths = (path for path in unit.unit.files if not (literals and path == unit.unit.path))
    whole = [b"".join(part.value for part in literals)] if literals else []
    return [*whole, *(facts.files[path].data for path in paths)]


def device_names(unit: KernelUnit, facts: Facts) -> list[str]:
    """The names on which more hangs than what is asked of a compiler, or an error."""
    own = {macro.name for macro in unit.unit.macros}
    own |= {define.partition("=")[0] for define in unit.defines}
    found = {
        name
        for text in texts_of(unit, facts)
        for group in conditionals(text)
        if not (is_include_guard(text, group) or _is_idle(text, group))
        for name in _asked(group.directives)
    }
    return sorted(name for name in found - own if OF_COMPILERS.match(name))


def _is_idle(text: bytes, group: Conditional) -> bool:
    inside = [d for branch in group.branches for d in directives_in(text, *branch)]
    quiet = all(d.name in _ASKING or d.name == "error" or _is_extension(d) for d in inside)
    return quiet and not any(has_text_beside(text, *branch) for branch in group.branches)


def _is_extension(directive: Directive) -> bool:
    words = [token.text for token in directive.tokens[:2]]
    return directive.name == "pragma" and words == [b"OPENCL", b"EXTENSION"]


def _asked(directives: Sequence[Directive]) -> Iterator[str]:
    """The names that conditions ask for, save where a certain one is asked whether it is there."""
    for directive in directives:
        words = [token.text.decode("utf-8", "replace") for token in directive.tokens]
        for position, word in enumerate(words):
            before = [each for each in words[:position] if each != "("][-1:]
            exists = directive.name in ("ifdef", "ifndef") or before == ["defined"]
            if directive.tokens[position].kind == "word" and not (exists and word in _CERTAIN):
                yield word
