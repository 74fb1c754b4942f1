"""Programs whose text is as long as the host says: by what it read, or by the file's length."""

from pathlib import Path

import pytest

from ppcl.analysis.model import ProgramModel
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.frontend import ParseOptions
from ppcl.targets import load
from tests.unit.analysis.kernels.test_programs import (
    HEADERS,
    KERNEL,
    MAIN,
    OPEN,
    SIZE,
    facts_of,
    program_of,
)

NOTHING = "__kernel void scale(__global float *x, float f) {}"
ROOM = "static char t[4096]; source = t;"
# Hosts that say how long the text is, and the same with the smallest change by which it is not.
LENGTHS = {
    "what was read": f"{OPEN} {ROOM} size_t length = fread(t, 1, sizeof t, file);",
    "what was read, or nothing": f"{OPEN} {ROOM}"
    "size_t length = file != NULL ? fread(t, 1, sizeof t, file) : 0; if (length == 0) exit(3);",
    "nothing, or what was read": f"{OPEN} {ROOM}"
    "size_t length = file == NULL ? 0 : fread(t, 1, sizeof t, file);",
    "what was read in a branch": f"{OPEN} {ROOM} size_t length = 0;"
    "if (file) length = fread(t, 1, sizeof t, file);",
    "read into memory of its own": f"{OPEN} char *t = calloc(4096, 1); source = t;"
    "size_t length = 0; if (file) { length = fread(t, 1, 4096, file); fclose(file); }",
    "memory for it, or nothing": f"{OPEN} size_t length = 0; char *t = NULL; if (file)"
    f"{{ {SIZE} t = malloc(size); length = fread(t, 1, size, file); }} source = t;",
    "what was read, by goto": f"{OPEN} {ROOM} size_t length = 0; if (!file) goto end;"
    "length = fread(t, 1, sizeof t, file); end: if (!length) return 3;",
    "the zero is put where it ends": f"{OPEN} {ROOM} size_t length = 0;"
    "if (file) { length = fread(t, 1, sizeof t - 1, file); t[length] = 0; }",
    "the zero is put there later": f"{OPEN} {ROOM}"
    "size_t length = file ? fread(t, 1, sizeof t - 1, file) : 0; t[length] = 0;",
    "the file's length": f"{OPEN} {SIZE} {ROOM} fread(t, 1, sizeof t, file); size_t length = size;",
    "with the zero that ends it": f"{OPEN} {ROOM}"
    "size_t length = fread(t, 1, sizeof t - 1, file) + 1;",
}
OTHERS = {
    "one less": f"{OPEN} {ROOM} size_t length = fread(t, 1, sizeof t, file) - 1;",
    "one less, or nothing": f"{OPEN} {ROOM}"
    "size_t length = file != NULL ? fread(t, 1, sizeof t, file) - 1 : 0;",
    "half, or nothing": f"{OPEN} {ROOM} size_t length = 0;"
    "if (file) length = fread(t, 1, sizeof t, file) / 2;",
    "by another condition": f"{OPEN} {SIZE} {ROOM} size_t length = 0;"
    "if (argc > 1) fread(t, 1, sizeof t, file); if (argc > 2) length = size;",
    "the other way round": f"{OPEN} {SIZE} {ROOM} size_t length = 0;"
    "if (argc > 1) fread(t, 1, sizeof t, file); else length = size;",
    "a zero put by another condition": f"{OPEN} {SIZE} {ROOM} size_t length = 0;"
    "if (argc > 1) fread(t, 1, sizeof t, file); if (argc > 2) length = size; t[length] = 0;",
    "less of a part": f"{OPEN} size_t length = 0; char *t = NULL; if (file)"
    f"{{ {SIZE} t = malloc(size); fread(t, 1, size, file); length = size / 2; }} source = t;",
    "of another file": f'{OPEN} {ROOM} FILE *other = fopen("host.c", "rb"); static char u[4096];'
    "fread(t, 1, sizeof t, file); size_t length = fread(u, 1, sizeof u, other);",
    "less than there is": f"{OPEN} static char t[64]; source = t;"
    "size_t length = file != NULL ? fread(t, 1, sizeof t, file) : 0;",
}


def program(folder: Path, body: str) -> ProgramModel:
    text = HEADERS + (MAIN % body).replace("&source, NULL, NULL", "&source, &length, NULL")
    (folder / "host.c").write_text(text)
    (folder / "kernel.cl").write_bytes(KERNEL)
    given = Reading({}, ParseOptions())
    return program_of(analyse(folder, ["host.c"], {}, given, load("amd-cpu")))


@pytest.mark.parametrize("name", LENGTHS)
def test_the_text_is_all_of_the_file(name: str, tmp_path: Path) -> None:
    found = program(tmp_path, LENGTHS[name])
    assert (found.files, found.problem) == (("kernel.cl",), "")


@pytest.mark.parametrize("name", OTHERS)
def test_a_text_of_another_length_is_not_followed(name: str, tmp_path: Path) -> None:
    assert program(tmp_path, OTHERS[name]).problem


BYTES = "static char t[16], u[4096];"
READ_IN_PARTS = {
    "the rest": f"{OPEN} {BYTES} fread(t, 1, 16, file); n = fread(u, 1, 4096, file);",
    "fewer and more": f"{OPEN} {BYTES} n = 8 + fread(t, 1, 16, file); rewind(file);"
    "n -= fread(u, 1, 4096, file);",
    "on two conditions": f"{OPEN} {BYTES} n = 8; if (argc > 1) n += fread(u, 1, 4096, file);"
    "rewind(file); if (argc > 2) n -= fread(u, 1, 4096, file);",
}


@pytest.mark.parametrize("name", READ_IN_PARTS)
def test_what_is_read_in_parts_is_no_number_that_is_known(name: str, tmp_path: Path) -> None:
    (launch,) = facts_of(tmp_path, f'{READ_IN_PARTS[name]} source = "{NOTHING}";').host.launches
    assert launch.global_size is not None
    assert launch.global_size[0].as_int is None
