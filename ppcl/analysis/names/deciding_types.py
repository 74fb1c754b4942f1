"""Names and numbers whose type decides: what is called, what a constant is, what a name reads."""

from collections.abc import Iterator

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import OpaqueType, RecordType, ReferenceType
from ppcl.ir.unit import Parameter, TranslationUnit
from ppcl.source import Span


def deciding(unit: TranslationUnit) -> Iterator[Span]:
    """Where such numbers stand."""
    yield from _in_constants(unit)
    yield from choosing(unit)


def referring(unit: TranslationUnit) -> Iterator[str]:
    """The variables whose name may read other memory than their own: references and objects."""
    found: list[st.Variable | Parameter] = [p for f in unit.functions for p in f.parameters]
    found += [node for node in unit.nodes if isinstance(node, st.Variable)]
    for each in found:
        if isinstance(each.type, ReferenceType | RecordType | OpaqueType):
            yield each.declaration.name


def _in_constants(unit: TranslationUnit) -> Iterator[Span]:
    """The numbers that constants of C++ begin with."""
    for node in unit.nodes:
        if unit.language == "c++" and isinstance(node, st.Variable) and node.const and node.init:
            yield from (n.at.span for n in descendants(node.init) if isinstance(n, ex.IntLiteral))


def choosing(unit: TranslationUnit) -> Iterator[Span]:
    """The numbers that are arguments of the program's overloaded functions and templates."""
    keys: dict[str, set[str]] = {}
    for function in unit.functions:
        key = function.declaration.key
        several = {key, f"{key} of another type"} if function.template else {key}
        keys.setdefault(function.declaration.name, set()).update(several)
    overloaded = {name for name, own in keys.items() if len(own) > 1}
    for node in unit.nodes:
        called = isinstance(node, ex.Call | ex.Construct | ex.New) and node.target
        if called and called.name in overloaded:
            yield from (n.at.span for n in descendants(node) if isinstance(n, ex.IntLiteral))
