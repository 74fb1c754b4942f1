"""libclang's C interface: the functions that ppcl calls, typed, and nothing else.

Clang recurses with the depth of its input, so `parsed` and all that is asked of its result belong
on a thread with a large stack (`on_large_stack`), where libclang then stays.
The Python API of libclang 18.1.1 has no operator kinds and costs a Python object per question;
the library is called directly, and only this file knows it. Source: clang-c/Index.h.
"""

import ctypes
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_double,
    c_int,
    c_longlong,
    c_uint,
    c_ulong,
    c_ulonglong,
    c_void_p,
    py_object,
)
from typing import Any, NamedTuple, TypeVar

from clang import cindex

# Detailed preprocessing record, keep going after fatal errors.
_PARSE_FLAGS = 0x01 | 0x200
_CONTINUE = 1
_TERSE_OUTPUT = 17


class Cursor(Structure):
    """A node of clang's tree, by value (CXCursor)."""

    _fields_ = (("kind", c_int), ("xdata", c_int), ("data", c_void_p * 3))
    kind: int
    data: Any


class Type(Structure):
    """A type (CXType)."""

    _fields_ = (("kind", c_int), ("data", c_void_p * 2))
    kind: int
    data: Any


class Location(Structure):
    """A place (CXSourceLocation); `raw` is clang's encoding, its top bit says "in a macro"."""

    _fields_ = (("data", c_void_p * 2), ("raw", c_uint))
    raw: int


class Range(Structure):
    """Two places (CXSourceRange), the end behind the last character."""

    _fields_ = (("data", c_void_p * 2), ("begin", c_uint), ("end", c_uint))
    data: Any
    begin: int
    end: int


class Inclusion(NamedTuple):
    """A file that was read: the name used to open it, and the places of the `#include`s that led
    there, the innermost first.
    """

    opened: str
    stack: tuple[int, ...]


class _String(Structure):
    _fields_ = (("data", c_void_p), ("flags", c_uint))


class _UnsavedFile(Structure):
    _fields_ = (("name", c_char_p), ("contents", c_char_p), ("length", c_ulong))


class _RangeList(Structure):
    _fields_ = (("count", c_uint), ("ranges", POINTER(Range)))


_VISITOR = CFUNCTYPE(c_int, Cursor, Cursor, py_object)
_FIELD_VISITOR = CFUNCTYPE(c_int, Cursor, py_object)
_INCLUSION_VISITOR = CFUNCTYPE(None, c_void_p, POINTER(Location), c_uint, py_object)
# libclang would parse on a thread of its own, with 8 MB of stack: not enough for 5,000 loops.
os.environ.setdefault("LIBCLANG_NOTHREADS", "1")
_STACK_BYTES = 512 << 20
_Result = TypeVar("_Result")
_LIBRARY = ctypes.CDLL(cindex.conf.get_filename())


def _function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    function = getattr(_LIBRARY, f"clang_{name}")
    function.restype, function.argtypes = result, arguments
    return function  # type: ignore[no-any-return]


_c_string = _function("getCString", c_char_p, _String)
_dispose_string = _function("disposeString", None, _String)
_create_index = _function("createIndex", c_void_p, c_int, c_int)
_dispose_index = _function("disposeIndex", None, c_void_p)
_parse = _function(
    "parseTranslationUnit2",
    c_int,
    c_void_p,
    c_char_p,
    POINTER(c_char_p),
    c_int,
    POINTER(_UnsavedFile),
    c_uint,
    c_uint,
    POINTER(c_void_p),
)
_dispose_unit = _function("disposeTranslationUnit", None, c_void_p)
_visit_children = _function("visitChildren", c_uint, Cursor, _VISITOR, py_object)
_visit_inclusions = _function("getInclusions", None, c_void_p, _INCLUSION_VISITOR, py_object)
_file_name = _function("getFileName", _String, c_void_p)
_file_location = _function(
    "getFileLocation",
    None,
    Location,
    POINTER(c_void_p),
    POINTER(c_uint),
    POINTER(c_uint),
    POINTER(c_uint),
)
_all_skipped = _function("getAllSkippedRanges", POINTER(_RangeList), c_void_p)
_dispose_ranges = _function("disposeSourceRangeList", None, POINTER(_RangeList))
_diagnostic_count = _function("getNumDiagnostics", c_uint, c_void_p)
_diagnostic = _function("getDiagnostic", c_void_p, c_void_p, c_uint)
_dispose_diagnostic = _function("disposeDiagnostic", None, c_void_p)
_diagnostic_spelling = _function("getDiagnosticSpelling", _String, c_void_p)
_cursor_spelling = _function("getCursorSpelling", _String, Cursor)
_cursor_usr = _function("getCursorUSR", _String, Cursor)
_type_spelling = _function("getTypeSpelling", _String, Type)
_evaluate = _function("Cursor_Evaluate", c_void_p, Cursor)
_evaluated_kind = _function("EvalResult_getKind", c_int, c_void_p)
_evaluated_int = _function("EvalResult_getAsLongLong", c_longlong, c_void_p)
_evaluated_unsigned = _function("EvalResult_isUnsignedInt", c_uint, c_void_p)
_evaluated_natural = _function("EvalResult_getAsUnsigned", c_ulonglong, c_void_p)
_evaluated_double = _function("EvalResult_getAsDouble", c_double, c_void_p)
_dispose_evaluated = _function("EvalResult_dispose", None, c_void_p)

_visit_fields = _function("Type_visitFields", c_uint, Type, _FIELD_VISITOR, py_object)
unit_cursor = _function("getTranslationUnitCursor", Cursor, c_void_p)
diagnostic_location = _function("getDiagnosticLocation", Location, c_void_p)
diagnostic_severity = _function("getDiagnosticSeverity", c_int, c_void_p)
extent = _function("getCursorExtent", Range, Cursor)
location = _function("getCursorLocation", Location, Cursor)
is_in_system_header = _function("Location_isInSystemHeader", c_int, Location)
referenced = _function("getCursorReferenced", Cursor, Cursor)
definition = _function("getCursorDefinition", Cursor, Cursor)
canonical_cursor = _function("getCanonicalCursor", Cursor, Cursor)
semantic_parent = _function("getCursorSemanticParent", Cursor, Cursor)
specialized = _function("getSpecializedCursorTemplate", Cursor, Cursor)
linkage = _function("getCursorLinkage", c_int, Cursor)
storage_class = _function("Cursor_getStorageClass", c_int, Cursor)
enum_value = _function("getEnumConstantDeclValue", c_longlong, Cursor)
enum_integer_type = _function("getEnumDeclIntegerType", Type, Cursor)
initializer = _function("Cursor_getVarDeclInitializer", Cursor, Cursor)
is_bit_field = _function("Cursor_isBitField", c_uint, Cursor)
is_inline_namespace = _function("Cursor_isInlineNamespace", c_uint, Cursor)
is_anonymous_record = _function("Cursor_isAnonymousRecordDecl", c_uint, Cursor)
is_defaulted = _function("CXXMethod_isDefaulted", c_uint, Cursor)
is_virtual = _function("CXXMethod_isVirtual", c_uint, Cursor)
is_virtual_base = _function("isVirtualBase", c_uint, Cursor)
is_definition = _function("isCursorDefinition", c_uint, Cursor)
is_static_method = _function("CXXMethod_isStatic", c_uint, Cursor)
argument_count = _function("Cursor_getNumArguments", c_int, Cursor)
argument = _function("Cursor_getArgument", Cursor, Cursor, c_uint)
binary_operator = _function("getCursorBinaryOperatorKind", c_int, Cursor)
unary_operator = _function("getCursorUnaryOperatorKind", c_int, Cursor)
is_macro_function = _function("Cursor_isMacroFunctionLike", c_uint, Cursor)
_printing_policy = _function("getCursorPrintingPolicy", c_void_p, Cursor)
_set_policy = _function("PrintingPolicy_setProperty", None, c_void_p, c_int, c_uint)
_dispose_policy = _function("PrintingPolicy_dispose", None, c_void_p)
_pretty_printed = _function("getCursorPrettyPrinted", _String, Cursor, c_void_p)
is_builtin_macro = _function("Cursor_isMacroBuiltin", c_uint, Cursor)

type_of = _function("getCursorType", Type, Cursor)
unqualified = _function("getUnqualifiedType", Type, Type)
canonical = _function("getCanonicalType", Type, Type)
pointee = _function("getPointeeType", Type, Type)
element_type = _function("getElementType", Type, Type)
element_count = _function("getNumElements", c_longlong, Type)
array_element = _function("getArrayElementType", Type, Type)
array_size = _function("getArraySize", c_longlong, Type)
result_type = _function("getResultType", Type, Type)
parameter_count = _function("getNumArgTypes", c_int, Type)
parameter_type = _function("getArgType", Type, Type, c_uint)
declaration_of = _function("getTypeDeclaration", Cursor, Type)
offset_of = _function("Type_getOffsetOf", c_longlong, Type, c_char_p)
size_of = _function("Type_getSizeOf", c_longlong, Type)
is_const = _function("isConstQualifiedType", c_uint, Type)
is_volatile = _function("isVolatileQualifiedType", c_uint, Type)
is_restrict = _function("isRestrictQualifiedType", c_uint, Type)
address_space = _function("getAddressSpace", c_uint, Type)
template_argument_count = _function("Type_getNumTemplateArguments", c_int, Type)
template_argument = _function("Type_getTemplateArgumentAsType", Type, Type, c_uint)


@_VISITOR  # type: ignore[untyped-decorator]
def _collect(cursor: Cursor, _parent: Cursor, found: list[Cursor]) -> int:
    found.append(cursor)
    return _CONTINUE


@_FIELD_VISITOR  # type: ignore[untyped-decorator]
def _collect_field(cursor: Cursor, found: list[Cursor]) -> int:
    found.append(cursor)
    return _CONTINUE


@_INCLUSION_VISITOR  # type: ignore[untyped-decorator]
def _collect_file(file: int, stack: Any, depth: int, found: list[Inclusion]) -> None:
    name = _text(_file_name(file))
    found.append(Inclusion(name, tuple(stack[level].raw for level in range(depth))))


def children(cursor: Cursor) -> list[Cursor]:
    """The nodes directly below a node."""
    found: list[Cursor] = []
    _visit_children(cursor, _collect, found)
    return found


def fields(record: Type) -> list[Cursor]:
    """A record's own fields, in order; those of anonymous records are in a field without name."""
    found: list[Cursor] = []
    _visit_fields(record, _collect_field, found)
    return found


def _text(value: _String, errors: str = "surrogateescape") -> str:
    data = _c_string(value)
    result = data.decode("utf-8", errors) if data is not None else ""
    _dispose_string(value)
    return str(result)


def spelling(cursor: Cursor) -> str:
    """The name of what a cursor declares or uses."""
    return _text(_cursor_spelling(cursor))


def usr(cursor: Cursor) -> str:
    """Clang's name for a declaration that is the same in all translation units."""
    return _text(_cursor_usr(cursor))


def type_spelling(type_: Type) -> str:
    """A type as clang prints it."""
    return _text(_type_spelling(type_))


def head(cursor: Cursor) -> str:
    """A function's declaration without its body, attribute arguments evaluated."""
    policy = _printing_policy(cursor)
    _set_policy(policy, _TERSE_OUTPUT, 1)
    result = _text(_pretty_printed(cursor, policy))
    _dispose_policy(policy)
    return result


def identity(cursor: Cursor) -> tuple[int, int]:
    """What tells a declaration apart within its translation unit."""
    return (cursor.kind, cursor.data[0] or 0)


def file_location(raw: int, data: Any) -> tuple[str | None, int]:
    """The file (None: not in one) and byte offset of a place.

    In a macro: that of the argument's text, or the begin of the outermost invocation.
    """
    file, offset = c_void_p(), c_uint()
    _file_location(Location(data, raw), byref(file), None, None, byref(offset))
    return (_text(_file_name(file)) if file.value else None, offset.value)


def evaluate(cursor: Cursor) -> int | float | None:
    """The value of a constant expression or of a variable's initialiser."""
    result = _evaluate(cursor)
    if not result:
        return None
    try:
        match _evaluated_kind(result):
            case 1:
                unsigned = _evaluated_unsigned(result)
                return int((_evaluated_natural if unsigned else _evaluated_int)(result))
            case 2:
                return float(_evaluated_double(result))
            case _:
                return None
    finally:
        _dispose_evaluated(result)


def inclusions(unit: int) -> list[Inclusion]:
    """Every file that was read, the main file first."""
    found: list[Inclusion] = []
    _visit_inclusions(unit, _collect_file, found)
    return found


def skipped_ranges(unit: int) -> list[Range]:
    """The ranges that inactive preprocessor branches take."""
    result = _all_skipped(unit)
    try:
        return [Range.from_buffer_copy(result[0].ranges[i]) for i in range(result[0].count)]
    finally:
        _dispose_ranges(result)


def diagnostics(unit: int) -> Iterator[tuple[int, str, Location]]:
    """Severity (2 warning, 3 error, 4 fatal), message and place of each diagnostic."""
    for index in range(_diagnostic_count(unit)):
        item = _diagnostic(unit, index)
        yield (
            diagnostic_severity(item),
            _text(_diagnostic_spelling(item), "replace"),
            diagnostic_location(item),
        )
        _dispose_diagnostic(item)


def on_large_stack(action: Callable[[], _Result]) -> _Result:
    """Run an action on a thread whose stack is large enough for deeply nested input."""
    usual = threading.stack_size(_STACK_BYTES)
    try:
        with ThreadPoolExecutor(max_workers=1) as pool:
            return pool.submit(action).result()
    finally:
        threading.stack_size(usual)


@contextmanager
def parsed(
    path: str, arguments: Sequence[str], unsaved: Mapping[str, bytes]
) -> Iterator[int | None]:
    """A translation unit while it is open, None where clang gave up."""
    index = _create_index(0, 0)
    unit = c_void_p()
    argv = (c_char_p * len(arguments))(*(a.encode("utf-8", "surrogateescape") for a in arguments))
    files = (_UnsavedFile * len(unsaved))(
        *(
            _UnsavedFile(name.encode("utf-8", "surrogateescape"), data, len(data))
            for name, data in unsaved.items()
        )
    )
    try:
        name = path.encode("utf-8", "surrogateescape")
        failed = _parse(index, name, argv, len(argv), files, len(files), _PARSE_FLAGS, byref(unit))
        yield None if failed else unit.value
    finally:
        if unit.value:
            _dispose_unit(unit)
        _dispose_index(index)
