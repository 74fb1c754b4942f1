"""A new index says `size_t` where the file knows it as the language does."""

from pathlib import Path

import pytest

from ppcl.driver.compile import compile_program
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms
from tests.unit.small_program import KERNEL
from tests.unit.transform.filled import HOST

FILL = """{head}
void fill(float *values, int rows, int columns)
{{
    for (int r = 0; r < rows; ++r) {{
        float *row = values + r * columns;
        for (int c = 0; c < columns; ++c)
            row[c] = 1.0f + c;
    }}
}}
"""


@pytest.mark.parametrize(
    ("head", "is_known"),
    [
        ("", False),
        ("#include <stdint.h>", False),
        ("#include <stdlib.h>", True),
        ("#include <stddef.h>\n#define size_t unsigned char", False),
        ("typedef unsigned long size_t;", False),
    ],
)
def test_a_file_that_knows_no_size(tmp_path: Path, head: str, is_known: bool) -> None:
    start, end = HOST.index(b"static void fill"), HOST.index(b"int main")
    host = HOST[:start] + b"void fill(float *, int, int);\n\n" + HOST[end:]
    texts = {"host.c": host, "fill.c": FILL.format(head=head).encode(), "sum.cl": KERNEL}
    for name, data in texts.items():
        (tmp_path / name).write_bytes(data)
    project = open_project([str(tmp_path / name) for name in texts], Choices(target="amd-cpu"))
    compiled = compile_program(project, transforms())
    told = {remark.code for remark in compiled.remarks}
    assert ("fill.c" in compiled.changed, "PPC211" in told) == (is_known, not is_known)
