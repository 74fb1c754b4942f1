"""The files that a captured launch's text includes."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from ppcl.verify.replay.includes import with_includes
from ppcl.verify.replay.launch import Replay


def kept(
    folder: Path, text: str, options: str, files: Mapping[str, str]
) -> tuple[Replay, list[str]]:
    """What is kept for a text of a program that has these files in `folder`/program."""
    program = folder / "program"
    for name, content in files.items():
        place = program / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content)
    replay = Replay("k", 1, text.encode(), options, (0,), (1,), None, (), (), "cpu", "1")
    found, missing = with_includes(replay, program)
    return found, list(missing)


@pytest.mark.parametrize(
    ("text", "options", "names"),
    [
        ('#include "a.h"', "", ["a.h"]),
        ('#include "in/b.h"', "", ["in/b.h", "a.h"]),
        ('#include "../a.h"', "-I in", ["a.h"]),
        ("#include <c.h>", "-I in -Iin/deep", ["in/deep/c.h", "in/b.h", "a.h"]),
        ('#define H "a.h"\n#include H', "", ["a.h"]),
        ("#define H G\n#define G <b.h>\n#include H", "-I in", ["in/b.h", "a.h"]),
        ("#include H", '-DH="\\"a.h\\""', ["a.h"]),
        ('#define H "a.h"\n#define H "in/b.h"\n#include H', "", ["a.h", "in/b.h"]),
        ('#include "o.h"', "-I ../outside", ["outside-0/o.h"]),
    ],
)
def test_what_is_kept(text: str, options: str, names: list[str], tmp_path: Path) -> None:
    files = {
        "a.h": "int a;",
        "in/b.h": '#include "../a.h"',
        "in/deep/c.h": '#include "../b.h"',
        "../outside/o.h": "int o;",
    }
    found, missing = kept(tmp_path, text, options, files)
    assert ([*found.includes], missing) == (names, [])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('#include "none.h"', "none.h"),
        ('#include "../beside.h"', "../beside.h"),
        ("#include H", "H"),
        ('#define H "none.h"\n#include H', "H"),
        ("#define H G\n#define G H\n#include H", "H"),
        ("#include STRING(a.h)", "STRING"),
        (f'#include "{"long" * 100}.h"', f"{'long' * 100}.h"),
        ('#include "\0"', "\0"),
    ],
)
def test_what_is_not_found_is_told(text: str, name: str, tmp_path: Path) -> None:
    found, missing = kept(tmp_path, text, "", {"../beside.h": "", "a.h": ""})
    assert (found.includes, missing) == ({}, [name])


def test_the_folders_are_searched_as_they_were(tmp_path: Path) -> None:
    files = {"x/a.h": "", "y/b.h": "", "c.h": ""}
    text = '#include "a.h"\n#include "b.h"\n#include "c.h"'
    found, _ = kept(tmp_path, text, "-I y -I x", files)
    assert found.include_folders == ("y", "x", ".")
