"""Sizes of launches, divided: what is written, and what is launched then."""

from pathlib import Path

import pytest

from tests.unit.transform.launching.programs import (
    c_host,
    checked,
    cxx_host,
    resize,
)

TWO = "clEnqueueNDRangeKernel(queue, k, 2, NULL, global, local, 0, NULL, NULL)"
ONE = "clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL)"
OTHER = "clEnqueueNDRangeKernel(queue, other, 1, NULL, &global, &local, 0, NULL, NULL);"
RANGES = "queue.enqueueNDRangeKernel(k, cl::NullRange, global, local);"


WRITTEN = [
    (  # the initialiser of an array, a macro kept
        ["size_t global[2] = {n * 16, n}, local[2] = {BX, 1};", f"CHECK({TWO});"],
        ["size_t global[2] = {n * 16 / 4, n}, local[2] = {BX / 4, 1};"],
    ),
    (  # in the file's spacing
        ["size_t global[2]={n*16,n},local[2]={BX,1};", TWO + ";"],
        ["size_t global[2]={n*16/4,n},local[2]={BX / 4,1};"],
    ),
    (  # an element that is assigned, another one that is not touched
        [
            "size_t global[2], local[2] = {BX, 1};",
            "global[0] = (size_t)ceil((float)n / BX) * BX;",
            "global[1] = n;",
            TWO + ";",
        ],
        [
            "size_t global[2], local[2] = {BX / 4, 1};",
            "global[0] = (size_t)ceil((float)n / BX) * BX / 4;",
        ],
    ),
    (  # a macro's text is put into parentheses where it does not hold together
        ["size_t global[2] = {SUM, 1}, local[2] = {UP(n, 16), 1};", TWO + ";"],
        ["size_t global[2] = {(SUM) / 4, 1}, local[2] = {UP(n, 16) / 4, 1};"],
    ),
    (  # numbers whose addresses are given
        ["size_t global = n << 4, local = 64;", ONE + ";"],
        ["size_t global = (n << 4) / 4, local = 64 / 4;"],
    ),
    (  # a floating-point number is a whole one when it is stored
        ["size_t global = ceil(n / 16.0) * 16, local = 64;", ONE + ";"],
        ["size_t global = (size_t)(ceil(n / 16.0) * 16) / 4, local = 64 / 4;"],
    ),
    (  # sizes that change in a loop
        [
            "size_t global, local = 64;",
            "for (int i = 0; i < 9; ++i) {",
            "    global = (i + 1) * local_of(n);",
            f"    err |= {ONE};",
            "}",
        ],
        [
            "size_t global, local = 64 / 4;",
            "global = (i + 1) * local_of(n) / 4;",
        ],
    ),
    (  # written at the call
        [
            "clEnqueueNDRangeKernel(queue, k, 2, NULL, (size_t[]){n, 2},",
            "                       (const size_t[2]){BX, 2}, 0, NULL, NULL);",
        ],
        [
            "clEnqueueNDRangeKernel(queue, k, 2, NULL, (size_t[]){n / 4, 2},",
            "(const size_t[2]){BX / 4, 2}, 0, NULL, NULL);",
        ],
    ),
    (  # elements in another order
        ["size_t global[2] = {[1] = n, [0] = n * 16}, local[] = {4, 1};", TWO + ";"],
        ["size_t global[2] = {[1] = n, [0] = n * 16 / 4}, local[] = {4 / 4, 1};"],
    ),
    (  # two launches of the same kernel share a size
        ["size_t global = n * 64, local = 64;", ONE + ";", ONE + ";"],
        ["size_t global = n * 64 / 4, local = 64 / 4;"],
    ),
]


@pytest.mark.parametrize(("host", "lines"), WRITTEN)
def test_a_size_that_is_for_the_launch_alone_is_divided_where_it_is_written(
    tmp_path: Path, host: list[str], lines: list[str]
) -> None:
    before = "static size_t local_of(int n) { return n * 64; }\n"
    found = checked(resize(tmp_path, c_host(*host, before=before)))
    assert list(found.lines) == lines


def test_another_dimension_and_factor(tmp_path: Path) -> None:
    host = c_host("size_t global[2] = {n, n * 6}, local[2] = {BX, 6};", TWO + ";")
    found = checked(resize(tmp_path, host, 1, 3), 1, 3)
    assert found.lines == ("size_t global[2] = {n, n * 6 / 3}, local[2] = {BX, 6 / 3};",)


def test_members_and_variables_of_the_program(tmp_path: Path) -> None:
    before = (
        "static size_t local = 64;\n"
        "struct Job {\n    size_t sizes[1];\n    cl_command_queue queue;\n"
        "    void run(cl_kernel k)\n    {\n"
        f"        {ONE.replace('&global', 'sizes')};\n    }}\n}};\n"
    )
    host = cxx_host("Job job = {{(size_t)n * 64}, queue()};", "job.run(k());", before=before)
    assert checked(resize(tmp_path, host)).lines == (
        "static size_t local = 64 / 4;",
        "const size_t sizes_coarse[1] = {sizes[0] / 4};",
        f"{ONE.replace('&global', 'sizes_coarse')};",
    )


def test_kernels_of_one_text_are_resized_together(tmp_path: Path) -> None:
    host = cxx_host(
        'cl::Program again(context, "");',
        'cl::Kernel same(again, "k");',
        "queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(n));",
        "queue.enqueueNDRangeKernel(same, cl::NullRange, cl::NDRange(n));",
    )
    assert len(resize(tmp_path, host).found.edits) == 2


def test_a_local_size_of_null_and_an_offset_stay(tmp_path: Path) -> None:
    call = "clEnqueueNDRangeKernel(queue, k, 1, offset, &global, NULL, 0, NULL, NULL);"
    host = c_host("size_t offset[1] = {n}, global = n;", call)
    found = checked(resize(tmp_path, host))
    assert found.lines == ("size_t offset[1] = {n}, global = (n + 3) / 4;",)


COPIED = [
    (  # the host says the size
        ["size_t global[2] = {n * 16, 1}, local[2] = {BX, 1};", "SHOW;", f"CHECK({TWO});"],
        [
            "size_t global[2] = {n * 16, 1}, local[2] = {BX / 4, 1};",
            "const size_t global_coarse[2] = {global[0] / 4, global[1]};",
            f"CHECK({TWO.replace('global', 'global_coarse')});",
        ],
    ),
    (  # another kernel is launched with it
        ["size_t global = n, local = 64;", f"if ({ONE})", "    return 1;", OTHER],
        [
            "const size_t global_coarse = global / 4;",
            "const size_t local_coarse = local / 4;",
            f"if ({ONE.replace('global', 'global_coarse').replace('local', 'local_coarse')})",
        ],
    ),
    (  # an element is written by another index
        [
            "size_t global[2], local[2] = {BX, 1};",
            "for (int i = 0; i < 2; ++i)",
            "    global[i] = n * 16;",
            TWO + ";",
        ],
        [
            "size_t global[2], local[2] = {BX / 4, 1};",
            "const size_t global_coarse[2] = {global[0] / 4, global[1]};",
            TWO.replace("global", "global_coarse") + ";",
        ],
    ),
    (  # it is a member
        [
            "struct { size_t global[2]; } s = {{n * 16, 1}};",
            "size_t local[2] = {BX, 1};",
            TWO.replace("global", "s.global") + ";",
        ],
        [
            "size_t local[2] = {BX / 4, 1};",
            "const size_t global_coarse[2] = {s.global[0] / 4, s.global[1]};",
            TWO.replace("global", "global_coarse") + ";",
        ],
    ),
    (  # the name is taken
        [
            "size_t global = n, local = 64, global_coarse = 1;",
            ONE + ";",
            OTHER,
        ],
        [
            "const size_t global_coarse2 = global / 4;",
            "const size_t local_coarse = local / 4;",
            ONE.replace("global", "global_coarse2").replace("local", "local_coarse") + ";",
        ],
    ),
    (  # a macro gives more than the size
        ["#define PAIR n * 16, 1", "size_t global[2] = {PAIR}, local[2] = {BX, 1};", TWO + ";"],
        [
            "size_t global[2] = {PAIR}, local[2] = {BX / 4, 1};",
            "const size_t global_coarse[2] = {global[0] / 4, global[1]};",
            TWO.replace("global", "global_coarse") + ";",
        ],
    ),
    (  # one variable is both sizes
        [
            "size_t global = 64;",
            ONE.replace("local", "global") + ";",
            OTHER.replace("local", "global"),
        ],
        [
            "const size_t global_coarse = global / 4;",
            ONE.replace("local", "global").replace("global", "global_coarse") + ";",
        ],
    ),
    (  # text that is not compiled may read it
        [
            "size_t global = n * 64, local = 64;",
            "#ifdef TOLD",
            'printf("%zu", local);',
            "#endif",
            ONE + ";",
        ],
        [
            "size_t global = n * 64 / 4, local = 64;",
            "const size_t local_coarse = local / 4;",
            ONE.replace("local", "local_coarse") + ";",
        ],
    ),
]


@pytest.mark.parametrize(("host", "lines"), COPIED)
def test_a_size_that_others_read_is_copied(
    tmp_path: Path, host: list[str], lines: list[str]
) -> None:
    found = checked(resize(tmp_path, c_host(*host)))
    assert list(found.lines) == lines


BRACED = [
    "const size_t global_coarse = global / 4;",
    "const size_t local_coarse = local / 4;",
]
COPY = ONE.replace("global", "global_coarse").replace("local", "local_coarse")
LITERALS = ONE.replace("&global", "(size_t[]){global / 4}").replace(
    "&local", "(size_t[]){local / 4}"
)
PLACES = [
    (["if (n)", f"    {ONE};", "else", "    n = 1;"], ["if (n) {", *BRACED, f"{COPY};", "}"]),
    (
        ["if (n)", "    n = 1;", "else", f"    CHECK({ONE});"],
        ["else {", *BRACED, f"CHECK({COPY});", "}"],
    ),
    ([f"for (; n; --n) {ONE};"], ["for (; n; --n) {", *BRACED, f"{COPY};", "}"]),
    (
        ["while (n--)", f"    if ({ONE})", "        return 1;", "    else", "        n = n;"],
        ["while (n--) {", *BRACED, f"if ({COPY})", "}"],
    ),
    ([f"while ({ONE})", "    ;"], [f"while ({LITERALS})"]),
    ([f"err = n && {ONE};"], [f"err = n && {LITERALS};"]),
    ([f"RETRY({ONE});"], [f"RETRY({LITERALS});"]),
]


@pytest.mark.parametrize(("place", "lines"), PLACES)
def test_copies_stand_in_braces_or_in_the_call(
    tmp_path: Path, place: list[str], lines: list[str]
) -> None:
    host = c_host("size_t global = n * 64, local = 64;", OTHER, *place)
    assert list(checked(resize(tmp_path, host)).lines) == lines


def test_a_number_that_an_array_is_as_long_as_is_copied(tmp_path: Path) -> None:
    call = ONE.replace("queue, k,", "queue(), k(),")
    host = cxx_host("const size_t global = 256, local = 64;", "float tile[local];", f"{call};")
    assert checked(resize(tmp_path, host)).lines == (
        "const size_t global = 256 / 4, local = 64;",
        "const size_t local_coarse = local / 4;",
        f"{call.replace('&local', '&local_coarse')};",
    )


def test_a_function_that_gets_the_sizes_makes_the_copies(tmp_path: Path) -> None:
    call = ONE.replace("&global", "global")
    wrapper = (
        "static int launch(cl_kernel k, const size_t *global, size_t local)\n"
        f"{{\n    return {call};\n}}\n"
    )
    host = c_host("size_t sizes[1] = {n};", "launch(k, sizes, 64);", before=wrapper)
    assert checked(resize(tmp_path, host)).lines == (
        "const size_t global_coarse[1] = {global[0] / 4};",
        "const size_t local_coarse = local / 4;",
        f"return {call.replace('global', 'global_coarse').replace('&local', '&local_coarse')};",
    )


BINDINGS = [
    (
        [
            "queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(n * 16, 4), "
            "cl::NDRange(16, 1));"
        ],
        [
            "queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(n * 16 / 4, 4), "
            "cl::NDRange(16 / 4, 1));"
        ],
    ),
    (
        ["queue.enqueueNDRangeKernel(k, 0, n * 16, 64);"],
        ["queue.enqueueNDRangeKernel(k, 0, n * 16 / 4, 64 / 4);"],
    ),
    (
        ["cl::NDRange global(n, 2), local = cl::NDRange(16, 1);", RANGES],
        ["cl::NDRange global(n / 4, 2), local = cl::NDRange(16 / 4, 1);"],
    ),
    (
        [
            "size_t m = n;",
            "queue.enqueueNDRangeKernel(k, cl::NullRange, {m, 2}, cl::NDRange{8, 2});",
        ],
        ["queue.enqueueNDRangeKernel(k, cl::NullRange, {m / 4, 2}, cl::NDRange{8 / 4, 2});"],
    ),
    (
        ["auto global = cl::NDRange(n);", "cl::NDRange local = 16;", RANGES],
        ["auto global = cl::NDRange(n / 4);", "cl::NDRange local = 16 / 4;"],
    ),
    (  # the host says the size
        ["cl::NDRange global(n), local(16);", "if (global[0] > 64)", f"    {RANGES}"],
        [
            "cl::NDRange global(n), local(16 / 4);",
            "queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(global[0] / 4), local);",
        ],
    ),
    (  # the C API, with sizes that C++ holds
        [
            "std::vector<size_t> global(2, n);",
            "size_t local[]{16, 1};",
            "clEnqueueNDRangeKernel(queue(), k(), 2, NULL, global.data(), local, 0, NULL, NULL);",
        ],
        [
            "size_t local[]{16 / 4, 1};",
            "const size_t global_size_coarse[2] = {global.data()[0] / 4, global.data()[1]};",
            "clEnqueueNDRangeKernel(queue(), k(), 2, NULL, global_size_coarse, local, 0, NULL, "
            "NULL);",
        ],
    ),
    (  # assigned, and shared with another kernel
        [
            "cl::NDRange global, local(16);",
            "global = cl::NDRange(n);",
            RANGES,
            "queue.enqueueNDRangeKernel(other, cl::NullRange, cl::NDRange(n), local);",
        ],
        [
            "global = cl::NDRange(n / 4);",
            "queue.enqueueNDRangeKernel(k, cl::NullRange, global, cl::NDRange(local[0] / 4));",
        ],
    ),
    (
        [
            "cl::NDRange local(16);",
            "functor(cl::EnqueueArgs(queue, cl::NDRange(n), local), buffer);",
        ],
        [
            "cl::NDRange local(16 / 4);",
            "functor(cl::EnqueueArgs(queue, cl::NDRange(n / 4), local), buffer);",
        ],
    ),
    (  # the first of three is the offset
        [
            "functor(cl::EnqueueArgs(queue, cl::NDRange(2), cl::NDRange(n), cl::NDRange(8)),",
            "        buffer);",
        ],
        ["functor(cl::EnqueueArgs(queue, cl::NDRange(2), cl::NDRange(n / 4), cl::NDRange(8 / 4)),"],
    ),
]


@pytest.mark.parametrize(("host", "lines"), BINDINGS)
def test_sizes_of_the_bindings(tmp_path: Path, host: list[str], lines: list[str]) -> None:
    found = checked(resize(tmp_path, cxx_host(*host)))
    assert list(found.lines) == lines
