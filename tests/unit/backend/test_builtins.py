"""Builtins by name and types, and that their C is C (and C++)."""

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from pycparser import CParser

from ppcl.backend.builtins import Builtin, definition, in_order, operation
from ppcl.backend.builtins.find import by_name
from ppcl.backend.builtins.lanes import split
from ppcl.backend.builtins.spelling import FLOATS, LANES, ROWS, SCALARS, parts
from ppcl.backend.builtins.tables import templates, uses
from ppcl.ir.types import (
    AddressSpace,
    FloatType,
    IntType,
    OpaqueType,
    PointerType,
    VectorType,
    VoidType,
)
from ppcl.ir.types import Type as IrType

ROOT = Path(__file__).resolve().parents[3]
HEADERS = ROOT / "templates" / "runtime" / "c"
INT, UINT = IntType("int", 32, True), IntType("unsigned int", 32, False)
ULONG = IntType("unsigned long", 64, False)
FLOAT, DOUBLE, HALF = FloatType("float", 32), FloatType("double", 64), FloatType("half", 16)
FLOAT4, INT4, INT3 = VectorType(FLOAT, 4), VectorType(INT, 4), VectorType(INT, 3)
FLOAT2, INT2 = VectorType(FLOAT, 2), VectorType(INT, 2)
IMAGE, SAMPLER = OpaqueType("__read_only image2d_t"), OpaqueType("sampler_t")
EVENT = OpaqueType("event_t")
LOCAL_INT = PointerType(INT, AddressSpace.LOCAL)
LOCAL_FLOAT = PointerType(FLOAT, AddressSpace.LOCAL)
GLOBAL_FLOAT = PointerType(FLOAT, AddressSpace.GLOBAL, const=True)


@pytest.mark.parametrize(
    ("name", "types", "result", "expected"),
    [
        ("clamp", (FLOAT4, FLOAT, FLOAT), FLOAT4, "ppcl_clamp_float4_float_float"),
        ("vload4", (ULONG, GLOBAL_FLOAT), FLOAT4, "ppcl_vload4_ulong_pfloat"),
        ("fract", (FLOAT4, PointerType(FLOAT4)), FLOAT4, "ppcl_fract_float4_pfloat4"),
        ("convert_int4_sat_rte", (FLOAT4,), INT4, "ppcl_convert_int4_sat_rte_float4"),
        ("as_int3", (VectorType(FLOAT, 3),), INT3, "ppcl_as_int3_float3"),
        ("as_size_t", (DOUBLE,), ULONG, "ppcl_as_size_t_double"),
        ("isless", (FLOAT4, FLOAT4), INT4, "ppcl_isless_float4_float4"),
        ("isless", (FLOAT, FLOAT), INT, "ppcl_isless_float_float"),
        ("isless", (DOUBLE, DOUBLE), INT, "ppcl_isless_double_double"),
        ("ldexp", (FLOAT4, INT), FLOAT4, "ppcl_ldexp_float4_int"),
        ("shuffle", (FLOAT4, VectorType(UINT, 4)), FLOAT4, "ppcl_shuffle_float4_uint4"),
        (
            "read_imagef",
            (IMAGE, SAMPLER, FLOAT2),
            FLOAT4,
            "ppcl_read_imagef_image2d_sampler_float2",
        ),
        ("read_imagef", (IMAGE, INT, FLOAT2), FLOAT4, "ppcl_read_imagef_image2d_sampler_float2"),
        ("read_imagef", (IMAGE, INT2), FLOAT4, "ppcl_read_imagef_image2d_int2"),
        (
            "async_work_group_copy",
            (LOCAL_FLOAT, GLOBAL_FLOAT, ULONG, INT),
            EVENT,
            "ppcl_async_work_group_copy_pfloat_pfloat_ulong_int",
        ),
        (
            "async_work_group_strided_copy",
            (LOCAL_FLOAT, GLOBAL_FLOAT, ULONG, ULONG, EVENT),
            EVENT,
            "ppcl_async_work_group_gather_pfloat_pfloat_ulong_ulong_event",
        ),
        (
            "async_work_group_strided_copy",
            (GLOBAL_FLOAT, LOCAL_FLOAT, ULONG, ULONG, EVENT),
            EVENT,
            "ppcl_async_work_group_scatter_pfloat_pfloat_ulong_ulong_event",
        ),
        (
            "wait_group_events",
            (INT, PointerType(EVENT)),
            VoidType(),
            "ppcl_wait_group_events_int_pevent",
        ),
        ("mem_fence", (UINT,), VoidType(), "ppcl_mem_fence_uint"),
        ("prefetch", (GLOBAL_FLOAT, ULONG), VoidType(), "ppcl_prefetch_pfloat_ulong"),
        ("get_image_dim", (IMAGE,), INT2, "ppcl_get_image_dim_image2d"),
        ("atom_add", (PointerType(INT, volatile=True), INT), INT, "ppcl_atomic_add_pint_int"),
        ("atom_add", (LOCAL_INT, INT), INT, "ppcl_local_atomic_add_pint_int"),
    ],
)
def test_name(name: str, types: tuple[IrType, ...], result: IrType, expected: str) -> None:
    found = definition(name, types, result)
    assert found is not None
    assert found.name == expected
    assert f" {expected}(" in found.text


@pytest.mark.parametrize(
    ("name", "types", "result"),
    [
        ("no_such_function", (FLOAT,), FLOAT),
        ("sqrt", (INT,), INT),
        ("sqrt", (HALF,), HALF),
        ("sqrt", (FLOAT,), DOUBLE),  # the result is not what the caller expects
        ("min", (FLOAT4, INT4), FLOAT4),
        ("as_int", (DOUBLE,), INT),
        ("convert_float_sat", (INT,), FLOAT),
        ("convert_float4", (INT3,), FLOAT4),
        ("atomic_add", (PointerType(FLOAT), FLOAT), FLOAT),
        ("read_imagef", (IMAGE, FLOAT2), FLOAT4),
        ("read_imagef", (IMAGE, SAMPLER, FLOAT4), FLOAT4),
        ("get_image_depth", (FLOAT,), INT),
        ("wait", (OpaqueType("unknown"),), INT),
    ],
)
def test_none(name: str, types: tuple[IrType, ...], result: IrType) -> None:
    assert definition(name, types, result) is None


@pytest.mark.parametrize(
    ("operator", "types", "result", "expected"),
    [
        ("+", (INT, INT), INT, "ppcl_add_int_int"),
        ("%", (INT4, INT4), INT4, "ppcl_modulo_int4_int4"),
        ("<<", (INT, ULONG), INT, "ppcl_shl_int_ulong"),
        ("!", (FLOAT4,), INT4, "ppcl_not_float4"),
    ],
)
def test_operation(operator: str, types: tuple[IrType, ...], result: IrType, expected: str) -> None:
    found = operation(operator, types, result)
    assert found is not None
    assert found.name == expected


def test_what_c_does_itself_has_no_function() -> None:
    assert operation("+", (FLOAT, FLOAT), FLOAT) is None
    assert operation("/", (FLOAT4, FLOAT4), FLOAT4) is None
    assert operation("+", (UINT, UINT), UINT) is None
    assert operation("&", (INT, INT), INT) is None


def test_order() -> None:
    found = definition("clamp", (FLOAT4, FLOAT4, FLOAT4), FLOAT4)
    assert found is not None
    assert [one.name for one in in_order([found, found])] == [
        "ppcl_fmin_float_float",
        "ppcl_fmax_float_float",
        "ppcl_clamp_float_float_float",
        "ppcl_clamp_float4_float4_float4",
    ]


def _vector_forms() -> Iterable[str]:
    """The names of functions of four lanes that are made from those of scalars."""
    for name in templates():
        base, types = split(name)
        if types and all((parts(one.removeprefix("p")) or ("", 0))[1] == 1 for one in types):
            yield "_".join((base, *(f"{one}4" for one in types)))


def _conversions(types: Iterable[str], lanes: str) -> Iterable[str]:
    for to in types:
        for source in SCALARS:
            for how in ("", "_sat", "_rte", "_rtz", "_sat_rtp", "_rtn"):
                yield f"ppcl_convert_{to}{lanes}{how}_{source}{lanes}"


def _memory() -> Iterable[str]:
    for lanes in LANES:
        for type_ in (*FLOATS, "uchar"):
            yield f"ppcl_vload{lanes}_ulong_p{type_}"
            yield f"ppcl_vstore{lanes}_{type_}{lanes}_ulong_p{type_}"
        for aligned in ("", "a"):
            yield f"ppcl_vload{aligned}_half{lanes}_ulong_phalf"
            yield f"ppcl_vstore{aligned}_half{lanes}_rtz_float{lanes}_ulong_phalf"
    yield from ("ppcl_shuffle_float2_uint16", "ppcl_shuffle2_char16_char16_uchar4")
    yield from ("ppcl_get_s1f_int16", "ppcl_set_zx_pfloat4_float2", "ppcl_set_odd_puchar3_uchar2")
    yield from ("ppcl_vector_float8_float3_float4_float", "ppcl_splat_double3_double")
    yield from ("ppcl_shl_int_ulong", "ppcl_shr_short4_ushort4")


def _images() -> Iterable[str]:
    for kind, at in (("1d", ""), ("2d", "2"), ("3d", "4"), ("1darray", "2"), ("2darray", "4")):
        for color, value in (("f", "float4"), ("i", "int4"), ("ui", "uint4")):
            yield f"ppcl_read_image{color}_image{kind}_sampler_float{at}"
            yield f"ppcl_read_image{color}_image{kind}_int{at}"
            yield f"ppcl_write_image{color}_image{kind}_int{at}_{value}"
        yield from (f"ppcl_get_image_{what}_image{kind}" for what in ("width", "dim", "array_size"))


def _other() -> Iterable[str]:
    yield from _memory()
    yield from _images()
    for kind in ("copy_pfloat3_pfloat3_ulong_int", "gather_pint_pint_ulong_ulong_event"):
        yield f"ppcl_async_work_group_{kind}"
    yield "ppcl_async_work_group_scatter_pchar_pchar_ulong_ulong_int"
    yield "ppcl_prefetch_pfloat_ulong"


def _found(names: Iterable[str]) -> tuple[Builtin, ...]:
    return in_order(one for one in map(by_name, names) if one)


@pytest.fixture(scope="module")
def header() -> str:
    names = ("ppcl_compiler.h", "ppcl_kernel.h")
    lanes = "".join((HEADERS / f"ppcl_lanes{name}.h").read_text() for name in ("", "_wide"))
    rows = (lanes.replace("##name", row) for row in ROWS)
    return "".join((*((HEADERS / name).read_text() for name in names), *rows))


def test_what_is_called_is_there(header: str) -> None:
    everything = _found((*templates(), *_vector_forms(), *_conversions(SCALARS, ""), *_other()))
    defined = {one.name for one in everything} | set(re.findall(r"\bppcl_\w+", header))
    called = {name for one in everything for name in uses(one.text)}
    assert called - defined == set()
    assert len(everything) > 1500


def test_pycparser_reads_it() -> None:
    names = [n for n in templates() if not re.search(r"(char|short|long|2|3|8|16)(_|$)", n)]
    names += [*_conversions(("int", "float"), "4"), *_other()]
    types = [f"{scalar}{lanes}" for scalar in (*SCALARS, "half") for lanes in LANES]
    types += ["uchar", "ushort", "uint", "ulong", "half", "ppcl_int128", "ppcl_uint128"]
    types += [
        "ppcl_sampler",
        "ppcl_event",
        "size_t",
        "ppcl_doubles",
        *(f"ppcl_{row}" for row in ROWS),
    ]
    declared = "".join(f"typedef int {type_};\n" for type_ in types)
    found = _found(names)
    texts = (one.text.replace("PPCL_LANES", "") for one in found)
    text = "\n".join(re.sub("PPCL_(INLINE|FUNCTION|SELDOM)", "static", one) for one in texts)
    tree = CParser().parse(declared + re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    assert [one.decl.name for one in tree.ext[len(types) :]] == [one.name for one in found]


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang", "clang++", "clang-15", "clang++-15"])
def test_compiles_without_a_warning(compiler: str, tmp_path: Path) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"NO {compiler}: nothing was compiled with it")
    found = _found((*templates(), *_vector_forms(), *_conversions(SCALARS, ""), *_other()))
    texts = "\n\n".join(one.text for one in found)
    language = ["-x", "c++"] if "++" in compiler else ["-std=c99"]
    source = tmp_path / "builtins.c"
    headers = ("ppcl_compiler.h", "ppcl_kernel.h", "ppcl_lanes.h")
    included = "".join(f'#include "{header}"\n' for header in headers)
    source.write_text(f"#define PPCL_WIDE\n{included}\n{texts}\nint main(void) {{ return 0; }}\n")
    options = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{HEADERS}"]
    done = subprocess.run(
        [compiler, *language, *options, source], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0
