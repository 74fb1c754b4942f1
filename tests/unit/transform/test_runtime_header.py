"""Where a host finds the runtime header of a shuffle."""

import shutil
import subprocess

import pytest

from ppcl.emit import runtime_file
from ppcl.frontend import HEADERS
from ppcl.source import SourceFile, Span
from ppcl.transform.demands.headers import include_edit
from ppcl_transforms.layout.shuffle import HEADER


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("host.c", b'#include "ppcl/ppcl_transpose.h"'),
        ("src/host.c", b'#include "../ppcl/ppcl_transpose.h"'),
        ("src/deep/host.c", b'#include "../../ppcl/ppcl_transpose.h"'),
    ],
)
def test_the_header_is_named_from_the_hosts_folder(path: str, named: bytes) -> None:
    edit = include_edit(SourceFile(path, b"#include <CL/cl.h>\nint a;\n"), HEADER, 19)
    assert edit is not None
    assert edit.text.strip() == named
    done = SourceFile(path, b"#include <CL/cl.h>\n" + named + b"\nint a;\n")
    assert include_edit(done, HEADER, len(done.data)) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "#ifdef __APPLE__\n#include <OpenCL/opencl.h>\n#else\n#include <CL/cl.h>\n#endif",
            "\nint a;\n",
        ),
        ("#if OPENCL\n#include <CL/cl.h>", "\nint a;\n#endif\n"),
        ("#ifndef HOST_H\n#define HOST_H\n#include <CL/cl.h>", "\nint a;\n#endif\n"),
        ("#if A\n# if B\n#include <CL/cl.h>\n# endif", "\nint b;\n#endif // A\nint a;\n"),
        ("#if A\n#include <stdio.h>\n#endif\n#include <CL/cl.h>", "\n#if B\n#endif\n"),
    ],
    ids=["else", "all of it", "header guard", "nested", "other condition"],
)
def test_it_is_included_whatever_holds(before: str, after: str) -> None:
    edit = include_edit(SourceFile("host.c", (before + after).encode()), HEADER, len(before))
    assert edit is not None
    assert edit.span.start == len(before)


@pytest.mark.parametrize(
    "shown",
    [
        "/* It needs\n#include <CL/cl.h>\n */\n",
        'const char *usage = R"(\n#include <CL/cl.h>\n)";\n',
        "#if 0\n#include <CL/cl.h>\nint b;\n#endif\n",
    ],
    ids=["comment", "text", "not compiled"],
)
def test_it_stands_behind_what_is_included(shown: str) -> None:
    before = "#include <stdio.h>\n#include <CL/cl.h>"
    data = f"{before}\n{shown}int a;\n".encode()
    start = data.find(b"int b;")
    skipped = [Span("host.c", start - len("#include <CL/cl.h>\n"), start + 6)] if start > 0 else []
    edit = include_edit(SourceFile("host.c", data), HEADER, len(data), skipped)
    assert edit is not None
    assert edit.span.start == len(before)


@pytest.mark.parametrize(
    "inner",
    [
        'int primes[] = {\n#include "primes.inc"\n};\n',
        'int main(void)\n{\n#include "end.inc"\n}\n',
        'int main(void)\n{\n    use();\n}\n#include "behind.h"\n',
    ],
    ids=["list", "function", "behind its use"],
)
def test_it_stands_outside_of_braces_and_in_front_of_its_use(inner: str) -> None:
    before = '#include "own.h"'
    data = f"{before}\n{inner}".encode()
    use = data.find(b"use()") if b"use()" in data else len(data)
    edit = include_edit(SourceFile("host.c", data), HEADER, use)
    assert edit is not None
    assert edit.span.start == len(before)


@pytest.mark.parametrize(
    "rest", [" /* the API\n of OpenCL */", " // the API \\\n of OpenCL", " \\\n"]
)
def test_it_stands_in_front_of_a_line_that_goes_on(rest: str) -> None:
    before = "#include <stdio.h>\n"
    text = f"{before}#include <CL/cl.h>{rest}\nint a;"
    edit = include_edit(SourceFile("host.c", text.encode()), HEADER, len(text))
    assert edit is not None
    assert edit.span.start == edit.span.end == len(before)
    assert edit.text == b'#include "ppcl/ppcl_transpose.h"\n'


MACROS = """to from host count size copy error waits event queue buffer blocking offset pitch extent
    width fast slow free memcpy"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="NO GCC: not checked")
@pytest.mark.parametrize("standard", ["c89", "gnu89", "c17", "c++11", "c++20"])
def test_the_header_stands_what_programs_define_and_ask_for(tmp_path, standard: str) -> None:
    (tmp_path / "header.h").write_bytes(runtime_file("ppcl_transpose.h"))
    defined = "".join(f"#define {name} 7\n" for name in MACROS.split())
    before = "#include <stdlib.h>\n#include <string.h>\n#include <CL/cl.h>\n"
    text = f'{before}{defined}#define malloc(x) mine(x)\n#include "header.h"\n'
    language = "c++" if "++" in standard else "c"
    options = "-Wall -Wextra -Wshadow -Wconversion -Werror -fsyntax-only".split()  # noqa: SIM905
    more = ["-Wold-style-cast"] if language == "c++" else ["-pedantic-errors"]
    command = ["gcc", "-x", language, f"-std={standard}", *options, *more]
    done = subprocess.run(
        [*command, "-isystem", HEADERS, "-I", tmp_path, "-"],
        input=text,
        text=True,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
