"""What ppcl writes builds as the program itself does, or the program stays as it is."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

BASE = Path(__file__).resolve().parents[1] / "cases" / "layout" / "base"
INDEX = "table[i + j * rows]"
CHOICE = "{}\n#define LESS 1\n#else\n#define LESS 0\n#endif\n"
CHARACTER = "static const char mark = '\\377';\n#define LESS (mark > 0)\n"
DEFAULT = "#ifndef LESS\n#define LESS 0\n#endif\n"
# What ordinary hosts ask for.
ORDINARY = """\
#define LESS 0
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#if defined(_WIN32) || defined(_MSC_VER)
#include <windows.h>
#define sleep(n) Sleep(1000 * (n))
#endif
#if defined(__linux__) && !defined(__CUDACC__)
static int is_linux(void) { return 1; }
#else
static int is_linux(void) { return 0; }
#endif
#ifdef __cplusplus
extern "C" {
#endif
#if __STDC_VERSION__ >= 199901L
#define INLINE inline
#else
#define INLINE
#endif
#if __GNUC__ >= 4
static int is_new(void) { return is_linux(); }
#endif
#if defined(__clang__) || __GNUC__ > 6
#define UNUSED __attribute__((unused))
#else
#define UNUSED
#endif
#ifdef __clang__
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#endif
#ifdef _OPENMP
#include <omp.h>
#endif
static INLINE int ordinary(int n UNUSED)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return is_new();
#endif
}
#ifdef __cplusplus
}
#endif
"""
# The build line, what the host begins with, and the code of what is said of it: a change, an index
# that is another one, or that it is not known in this build.
BUILDS = {
    "of an older compiler": ("cc", CHOICE.format("#if __GNUC__ > 40"), "PPC013"),
    "of another compiler": ("cc", CHOICE.format("#if defined(__other_compiler)"), "PPC013"),
    "a character": ("cc", CHOICE.format("#if '\\377' > 0"), "PPC013"),
    "a character without a sign": ("cc -funsigned-char", CHARACTER, "PPC204"),
    "a character whose sign is taken back": (
        "cc -funsigned-char -fsigned-char",
        CHARACTER,
        "PPC201",
    ),
    "an option of types": ("cc -fshort-enums", DEFAULT, "PPC013"),
    "a compiler for another machine": ("arm-linux-gnueabihf-gcc", DEFAULT, "PPC013"),
    "a compiler with a standard of its own": ("c99", CHOICE.format("#ifdef LESS"), "PPC013"),
    "another machine": ("cc -mx32", DEFAULT, "PPC013"),
    "a number of the compiler's": ("cc", CHOICE.format("#if !__GNUC_PATCHLEVEL__"), "PPC013"),
    "a name of one compiler": ("cc", CHOICE.format("#ifndef __UINTPTR_WIDTH__"), "PPC013"),
    "a length of the compiler's": ("cc", "#define LESS (sizeof(__VERSION__) < 10)\n", "PPC013"),
    "a length by an array": (
        *("cc", "static const char made[] = __VERSION__;\n#define LESS (sizeof(made) < 10)\n"),
        "PPC013",
    ),
    "a number by an option": (
        *("cc -ffast-math", "#include <math.h>\n#define LESS (math_errhandling == 0)\n", "PPC013"),
    ),
    "a newer OpenCL": (
        *("cc", "#include <CL/cl.h>\n" + CHOICE.format("#ifndef CL_QUEUE_SIZE"), "PPC013"),
    ),
    "an extension of OpenCL": (
        *("cc", CHOICE.format("#ifdef CL_CONTEXT_OFFLINE_DEVICES_AMD"), "PPC013"),
    ),
    "a default of what a compiler may define": (
        *(
            "cc",
            "#ifndef __GCC_ONE\n#define __GCC_ONE 0\n#endif\n#define LESS __GCC_ONE\n",
            "PPC013",
        ),
    ),
    "a default of what a machine may define": (
        *(
            "cc",
            "#ifndef __PCLMUL__\n#define __PCLMUL__ 0\n#endif\n#define LESS __PCLMUL__\n",
            "PPC013",
        ),
    ),
    "fast, taken back": (
        *("cc -ffast-math -fsigned-zeros", CHOICE.format("#ifdef __FAST_MATH__"), "PPC013"),
    ),
    "fast": ("cc -fPIC -ffast-math", CHOICE.format("#ifndef __FAST_MATH__"), "PPC201"),
    "a header's, by an option": (
        *("cc -mfma", "#include <math.h>\n" + CHOICE.format("#ifdef FP_FAST_FMA"), "PPC013"),
    ),
    "a header's mark": (
        *("cc", "#include <stdbool.h>\n" + CHOICE.format("#ifdef _STDBOOL_H"), "PPC013"),
    ),
    "a header's number": (
        *("cc", "#include <math.h>\n" + CHOICE.format("#ifndef M_PI"), "PPC201"),
    ),
    "an operator": ("cc", CHOICE.format("#if __has_attribute(no_such)"), "PPC013"),
    "in the code": ("cc", "#define LESS (__GNUC__ > 40)\n", "PPC013"),
    "in the code, but of the machine": ("cc", "#define LESS (__SIZEOF_INT__ > 4)\n", "PPC201"),
    "without an option": ("cc -O0", CHOICE.format("#ifdef _OPENMP"), "PPC201"),
    "an option": ("cc -fopenmp", CHOICE.format("#ifndef _OPENMP"), "PPC201"),
    "its other branch": ("cc -pthread", CHOICE.format("#ifdef _REENTRANT"), "PPC204"),
    "optimised": ("cc -O2", CHOICE.format("#ifndef __OPTIMIZE__"), "PPC201"),
    "a folder of quotes": ("cc -iquote a -I b", '#include "less.h"\n', "PPC204"),
    "a folder that is not known": ("cc @more -I b", '#include "less.h"\n', "PPC013"),
    "a folder beside it": ("cc -Wp,-DMORE -I b", '#include "b/less.h"\n', "PPC201"),
    "an option that names no folder": (
        *("cc -fno-plt -mno-red-zone -I b", '#include "less.h"\n', "PPC201"),
    ),
    "an option that is not known": ("cc -fno-such", DEFAULT, "PPC013"),
    "a word for the preprocessor": ("cc -Wp,-DLESS=1", DEFAULT, "PPC013"),
    "a file of words": ("cc @flags", DEFAULT, "PPC013"),
    "a file of macros": ("cc -imacros a/less.h", DEFAULT, "PPC013"),
    "a variable": ("F=-DLESS=1; cc $F", DEFAULT, "PPC013"),
    "an environment": ("CPATH=a cc", CHOICE.format('#if __has_include("less.h")'), "PPC013"),
    "usual words": ("cc -O2 -g -Wall -march=native -fPIC -ffast-math", DEFAULT, "PPC201"),
    "an ordinary host": ("cc -O2", ORDINARY, "PPC201"),
    "an ordinary host with threads": ("cc -O2 -fopenmp", ORDINARY, "PPC201"),
    "a given one": ("cc -DLESS=0 -Wp,-DMORE=1", DEFAULT, "PPC201"),
}


@pytest.mark.parametrize("name", BUILDS)
def test_the_own_build(
    name: str, ppcl: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    call, begin, code = BUILDS[name]
    line = f"{call} -std=gnu99 -c host.c"
    folder = tmp_path / "before"
    write_program(folder, line, begin)
    done = ppcl("compile", folder, "--target", "amd-cpu", "-o", tmp_path / "after")
    assert done.returncode == 0, done.stderr
    assert code in done.stderr
    assert ("PPC201" in done.stderr) == (code == "PPC201")
    if code == "PPC201":
        after = tmp_path / "after"
        built = subprocess.run(line, shell=True, cwd=after, capture_output=True, check=False)
        assert built.returncode == 0, built.stderr


def test_a_word_that_is_not_understood_is_told(
    ppcl: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    write_program(tmp_path / "one", "CPATH=a cc -O2 -Wp,-DM host.c", DEFAULT)
    done = ppcl("compile", tmp_path / "one", "--target", "amd-cpu", "--remarks", "all")
    assert (
        "not understood in the command that compiles this: 'CPATH=a', '-Wp,-DM' [PPC132]"
        in done.stderr
    )


def write_program(folder: Path, line: str, begin: str) -> None:
    shutil.copytree(BASE, folder)
    for name, value in (("a", 1), ("b", 0)):
        (folder / name).mkdir()
        (folder / name / "less.h").write_text(f"#define LESS {value}\n")
    (folder / "more").write_text("-DMORE=1")
    host = (BASE / "host.c").read_text()
    assert host.count(INDEX) == 1
    (folder / "host.c").write_text(begin + host.replace(INDEX, "table[i + j * (rows - LESS)]"))
    program = '[program]\nname = "own"\nsources = ["host.c", "kernel.cl"]\n'
    (folder / "ppcl.toml").write_text(f"{program}[build]\ncommand = '''{line}'''\n")
