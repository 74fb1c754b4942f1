"""The compiler and the runtime know a program by the same key (program_key.c)."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ppcl.backend.key import key_of, used_defines
from ppcl.frontend import HEADERS
from ppcl.verify.execute import execute

RUNTIME = Path(__file__).resolve().parents[3] / "templates" / "runtime" / "c"
KERNELS = """
#include "ppcl_compiler.h"
static const struct ppcl_program ppcl_programs[] = {{"", 0, 0, "", NULL, 0}};
static const unsigned ppcl_program_count = 1;
"""
HARNESS = """
#include "ppcl.c"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *line(void)
{
    static char hex[1 << 16];
    char *text;
    size_t i, length;

    if (!fgets(hex, sizeof hex, stdin))
        exit(0);
    length = strcspn(hex, "\\n") / 2;
    text = (char *)calloc(length + 1, 1);
    for (i = 0; i < length; i++)
        sscanf(hex + 2 * i, "%2hhx", (unsigned char *)text + i);
    return text;
}

int main(void)
{
    for (;;) {
        char *text = line(), *options = line();
        struct rt_key key;

        if (rt_make_key(text, options, &key) == CL_SUCCESS)
            printf("%llu %zu %s\\n", (unsigned long long)key.hash, key.length, key.options);
        else
            printf("error\\n");
    }
}
"""
TEXTS = [
    b"",
    b"kernel void k() { }",
    b"kernel void k() { }\r\n\r\n",
    b"a \t\n  b\v\f\r\n\n",
    b"  \n\n",
    b"\n\na",
    b"caf\xc3\xa9 \xff \n",
]
OPTIONS = [
    "",
    "-D A",
    "-DB=2 -D A -DB=3",
    "-cl-fast-relaxed-math -DA -cl-fast-relaxed-math",
    "-I x -I. -w -DA -Werror",
    "-D 'A' -DF(x)=x",
    '-DT="a b" -DS=c',
    "-DB -DA -I",
    "  -DZ\t-DY\n-cl-std=CL1.2 ",
    "-DAB -DA -DA=1 -DAB=2",
    '-DQ="open -DA',
    "-D-D -DA",
    "-cl-mad-enable -DR=2 -cl-std=CL2.0",
]
# A -D without a name is an error of the host, which the runtime reports.
PARTS = [
    "-DA",
    "-D B=1",
    "-cl-x ",
    "-cl-fast-relaxed-math ",
    " ",
    "-I",
    '"',
    "=2",
    "-w ",
    "C",
    "\t-DC ",
]
Keys = Callable[[list[tuple[bytes, str]]], list[str]]


@pytest.fixture(scope="module")
def keys_of(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    """What the runtime makes of texts and options."""
    if shutil.which("cc") is None:
        pytest.skip("NO C COMPILER: the runtime's keys were not compared")
    folder = tmp_path_factory.mktemp("key")
    (folder / "kernels.c").write_text(KERNELS)
    (folder / "keys.c").write_text(HARNESS)
    line = f"cc -O0 -w -I. -I{RUNTIME} -I{HEADERS} keys.c -o keys -lm -lpthread"
    built = execute(line, folder, {}, timeout=60)
    assert built.status == 0, built.stderr

    def keys(pairs: list[tuple[bytes, str]]) -> list[str]:
        lines = [f"{text.hex()}\n{options.encode().hex()}\n" for text, options in pairs]
        (folder / "input").write_text("".join(lines))
        done = execute("./keys < input", folder, {}, timeout=60)
        assert done.status == 0, done.stderr
        return done.stdout.splitlines()

    return keys


def test_the_runtime_makes_the_same_keys(keys_of: Keys) -> None:
    pairs = [(text, options) for text in TEXTS for options in OPTIONS]
    wanted = [key_of(text, options) for text, options in pairs]
    assert keys_of(pairs) == [f"{key.hash} {key.length} {key.options}" for key in wanted]


def test_on_texts_and_options_of_any_kind(keys_of: Keys) -> None:
    draw = Random(5)
    pairs = [
        (bytes(draw.choices(b"ab \t\r\n\f\v;", k=12)), "".join(draw.choices(PARTS, k=6)))
        for _ in range(500)
    ]
    wanted = [key_of(text, options) for text, options in pairs]
    assert keys_of(pairs) == [f"{key.hash} {key.length} {key.options}" for key in wanted]


def test_options_that_define_no_macro_are_no_part_of_a_key() -> None:
    options = "-cl-std=CL2.0 -cl-mad-enable -DN=4 -cl-kernel-arg-info -cl-fast-relaxed-math -w"
    assert key_of(b"", options).options == "-DN=4 -cl-fast-relaxed-math"


def test_macros_that_a_text_does_not_use_are_no_part_of_a_key() -> None:
    given = ("SIZE=N * 2", "N=8", "TIMING", "F(x)=x", "SI=1")
    assert used_defines(given, b"int a[SIZE]; F(1)") == ("SIZE=N * 2", "N=8", "F(x)=x")
