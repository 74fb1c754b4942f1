"""What the words of a compiler's command say to the preprocessor.

A word is known to say nothing, or is read (`compile_commands`), or handed on to the parser, or what
it says is not known. What options make of the compiler's own macros stands by itself.

Sources: "Invoking GCC" (GCC 12), "Clang command line argument reference" (Clang 18).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

# Of this machine and its C library: one with another prefix is for others.
COMPILER = re.compile(
    r"(.*/)?(x86_64(-pc|-unknown)?-linux-gnu-)?(cc|gcc|clang|c\+\+|g\+\+|clang\+\+)(-[\d.]+)?\Z"
)
_CROSS = re.compile(r"(.*/)?[\w.]+-[\w-]*(cc|gcc|clang|c\+\+|g\+\+|clang\+\+)(-[\d.]+)?\Z")
# The next word is theirs.
_READ_IN_PAIRS = frozenset(["-I", "-isystem", "-iquote", "-D", "-U", "-include"])
_SILENT_PAIRS = frozenset(
    ["-o", "-l", "-L", "-MF", "-MT", "-MQ", "-Xlinker", "-u", "-z", "--param", "-framework"]
)
_READ = r"-(I|D|isystem|iquote|std=).+"
# Names that are not the compiler's may be taken back: `-D` is read so.
_TAKEN_BACK = r"-U(?!_|linux\Z|unix\Z|i386\Z)\w+"
_SILENT = (
    r"(?!-)[\w./+=,:-]*",  # a file
    r"-(c|v|w|s|p|pg|pipe|shared|static|rdynamic|pie|no-pie|static-lib\w+|coverage|pthread)",
    r"-(l|L).+|-O\w*|-g[\w=.-]*|-o.+|-M(D|MD|P|G)?|-pedantic(-errors)?|-save-temps\S*",
    r"-W(l,.*|a,.*|[\w+=-]*)",
    r"-m(64|(arch|tune|cpu|fpu|cmodel|prefer-vector-width)=\S+|(no-)?red-zone|"
    r"(no-)?(mmx|sse|ssse|avx|fma|f16c|bmi|popcnt|aes|lzcnt)[\w.]*)",
)
# Floats may be computed otherwise: several of these together make __FAST_MATH__.
_FLOATS = r"""
    fast-math math-errno unsafe-math-optimizations finite-math-only associative-math reciprocal-math
    trapping-math signed-zeros rounding-math signaling-nans fp-contract=\w+
"""
_SILENT_F = r"""
    pic PIC pie PIE plt lto\S* common strict-aliasing trapv inline\S* omit-frame-pointer exceptions
    rtti openmp openmp-simd openmp=\w+ unroll-\S+ tree-\S+ vectorize slp-vectorize stack-\S+
    sanitize\S* data-sections function-sections visibility\S* diagnostics-\S+ color-diagnostics
    message-length=\d+ permissive asynchronous-unwind-tables unwind-tables merge-constants
    delete-null-pointer-checks cf-protection\S* max-errors=\d+ profile-\S+ builtin\S*
    caret-diagnostics show-column use-linker-plugin prefetch-loop-arrays semantic-interposition
    ident threadsafe-statics use-ld=\w+ verbose-asm syntax-only gcse\S* schedule-insns\S* ipa-\S+
    ira-\S+ loop-\S+ graphite\S* peel-loops split-\S+ vect-cost-model=\w+ align-\S+ reorder-\S+
    rename-registers web whole-program devirtualize\S* optimize-sibling-calls crossjumping
    predictive-commoning tracer template-\S+ constexpr-\S+
"""


def _any_of(words: str) -> str:
    return rf"(no-)?({'|'.join(words.split())})"


# Of two that say the same, the last counts, as it does for the parser.
_HANDED_ON = r"-f(no-)?(un)?signed-char|-pthread"
_F = rf"-f({_any_of(_SILENT_F)}|{_any_of(_FLOATS)}|strict-overflow|no-wrapv)"
_PATTERNS = (_READ, _TAKEN_BACK, *_SILENT, _HANDED_ON, _F)
_KNOWN = re.compile("|".join(rf"(?:{pattern})" for pattern in _PATTERNS))
# Of words that are not understood: what is said to the preprocessor, to find headers, to the
# linker, and of warnings; files; what a shell is told beside. Others may change what types and
# values there are, as may a file of options and what a shell puts in.
_OF_TEXT = re.compile(
    r"-([DUILlXinT]|W(?!p,)|Wp,-[DUIMi]).*"
    r"|[\w./+~*?\[][\w./+,:~*?\[\]{}()&%#@ -]*"
    r"|(export )?(CPATH|(C\w*_INCLUDE|(LD_)?LIBRARY)_PATH|LANG|LC_\w+|TMPDIR)=[^$`]*"
    r"|(export )?\w+=\d*"
    r"|set [-+]\w+|[|&;<>]+|\(compiled twice, .*"
)


def changes_values(word: str) -> bool:
    """Whether a word that is not understood may change what the types and values of a text are."""
    return bool(_CROSS.match(word)) or not _OF_TEXT.fullmatch(word)


def handed_on(words: Iterable[str]) -> tuple[str, ...]:
    """The options that the parser gets, as they change what a text means."""
    return tuple(word for word in words if re.fullmatch(_HANDED_ON, word))


def unheard(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a compiler's call of which is not known what they say."""
    return tuple(_unheard(words))


def _unheard(words: Sequence[str]) -> Iterator[str]:
    if not COMPILER.match(words[0]):
        yield words[0]
    rest = iter(words[1:])
    for word in rest:
        if word in _SILENT_PAIRS:
            next(rest, None)
        elif word in _READ_IN_PAIRS:
            value = next(rest, "")
            if word == "-U" and not re.fullmatch(_TAKEN_BACK, word + value):
                yield f"{word} {value}"
        elif not _KNOWN.fullmatch(word):
            yield word


class _ByOption(NamedTuple):
    """A macro with the options that it hangs on, and those that define it; its value is one of
    several."""

    name: str
    value: str
    hangs_on: str
    defining: str


_VECTORS = ("avx", "avx2", "avx512f", "fma", "f16c", "sse3", "ssse3", "bmi", "bmi2", "popcnt")
_BY_OPTION = (
    _ByOption("_OPENMP", "201511", r"-f(no-)?openmp\b(?!-simd\Z).*", "-fopenmp"),
    _ByOption(
        *("_REENTRANT", "1", r"-pthread|-f(no-)?(openmp|openacc|tree-parallelize).*", "-pthread")
    ),
    _ByOption("__OPTIMIZE__", "1", "-O.*", r"-O([1-9sgz]|fast)?"),
    _ByOption(*("__FAST_MATH__", "1", rf"-Ofast|-f(?!{_any_of(_SILENT_F)}\Z).*", "-ffast-math")),
    *(
        _ByOption(f"__{name.upper()}__", "1", r"-m(?!64\Z|tune=).*", f"-m{name}")
        for name in _VECTORS
    ),
)
BY_OPTION = frozenset(each.name for each in _BY_OPTION)


def speaking(words: Iterable[str]) -> tuple[str, ...]:
    """The options on which macros of the compiler's own hang."""
    return tuple(w for w in words if any(re.fullmatch(each.hangs_on, w) for each in _BY_OPTION))


def defined_by(options: Sequence[str]) -> dict[str, str]:
    """The macros that such options define for certain, and a value of each."""
    found = ((each, [w for w in options if re.fullmatch(each.hangs_on, w)]) for each in _BY_OPTION)
    return {
        each.name: each.value
        for each, own in found
        if own and all(re.fullmatch(each.defining, word) for word in own)
    }


def undefined_by(options: Sequence[str]) -> frozenset[str]:
    """The macros of which no such option speaks."""
    return frozenset(
        each.name
        for each in _BY_OPTION
        if not any(re.fullmatch(each.hangs_on, word) for word in options)
    )
