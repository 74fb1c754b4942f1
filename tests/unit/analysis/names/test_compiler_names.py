"""What is believed of compilers is what those that are installed say."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import pytest

from ppcl.analysis.names.compiler_names import DEFINED, NONZERO, RESERVED, VALUES
from ppcl.frontend import HEADERS, ParseOptions, defined_by, parse_host, undefined_by
from ppcl.frontend.compiler_words import speaking, unheard

COMPILERS = [name for name in ("gcc", "g++", "clang", "clang++") if shutil.which(name)]
STANDARDS = {"c": ("", "-std=c99", "-std=gnu89", "-std=c11"), "c++": ("", "-std=c++11")}
# Words of which ppcl believes that they leave all on the lists as it is.
SILENT = (
    *("-O3", "-g", "-pipe", "-fPIC", "-march=x86-64", "-mtune=generic", "-mavx2", "-fopenmp"),
    *("-pthread", "-fno-strict-aliasing", "-fno-common", "-fno-exceptions", "-ffast-math"),
    *("-fstack-protector-strong", "-funroll-loops", "-fno-builtin", "-fvisibility=hidden"),
    *("-fno-plt", "-ftrapv", "-fno-inline", "-fsanitize=address", "-mcmodel=medium"),
)


@cache
def said(compiler: str, *words: str) -> dict[str, str]:
    """The macros that a compiler has of its own."""
    command = [compiler, "-w", *words, "-x", language_of(compiler), "-dM", "-E", "/dev/null"]
    text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = re.findall(r"^#define (\w+)(?:\([^)]*\))? ?(.*)$", text, re.MULTILINE)
    return dict(found)


def language_of(compiler: str) -> str:
    return "c++" if compiler.endswith("++") else "c"


def asked(compiler: str, word: str, names: Sequence[str], condition: str) -> set[str]:
    """The names of which a condition holds."""
    text = "".join(f"#if {condition.format(n)}\nholds {n}x\n#endif\n" for n in names)
    command = [compiler, "-w", *word.split(), "-x", language_of(compiler), "-E", "-P", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return set(re.findall(r"holds (\w+)x", done.stdout))


def agrees(folder: Path, language: str, word: str, conditions: Iterable[str]) -> bool:
    """Whether none of these conditions holds for ppcl's own parser."""
    standard = word.removeprefix("-std=") or {"c": "gnu11", "c++": "gnu++17"}[language]
    (folder / "host").write_text(
        "".join(f"#if {each}\n#error {each}\n#endif\n" for each in conditions)
    )
    return not parse_host(folder, "host", ParseOptions(standard=standard), {}).problems


CASES = [(c, word) for c in COMPILERS for word in STANDARDS[language_of(c)]]


@pytest.mark.parametrize(("compiler", "word"), CASES)
def test_all_define_the_same(compiler: str, word: str, tmp_path: Path) -> None:
    own = asked(compiler, word, sorted(DEFINED), "defined({})")
    others = [f"!defined({name})" if name in own else f"defined({name})" for name in DEFINED]
    assert agrees(tmp_path, language_of(compiler), word, sorted(others))
    assert asked(compiler, word, sorted(own & NONZERO), "{}") == own & NONZERO


@pytest.mark.parametrize(("compiler", "word"), CASES)
def test_all_give_the_same_values(compiler: str, word: str, tmp_path: Path) -> None:
    values = said(compiler, *word.split())
    others = [f"{name} != ({values[name]})" for name in sorted(VALUES & values.keys())]
    assert agrees(tmp_path, language_of(compiler), word, others)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_words_that_say_nothing_change_no_name(compiler: str) -> None:
    assert unheard(["cc", *SILENT]) == ()
    one, other = said(compiler), said(compiler, *SILENT)
    assert {n for n in DEFINED if (n in one) != (n in other)} == set()
    assert {n for n in NONZERO | VALUES if one.get(n) != other.get(n)} == set()


# Words of options, on which some macros hang.
SPOKEN = [
    *("-O2", "-Ofast", "-O2 -O0", "-Og", "-O", "-fopenmp", "-pthread", "-fopenmp -fno-openmp"),
    *("-ffast-math", "-ffast-math -fsigned-zeros", "-ffast-math -fno-finite-math-only"),
    *("-ffast-math -ftrapping-math", "-ffast-math -fmath-errno", "-ffast-math -frounding-math"),
    *("-ffast-math -fno-fast-math", "-funsafe-math-optimizations", "-fno-signed-zeros"),
    *("-ffast-math -fno-associative-math", "-ffast-math -fno-reciprocal-math"),
    *("-ffast-math -fsignaling-nans", "-ffast-math -ffp-contract=off", "-Ofast -fno-fast-math"),
    *("-mavx2", "-mavx2 -mno-avx", "-mfma", "-mssse3", "-march=x86-64", "-ffast-math -O0 -fPIC"),
    *("-ftree-parallelize-loops=4", "-fopenmp-simd", "-ffast-math -fexcess-precision=standard"),
]


@pytest.mark.parametrize("compiler", [c for c in COMPILERS if language_of(c) == "c"])
@pytest.mark.parametrize("spoken", SPOKEN)
def test_what_options_define(compiler: str, spoken: str) -> None:
    options = speaking(spoken.split())
    own = said(compiler, *spoken.split()).keys()
    if not own:
        pytest.skip("it does not know them")
    assert defined_by(options).keys() <= own
    assert undefined_by(options).isdisjoint(own)


# Headers of which compilers have their own.
OWN = ("stddef.h", "stdarg.h", "stdbool.h", "float.h", "limits.h", "iso646.h", "stdalign.h")


@pytest.mark.parametrize("compiler", [c for c in COMPILERS if language_of(c) == "c"])
def test_the_compilers_own_headers(compiler: str) -> None:
    """What these define is in ppcl's that stand for them, or not believed."""
    command = [compiler, "-print-file-name=include"]
    folder = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    for name in OWN:
        more = names_in(Path(folder, name)) - names_in(HEADERS / "c" / name)
        # What is taken back again, and what the C library defines in their place.
        more = {each for each in more if not each.startswith("__need_")} - {"MB_LEN_MAX"}
        assert {each for each in more if not RESERVED.fullmatch(each)} == set()


def names_in(path: Path) -> set[str]:
    text = path.read_text(errors="replace")
    return set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.MULTILINE))
