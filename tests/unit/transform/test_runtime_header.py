"""Where a host finds the runtime header of a shuffle."""

import pytest

from ppcl.source import SourceFile
from ppcl_transforms.layout.shuffle import include_edit


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("host.c", b'#include "ppcl/ppcl_transpose.h"'),
        ("src/host.c", b'#include "../ppcl/ppcl_transpose.h"'),
        ("src/deep/host.c", b'#include "../../ppcl/ppcl_transpose.h"'),
    ],
)
def test_the_header_is_named_from_the_hosts_folder(path: str, named: bytes) -> None:
    edit = include_edit(SourceFile(path, b"#include <CL/cl.h>\nint a;\n"))
    assert edit is not None
    assert edit.text.strip() == named
    done = SourceFile(path, b"#include <CL/cl.h>\n" + named + b"\nint a;\n")
    assert include_edit(done) is None
