"""What the compiler defines by itself is asked for: who answers alike, and where it matters."""

from pathlib import Path

import pytest

from ppcl.analysis.names.compilers import Compilers
from ppcl.analysis.names.named_numbers import named_numbers
from ppcl.analysis.names.open_names import open_names
from ppcl.frontend import Question, conditionals, options_of_words, parse_host, questions
from tests.unit.analysis.launched import read

# Conditions that have one answer, and such as have several, for a call of a compiler.
AGREED = {
    "#ifdef __APPLE__": "cc",
    "#if defined(_WIN32) || defined(_MSC_VER)": "cc",
    "#if _MSC_VER >= 1400": "cc",
    "#if defined(__linux__) && !defined __CUDACC__": "cc",
    "#if __linux__": "cc",
    "#ifdef __cplusplus": "cc",
    "#ifdef __GNUC__": "cc",
    "#if (__GNUC__) >= 4": "cc",
    "#if __GNUC__ > 3 && defined(TRACE)": "cc",
    "#if __STDC_VERSION__ >= 199901L": "cc",
    "#if __STDC_VERSION__ == 201112L": "cc -std=c11",
    "#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && __SIZEOF_POINTER__ == 8": "cc",
    "#if defined(_OPENMP)": "cc -O2",
    "#ifdef _OPENMP ": "cc -fopenmp",
    "#ifdef _REENTRANT": "cc -pthread",
    "#ifdef __OPTIMIZE__": "cc -O2",
    "#ifndef __OPTIMIZE__": "cc",
    "#ifdef __AVX2__": "cc -mavx2",
    "#ifdef __AVX__": "cc -O3",
    "#if TRACE > 2": "cc",
    "#ifdef _DEBUG": "cc",
    "#if INT_MAX > 32767": "cc",
    "#if LONG_MAX > 2147483647L": "cc",
    "#if !defined(NULL) || !defined(RAND_MAX) || !defined(EXIT_SUCCESS)": "cc -pthread",
    "#ifdef M_PI": "cc -std=c99 -O2 -fopenmp -ffast-math",
    "#ifdef INFINITY": "cc",
    "#ifdef PATH_MAX": "cc -O2",
    "#if defined(PATH_MAX)": "cc -std=c99 -pthread",
    "#ifdef CL_DEVICE_BOARD_NAME_AMD": "cc",
    "#ifdef LLONG_MAX": "cc -std=c99",
    "#ifdef _MATH_H": "cc",
    "#ifdef _GNU_SOURCE": "cc",
    "#ifdef __FAST_MATH__": "cc -ffast-math -fPIC",
    "#ifdef __LP64__": "cc -U_FORTIFY_SOURCE",
    "#ifdef _WIN32": "nvcc",
    "#if OWN > 3": "cc",
    "#ifdef CL_VERSION_1_2": "cc",
    "#ifdef CL_VERSION_2_0": "cc -DCL_TARGET_OPENCL_VERSION=120",
    "#ifdef OF_COMPILER": "cc",
    "#if OF_SYSTEM && !RECURSIVE": "cc",
}
DISPUTED = {
    "#if __GNUC__ > 4": "cc",
    "#if !__GNUC_PATCHLEVEL__": "cc",
    "#ifdef __UINTPTR_WIDTH__": "cc",
    "#if __LINE__ > 3": "cc",
    "#if __COUNTER__": "cc",
    "#ifdef __STDC_IEC_559__": "cc -ffast-math",
    "#ifdef FP_FAST_FMA": "cc -mfma",
    "#ifdef _STDBOOL_H": "cc",
    "#ifdef _SIZE_T": "cc",
    "#ifdef FLT_TRUE_MIN": "cc",
    "#ifdef _POSIX_C_SOURCE": "cc -std=c99 -fopenmp",
    "#ifdef BIG_ENDIAN": "cc -std=c99",
    "#ifdef CL_CONTEXT_OFFLINE_DEVICES_AMD": "cc",
    "#ifdef __FAST_MATH__": "cc -ffast-math -fsigned-zeros",
    "#ifdef _REENTRANT": "cc -ftree-parallelize-loops=4",
    "#ifdef __LP64__": "cc -mx32",
    "#ifdef linux": "cc -Ulinux",
    "#ifdef __OPTIMIZE__ ": "cc -O2 -U__OPTIMIZE__",
    "#ifdef __INTEL_COMPILER": "icc",
    "#ifdef __x86_64__": "cc @more",
    "#if __SIZEOF_LONG__ == 8": "cc -m32",
    "#if !(__GNUC__ > 4)": "cc",
    "#if !__GNUC__ > 3": "cc",
    "#if __GNUC__ + 1 > 3": "cc",
    "#if __GNUC__ == 4": "cc",
    "#if !defined(__clang__)": "cc",
    "#ifdef __clang_major__": "cc",
    "#if __STDC_VERSION__ >= 201710L": "cc",
    "#if __STDC_VERSION__ >= 202000L": "cc -std=c2x",
    "#if '\\377' > 0": "cc",
    "#if CHAR_MIN < 0": "cc",
    "#ifdef __CHAR_UNSIGNED__": "cc",
    "#ifdef __OPTIMIZE__": "cc -O0 -O2",
    "#if defined _REENTRANT": "cc -fopenmp",
    "#if __has_attribute(optimize)": "cc",
    '#if defined(__has_include) && __has_include("x.h")': "cc",
    "#if _OPENMP >= 200805": "cc -fopenmp",
    "#ifdef __AVX__": "cc -march=native",
    "#ifdef __AVX2__": "cc -mno-avx2",
    "#ifdef __OWN_OF_COMPILERS__": "cc",
    "#ifdef CL_VERSION_2_0": "cc",
    "#ifndef CL_VERSION_3_0": "cc",
    "#if OF_COMPILER > 40600": "cc",
    "#if OF_COMPILER": "cc",
    "#if OF_SYSTEM + 1": "cc",
    "#if __GNUC_PREREQ(4, 3)": "cc",
}
TEXT = (
    "#include <limits.h>\n#include <stdlib.h>\n#include <math.h>\n#define OWN 4L\n"
    "#define OF_SYSTEM (__linux__ && __GNUC__ > 3)\n#define RECURSIVE RECURSIVE\n"
    "#define OF_COMPILER (__GNUC__ * 10000 + __GNUC_MINOR__ * 100)\n{}\n#endif\n"
)


@pytest.mark.parametrize(("asked", "call"), AGREED.items())
def test_who_compiles_does_not_matter(tmp_path: Path, asked: str, call: str) -> None:
    assert agreed(tmp_path, asked, call)


@pytest.mark.parametrize(("asked", "call"), DISPUTED.items())
def test_who_compiles_matters(tmp_path: Path, asked: str, call: str) -> None:
    assert not agreed(tmp_path, asked, call)


def agreed(folder: Path, asked: str, call: str) -> bool:
    text = TEXT.format(asked)
    (folder / "host.c").write_text(text)
    unit = parse_host(folder, "host.c", options_of_words(str(folder), call.split()), {})
    assert not unit.problems
    (group,) = conditionals(text.encode())
    return all(map(Compilers([unit]).agree, questions(group)))


def test_what_is_asked_for() -> None:
    (group,) = conditionals(b"#if A > 3 || (defined B && !C) || f(D) == 'x' || (E) <= 4\n#endif\n")
    assert questions(group) == {
        *(Question("A", True, 4), Question("B"), Question("f", True)),
        Question("C", is_zero=True),
        *(Question("D", True), Question("'x'", True), Question("E", True, 5)),
    }


# What hangs on the compiler, in two branches or one, and the text behind it.
FUNCTION = "static UNUSED int more(void) { return 1; }"
IDLE = {
    "attributes": (
        "#define UNUSED __attribute__((unused, noinline))\n#else\n#define UNUSED",
        FUNCTION,
    ),
    "with arguments": (
        "#define UNUSED __attribute__((format(printf, 1, 2)))\n#else\n#define UNUSED",
        "UNUSED int more(const char *, ...);",
    ),
    "a word": ("#define UNUSED __inline__\n#else\n#define UNUSED inline", FUNCTION),
    "a pragma": ('#pragma GCC diagnostic ignored "-Wunused-variable"', ""),
    "a pragma of kernels": ("#pragma OPENCL EXTENSION cl_khr_fp64 : enable", ""),
}
ACTIVE = {
    "a variable": (
        "#define UNUSED hot\n#else\n#define UNUSED used",
        "int more(void) { return UNUSED; }",
    ),
    "a layout": (
        "#define UNUSED __attribute__((packed))\n#else\n#define UNUSED",
        "struct more { int one; } UNUSED;",
    ),
    "a pragma": ("#pragma pack(1)", ""),
}


@pytest.mark.parametrize(("inside", "behind"), IDLE.values(), ids=IDLE)
def test_marks_are_idle(tmp_path: Path, inside: str, behind: str) -> None:
    assert foreign(tmp_path, inside, behind) == []


@pytest.mark.parametrize(("inside", "behind"), ACTIVE.values(), ids=ACTIVE)
def test_more_than_marks(tmp_path: Path, inside: str, behind: str) -> None:
    assert foreign(tmp_path, inside, behind) == ["__clang__"]


def foreign(folder: Path, inside: str, behind: str) -> list[str]:
    """What is not known in the own build of a program whose text hangs on the compiler."""
    facts = read(folder, f"int hot, used;\n#ifdef __clang__\n{inside}\n#endif\n{behind}\n", "")
    return [each.name for each in open_names(facts) if each.foreign and not each.is_number]


# What is said of compilers in the program's code, and what is not known in its own build: where
# more than a number hangs on it, and where not.
USED = {
    "a number": ("", "n = __GNUC__;", [], ["__GNUC__"]),
    "by another name": ("#define NEW (__GNUC__ > 4)\n", "n = NEW;", [], ["NEW"]),
    "a length": ("char text[__GNUC__];\n", "", ["__GNUC__"], []),
    "a text": ("", "puts(__VERSION__);", [], []),
    "a line": ("", "n = __LINE__;", [], []),
    "a size": ("", "n = __SIZEOF_INT__;", [], []),
    "in a check": ("#if __GNUC__ < 3\n#error old\n#endif\n", "n = 2;", [], []),
    "in conditions": (
        "#define NEW (__GNUC__ > 4)\n#if NEW\n#pragma GCC diagnostic push\n#endif\n",
        "n = 2;",
        *([], []),
    ),
}


@pytest.mark.parametrize(("before", "body", "more", "numbers"), USED.values(), ids=USED)
def test_compilers_in_code(
    tmp_path: Path, before: str, body: str, more: list[str], numbers: list[str]
) -> None:
    facts = read(tmp_path, before, body)
    found = [each for each in open_names(facts) if each.foreign]
    assert [each.name for each in found if not each.is_number] == more
    assert [n.name for n in named_numbers(facts.units, facts.files)] == numbers
    assert all(any(name in each.numbers for each in found) for name in numbers)
