"""What system headers say is kept from one reading to the next, and nothing shows it."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from ppcl.frontend import ParseOptions, parse_host, session
from ppcl.frontend.options import host_arguments
from ppcl.frontend.precompiled import Head, heads_of
from ppcl.ir.unit import TranslationUnit

NONE = ParseOptions()
C = b"""\
/* A comment. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>  // another
#include <assert.h>

#include "own.h"
#ifdef EOF
#ifndef OWN
static int seen = EOF;
#endif
#endif
int main(void) { assert(OWN); return CL_SUCCESS + CL_TARGET_OPENCL_VERSION; }
"""
ELSEWHERE = {"EOF", "CL_SUCCESS", "assert"}
CPLUSPLUS = b"""\
#include <vector>
#include <string>
#include "own.h"
template <typename T> static T twice(T value) { return value + value; }
template <> int twice(int value) { return value; }
template <typename T> constexpr T one = T(1);
struct Named { std::string name; std::vector<int> numbers; };
int main() {
    Named named;
    named.numbers.push_back(twice(3) + twice(1u) + one<int>);
    for (int number : named.numbers) named.name += std::to_string(number);
    return static_cast<int>(named.name.size());
}
"""
OWN = b"#define OWN 1\n"
# Each is an instance's to follow, or hides one.
TEMPLATES = {
    "a function": b"template <class T> T twice(T value) { return value + value; }\n",
    "a class": b"namespace own { template <class T> struct Held { T held; ~Held() {} }; }\n",
    "a method": b"struct Own { template <class T> T twice(T value) { return value + value; } };\n",
    "a friend": b"struct Own { template <class T> friend void forget(T &) {} };\n",
    "a variable": b"template <class T> T zero = T(0);\n",
    "a specialisation": b"struct Own {};\ntemplate <> class std::initializer_list<Own> {};\n"
    b"template <class T> class std::initializer_list<T *> { T held; };\n",
    "what only the library's bodies make": b"static std::map<int, float> numbers;\n"
    b"inline float first() { return numbers[1]; }\n",
    "no word of its own": b"auto least(const auto &values) { return values[0]; }\n",
}
TEXTS = {
    "C": ("host.c", C),
    "C++": ("host.cpp", CPLUSPLUS),
    "C++ without templates": (
        "host.cpp",
        b"#include <algorithm>\n#include <memory>\n#include <string>\n#include <vector>\n"
        b'#include <CL/cl.h>\n#include "own.h"\n'
        b"struct Held { cl_mem mem; explicit Held(cl_mem m) : mem(m) {}\n"
        b"              ~Held() { clReleaseMemObject(mem); } };\n"
        b"static int sum(const std::vector<std::string> &found) {\n"
        b"    int all = OWN;\n"
        b"    for (const auto &each : found) all += int(each.size());\n"
        b"    return all;\n}\n"
        b"int main() {\n"
        b"    auto held = std::make_shared<Held>(cl_mem());\n"
        b'    std::vector<std::string> found{"a", "b"};\n'
        b'    found.push_back("c");\n'
        b"    std::vector<int> last(3, OWN);\n"
        b"    std::sort(last.begin(), last.end(), [](int a, int b) { return a > b; });\n"
        b"    std::for_each(last.begin(), last.end(), [&](auto &value) { value += OWN; });\n"
        b"    auto more = [](auto value) { return value + 1; };\n"
        b"    return sum(found) + more(*std::max_element(last.begin(), last.end()));\n}\n",
    ),
    "a macro of a header's, defined anew": (
        "host.c",
        C.replace(b'#include "own.h"', b'#undef EOF\n#define EOF (-2)\n#include "own.h"'),
    ),
    "a macro above the headers of C++": (
        "host.cpp",
        b"#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n#include <vector>\n"
        b'#include "own.h"\nint version = CL_TARGET_OPENCL_VERSION;\n',
    ),
}


def cached(folder: Path) -> list[Path]:
    return sorted(folder.glob("ppcl/*.pch"))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that what is made is kept in."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def read(
    root: Path, text: bytes, name: str = "host.cpp", options: ParseOptions = NONE
) -> TranslationUnit:
    return parse_host(root, name, options, {name: text, "own.h": OWN})


def head(
    root: Path, text: bytes, options: ParseOptions = NONE, overlay: Mapping[str, bytes] = {}
) -> Head | None:
    names = [os.path.join(root, name) for name in overlay]
    return next(iter(heads_of(text, host_arguments(root, "host.cpp", options), names)), None)


def lines(root: Path, text: bytes, options: ParseOptions = NONE) -> list[bytes]:
    found = head(root, text, options)
    return list(found.lines) if found is not None else []


@pytest.mark.parametrize(("name", "text"), TEXTS.values(), ids=TEXTS)
def test_the_tree_is_the_same(
    name: str, text: bytes, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = read(tmp_path, text, name), read(tmp_path, text, name)
    assert len(cached(cache)) == 1
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    alone = read(tmp_path, text, name)
    assert not alone.problems
    assert alone.files == (name, "own.h")
    assert first == second == alone


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)
def test_a_template_is_read_with_all_that_is_made_of_it(
    template: bytes, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the file itself shows none, the bodies in the library's headers were left out first."""
    header = b"map" if b"std::map" in template else b"initializer_list"
    text = b'#include <%b>\n#include "own.h"\nint n = OWN;\n' % header
    options = ParseOptions(standard="c++20")

    def read_it() -> TranslationUnit:
        return parse_host(
            tmp_path, "host.cpp", options, {"host.cpp": text, "own.h": OWN + template}
        )

    first, second = read_it(), read_it()
    assert len(cached(cache)) == 2
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    assert first == second == read_it()


def test_what_headers_define_is_known(cache: Path, tmp_path: Path) -> None:
    assert [read(tmp_path, C, "host.c").elsewhere for _ in range(2)] == [ELSEWHERE] * 2
    assert [variable.declaration.name for variable in read(tmp_path, C, "host.c").globals] == []


def test_without_the_names_of_its_macros_it_is_made_anew(cache: Path, tmp_path: Path) -> None:
    right = read(tmp_path, C, "host.c")
    cached(cache)[0].with_suffix(".macros").unlink()
    assert read(tmp_path, C, "host.c") == right
    assert right.elsewhere == ELSEWHERE


def test_what_is_wrong_is_told_as_ever(cache: Path, tmp_path: Path) -> None:
    wrong = CPLUSPLUS.replace(b"push_back(", b"push_back(named, ")
    read(tmp_path, CPLUSPLUS)
    found = read(tmp_path, wrong)
    assert [problem.message for problem in found.problems] != []
    cached(cache)[0].unlink()
    assert read(tmp_path, wrong) == found


def test_headers_that_changed_are_read_anew(cache: Path, tmp_path: Path) -> None:
    read(tmp_path, C, "host.c")
    (made,) = cached(cache)
    inputs = made.with_suffix(".inputs")
    right, before = inputs.read_text(), made.stat().st_ino
    read(tmp_path, C, "host.c")
    assert made.stat().st_ino == before
    for wrong in ("1" + right, right + "\n1\t1\t/nowhere/gone.h", ""):
        inputs.write_text(wrong)
        assert not read(tmp_path, C, "host.c").problems
        assert inputs.read_text() == right


def test_a_spoiled_one_harms_nobody(cache: Path, tmp_path: Path) -> None:
    right = read(tmp_path, C, "host.c")
    cached(cache)[0].write_bytes(b"CPCH")
    assert read(tmp_path, C, "host.c") == right


def test_what_cannot_be_made_is_not_tried_again(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    monkeypatch.setattr(session, "has_diagnostics", lambda unit: tried.append(unit) or True)
    assert not read(tmp_path, C, "host.c").problems
    assert not read(tmp_path, C, "host.c").problems
    assert len(tried) == 1
    assert cached(cache) == []


def test_what_there_is_no_room_for_is_tried_again(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(session, "saved", lambda unit, path: False)
        assert not read(tmp_path, C, "host.c").problems
    assert cached(cache) == []
    assert not read(tmp_path, C, "host.c").problems
    assert [path.suffix for path in sorted(cache.glob("ppcl/*"))] == [
        ".inputs",
        ".macros",
        ".pch",
    ]


def test_another_text_in_front_or_other_macros_make_another(cache: Path, tmp_path: Path) -> None:
    read(tmp_path, C, "host.c")
    read(tmp_path, C.replace(b" 120", b" 200"), "host.c")
    read(tmp_path, C, "host.c", ParseOptions(defines=("NDEBUG",)))
    read(tmp_path, C, "host.c", ParseOptions(standard="c99"))
    read(tmp_path, C, "host.c", ParseOptions(include_dirs=(str(tmp_path),)))
    read(tmp_path, C + b"\n/* longer */", "other.c")
    assert len(cached(cache)) == 4


def test_only_those_last_used_are_kept(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ppcl.frontend.precompiled._MOST", 2)
    read(tmp_path, C, "host.c")
    (used,) = cached(cache)
    made = used.stat().st_ino
    for number in range(4):
        text = b"#define CL_OWN %d\n#include <CL/cl.h>\n" % number
        read(tmp_path, text, "host.c")
        read(tmp_path, C, "host.c")
    assert used.stat().st_ino == made
    assert len(cached(cache)) == len([*cache.glob("ppcl/*.inputs")]) == 2
    read(tmp_path, text, "host.c")
    assert len([*cache.glob("ppcl/*")]) == 6


def test_the_head_ends_where_anything_else_begins(tmp_path: Path) -> None:
    vector, string = b"#include <vector>\n", b"#include <string>\n"
    assert lines(tmp_path, b"\n// a\n/* b\n*/ # include <vector> // c\n" + string) == [
        b"# include <vector>\n",
        string,
    ]
    for between in (
        b"int a;\n",
        b'#include "own.h"\n',
        b"#include <own.h>\n",
        b"#define min 1\n",
        b"#define CL_A(b) b\n",
        b"#define CL_A \\\n 1\n",
        b"#undef CL_A\n",
        b"#pragma once\n",
        b"#if 1\n",
        b"// \\\n",
        b"// ??/\n",
        b"/* *\\\n/ int a; /* */\n",
        b"#include <map> /*\n*/ int a;\n",
        b"#include <map> \\\n\n",
    ):
        assert lines(tmp_path, vector + between + string) == [vector]
    assert lines(tmp_path, b"#include <vector>") == []


def test_the_bindings_are_read_as_the_programs_own(cache: Path, tmp_path: Path) -> None:
    vector, needed = b"#include <vector>\n", b"#include <ppcl-bindings.hpp>\n"
    bound = b"#include <CL/opencl.hpp>\n" + vector
    assert lines(tmp_path, vector + bound + b"#include <CL/cl.h>\n") == [vector, needed, vector]
    assert lines(tmp_path, bound + b"#define CL_A\n") == [needed, vector]
    units = [read(tmp_path, bound + b"cl::Context context;\nint main() {}\n") for _ in range(2)]
    assert units[0] == units[1]
    assert "cl::Context::Context" in {f.declaration.name for f in units[0].functions}


def test_the_users_own_headers_hide_the_systems(tmp_path: Path) -> None:
    text, own = b"#include <vector>\n", tmp_path / "own"
    own.mkdir()
    options = ParseOptions(include_dirs=(str(own),))
    assert head(tmp_path, text, options) == head(tmp_path, text)
    assert head(tmp_path, text, options, {"own/bits/move.h": b""}) is None
    (own / "vector").touch()
    assert head(tmp_path, text, options) is None
    assert head(tmp_path, text, ParseOptions(first=("own.h",))) is None
