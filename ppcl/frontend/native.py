"""libclang's C interface: the functions on nodes and types that ppcl calls, typed.

The Python API of libclang 18.1.1 has no operator kinds and costs a Python object per question;
the library is called directly, here and in `session`. Source: clang-c/Index.h.
"""

import ctypes
from collections.abc import Callable
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
    c_ulonglong,
    c_void_p,
    py_object,
)
from typing import Any

from clang import cindex

_CONTINUE = 1
_NO_INITIALISERS, _TERSE_OUTPUT = 6, 17


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


class String(Structure):
    """A string that libclang owns (CXString)."""

    _fields_ = (("data", c_void_p), ("flags", c_uint))


_VISITOR = CFUNCTYPE(c_int, Cursor, Cursor, py_object)
_FIELD_VISITOR = CFUNCTYPE(c_int, Cursor, py_object)
_LIBRARY = ctypes.CDLL(cindex.conf.get_filename())


def function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function of libclang, by its name without `clang_`."""
    found = getattr(_LIBRARY, f"clang_{name}")
    found.restype, found.argtypes = result, arguments
    return found  # type: ignore[no-any-return]


_c_string = function("getCString", c_char_p, String)
_dispose_string = function("disposeString", None, String)
_visit_children = function("visitChildren", c_uint, Cursor, _VISITOR, py_object)
_cursor_spelling = function("getCursorSpelling", String, Cursor)
_cursor_usr = function("getCursorUSR", String, Cursor)
_type_spelling = function("getTypeSpelling", String, Type)
_evaluate = function("Cursor_Evaluate", c_void_p, Cursor)
_evaluated_kind = function("EvalResult_getKind", c_int, c_void_p)
_evaluated_int = function("EvalResult_getAsLongLong", c_longlong, c_void_p)
_evaluated_unsigned = function("EvalResult_isUnsignedInt", c_uint, c_void_p)
_evaluated_natural = function("EvalResult_getAsUnsigned", c_ulonglong, c_void_p)
_evaluated_double = function("EvalResult_getAsDouble", c_double, c_void_p)
_dispose_evaluated = function("EvalResult_dispose", None, c_void_p)
_overridden = function(
    "getOverriddenCursors", None, Cursor, POINTER(POINTER(Cursor)), POINTER(c_uint)
)
_dispose_overridden = function("disposeOverriddenCursors", None, POINTER(Cursor))

_visit_fields = function("Type_visitFields", c_uint, Type, _FIELD_VISITOR, py_object)
unit_cursor = function("getTranslationUnitCursor", Cursor, c_void_p)
extent = function("getCursorExtent", Range, Cursor)
location = function("getCursorLocation", Location, Cursor)
referenced = function("getCursorReferenced", Cursor, Cursor)
definition = function("getCursorDefinition", Cursor, Cursor)
canonical_cursor = function("getCanonicalCursor", Cursor, Cursor)
semantic_parent = function("getCursorSemanticParent", Cursor, Cursor)
lexical_parent = function("getCursorLexicalParent", Cursor, Cursor)
specialized = function("getSpecializedCursorTemplate", Cursor, Cursor)
linkage = function("getCursorLinkage", c_int, Cursor)
thread_storage = function("getCursorTLSKind", c_int, Cursor)
storage_class = function("Cursor_getStorageClass", c_int, Cursor)
enum_value = function("getEnumConstantDeclValue", c_longlong, Cursor)
enum_integer_type = function("getEnumDeclIntegerType", Type, Cursor)
initializer = function("Cursor_getVarDeclInitializer", Cursor, Cursor)
is_bit_field = function("Cursor_isBitField", c_uint, Cursor)
is_inline_namespace = function("Cursor_isInlineNamespace", c_uint, Cursor)
is_anonymous_record = function("Cursor_isAnonymousRecordDecl", c_uint, Cursor)
is_defaulted = function("CXXMethod_isDefaulted", c_uint, Cursor)
is_virtual = function("CXXMethod_isVirtual", c_uint, Cursor)
access_specifier = function("getCXXAccessSpecifier", c_int, Cursor)
is_virtual_base = function("isVirtualBase", c_uint, Cursor)
is_dynamic_call = function("Cursor_isDynamicCall", c_int, Cursor)
is_const_method = function("CXXMethod_isConst", c_uint, Cursor)
is_static_method = function("CXXMethod_isStatic", c_uint, Cursor)
argument_count = function("Cursor_getNumArguments", c_int, Cursor)
argument = function("Cursor_getArgument", Cursor, Cursor, c_uint)
binary_operator = function("getCursorBinaryOperatorKind", c_int, Cursor)
unary_operator = function("getCursorUnaryOperatorKind", c_int, Cursor)
is_macro_function = function("Cursor_isMacroFunctionLike", c_uint, Cursor)
_printing_policy = function("getCursorPrintingPolicy", c_void_p, Cursor)
_set_policy = function("PrintingPolicy_setProperty", None, c_void_p, c_int, c_uint)
_dispose_policy = function("PrintingPolicy_dispose", None, c_void_p)
_pretty_printed = function("getCursorPrettyPrinted", String, Cursor, c_void_p)

type_of = function("getCursorType", Type, Cursor)
unqualified = function("getUnqualifiedType", Type, Type)
canonical = function("getCanonicalType", Type, Type)
pointee = function("getPointeeType", Type, Type)
element_type = function("getElementType", Type, Type)
value_type = function("Type_getValueType", Type, Type)
element_count = function("getNumElements", c_longlong, Type)
array_element = function("getArrayElementType", Type, Type)
array_size = function("getArraySize", c_longlong, Type)
result_type = function("getResultType", Type, Type)
parameter_count = function("getNumArgTypes", c_int, Type)
parameter_type = function("getArgType", Type, Type, c_uint)
declaration_of = function("getTypeDeclaration", Cursor, Type)
offset_of = function("Type_getOffsetOf", c_longlong, Type, c_char_p)
size_of = function("Type_getSizeOf", c_longlong, Type)
align_of = function("Type_getAlignOf", c_longlong, Type)
is_pod = function("isPODType", c_uint, Type)
is_const = function("isConstQualifiedType", c_uint, Type)
is_volatile = function("isVolatileQualifiedType", c_uint, Type)
is_restrict = function("isRestrictQualifiedType", c_uint, Type)
address_space = function("getAddressSpace", c_uint, Type)
template_argument_count = function("Type_getNumTemplateArguments", c_int, Type)
template_argument = function("Type_getTemplateArgumentAsType", Type, Type, c_uint)


@_VISITOR  # type: ignore[untyped-decorator]
def _collect(cursor: Cursor, _parent: Cursor, found: list[Cursor]) -> int:
    found.append(cursor)
    return _CONTINUE


@_FIELD_VISITOR  # type: ignore[untyped-decorator]
def _collect_field(cursor: Cursor, found: list[Cursor]) -> int:
    found.append(cursor)
    return _CONTINUE


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


def overridden(method: Cursor) -> list[Cursor]:
    """The virtual methods that a method replaces."""
    found, count = POINTER(Cursor)(), c_uint()
    _overridden(method, byref(found), byref(count))
    methods = [Cursor.from_buffer_copy(found[index]) for index in range(count.value)]
    if count.value:
        _dispose_overridden(found)
    return methods


def text(value: String, errors: str = "surrogateescape") -> str:
    """A string of libclang's, which is given back."""
    data = _c_string(value)
    result = data.decode("utf-8", errors) if data is not None else ""
    _dispose_string(value)
    return str(result)


def encoded(text: str) -> bytes:
    """A name as clang knows it."""
    return text.encode("utf-8", "surrogateescape")


def spelling(cursor: Cursor) -> str:
    """The name of what a cursor declares or uses."""
    return text(_cursor_spelling(cursor))


def usr(cursor: Cursor) -> str:
    """Clang's name for a declaration that is the same in all translation units."""
    return text(_cursor_usr(cursor))


def type_spelling(type_: Type) -> str:
    """A type as clang prints it."""
    return text(_type_spelling(type_))


def head(cursor: Cursor) -> str:
    """A declaration without its body or initialiser, attribute arguments evaluated."""
    return _printed(cursor, is_terse=True)


def printed(cursor: Cursor) -> str:
    """A declaration as clang understood it: without macros and without parts that it implied."""
    return _printed(cursor, is_terse=False)


def _printed(cursor: Cursor, is_terse: bool) -> str:
    policy = _printing_policy(cursor)
    _set_policy(policy, _NO_INITIALISERS, is_terse)
    _set_policy(policy, _TERSE_OUTPUT, is_terse)
    result = text(_pretty_printed(cursor, policy))
    _dispose_policy(policy)
    return result


def identity(cursor: Cursor) -> tuple[int, int]:
    """What tells a declaration apart within its translation unit."""
    return (cursor.kind, cursor.data[0] or 0)


def node(cursor: Cursor) -> int:
    """What tells an expression or statement apart within its open translation unit."""
    return cursor.data[1] or 0


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
