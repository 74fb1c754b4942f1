"""Checks that a tree and the text that it came from tell the same story."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ppcl.frontend import ParseOptions, literal_text, parse_host, parse_kernel
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.ir.vector import lane_numbers
from ppcl.source import SourceFile, Span

ROOT = Path("/nowhere")
_COMMENTS = re.compile(rb"//[^\n]*|/\*.*?\*/|\\\r?\n", re.DOTALL)
_WORD = re.compile(rb"[A-Za-z_]\w*")


def host(text: str | bytes, path: str = "host.c", **files: str) -> TranslationUnit:
    """A host of one file that is not on disk; `files` are headers by name with `_` for `.`."""
    return parse_host(ROOT, path, ParseOptions(), _overlay(text, path, files))


def kernel(text: str | bytes, *defines: str, **files: str) -> TranslationUnit:
    """A kernel file that is not on disk."""
    options = ParseOptions(defines=defines)
    return parse_kernel(ROOT, "kernel.cl", options, _overlay(text, "kernel.cl", files))


def _overlay(text: str | bytes, path: str, files: Mapping[str, str]) -> dict[str, bytes]:
    data = text if isinstance(text, bytes) else text.encode()
    named = {name.replace("_", "."): content.encode() for name, content in files.items()}
    return {path: data, **named}


def function(unit: TranslationUnit, name: str) -> Function:
    """The function of that name that has a body."""
    return next(f for f in unit.functions if f.declaration.name == name and f.body)


def nodes(unit: TranslationUnit, kind: type | None = None) -> list[Node]:
    """All nodes of a unit, of one kind."""
    roots: list[Node] = [f.body for f in unit.functions if f.body] + list(unit.globals)
    found = (node for root in roots for node in descendants(root))
    return [node for node in found if kind is None or isinstance(node, kind)]


def complaints(unit: TranslationUnit, texts: Mapping[str, bytes]) -> Iterator[str]:
    """What is wrong with the spans of a unit's nodes; `texts` are the files' bytes."""
    for node in nodes(unit):
        text = _text(texts, node.at.span)
        if node.at.macro is not None:
            if not text.startswith(node.at.macro.encode()):
                yield f"{node.at}: not an invocation: {text!r}"
            continue
        check = _CHECKS.get(type(node))
        if check is not None and not check(node, text, texts):
            yield f"{type(node).__name__} at {node.at.span}: {text!r}"
        for child in children(node):
            if not node.at.span.contains(child.at.span) and not _stands_elsewhere(node, child):
                yield f"{type(child).__name__} at {child.at.span} is not in {node.at.span}"


def _stands_elsewhere(node: Node, child: Node) -> bool:
    """Default arguments and constructors' initialisers are not where they take effect."""
    if isinstance(node, ex.Call | ex.Construct):
        return child in node.arguments
    return isinstance(node, st.Block) and isinstance(child, st.Evaluate)


def _text(texts: Mapping[str, bytes], span: Span) -> bytes:
    return texts[span.file][span.start : span.end]


def _between(left: Node, right: Node, texts: Mapping[str, bytes]) -> bytes:
    gap = Span(left.at.span.file, left.at.span.end, right.at.span.start)
    return _COMMENTS.sub(b" ", _text(texts, gap)).strip(b" \t\r\n\x0b()")


def _operator(left: Node, op: str, right: Node, texts: Mapping[str, bytes]) -> bool:
    if left.at.macro is not None or right.at.macro is not None:
        return True  # the operator may be the macro's, too
    spelled = {"&&": b"and", "||": b"or", "!=": b"not_eq"}.get(op, op.encode())
    between = _between(left, right, texts)
    return between.startswith(op.encode()) or between.endswith((op.encode(), spelled))


def _name(node: ex.NameRef, text: bytes, texts: Mapping[str, bytes]) -> bool:
    name = node.declaration.name.rsplit("::", 1)[-1].encode()
    return text == name or _WORD.findall(re.sub(rb"<.*", b"", text))[-1:] == [name]


def _integer(node: ex.IntLiteral, text: bytes, texts: Mapping[str, bytes]) -> bool:
    number = text.replace(b"'", b"").rstrip(b"uUlL") if text[:1].isdigit() else b""
    if re.fullmatch(rb"0[0-7]+", number):
        return int(number, 8) == node.value
    if re.fullmatch(rb"\d+|0[xX][0-9a-fA-F]+|0[bB][01]+", number):
        return int(number, 0) == node.value
    if text in (b"true", b"false", b"nullptr", b"__null"):
        return node.value == (text == b"true")
    return text.startswith((b"'", b"L'", b"__builtin_offsetof")) or bool(_WORD.match(text))


def _float(node: ex.FloatLiteral, text: bytes, texts: Mapping[str, bytes]) -> bool:
    number = text.decode().rstrip("fFlLhH")
    value = float.fromhex(number) if "x" in number.lower() else float(number)
    return abs(value - node.value) <= 1e-3 * abs(value) or value > 1e38


def _string(node: ex.StringLiteral, text: bytes, texts: Mapping[str, bytes]) -> bool:
    span = node.at.span
    found = literal_text(SourceFile(span.file, texts[span.file]), span)
    return found is None or found.data == node.value


def _binary(node: ex.Binary, text: bytes, texts: Mapping[str, bytes]) -> bool:
    return _operator(node.left, node.op, node.right, texts)


def _assign(node: ex.Assign, text: bytes, texts: Mapping[str, bytes]) -> bool:
    implied = isinstance(node.target, ex.Member) and isinstance(node.target.base, ex.This)
    return implied or _operator(node.target, node.op, node.value, texts)


def _unary(node: ex.Unary, text: bytes, texts: Mapping[str, bytes]) -> bool:
    if node.at == node.operand.at:
        return node.op == "*"
    op = node.op.replace("x", "").encode()
    if _WORD.match(text) and node.op.endswith("x"):
        return node.operand.at.span.end == node.at.span.end
    if node.op == "!" and text.startswith(b"not"):
        return True
    return text.endswith(op) if node.op.startswith("x") else text.startswith(op)


def _index(node: ex.Index, text: bytes, texts: Mapping[str, bytes]) -> bool:
    return text.endswith(b"]") and b"[" in text


def _member(node: ex.Member, text: bytes, texts: Mapping[str, bytes]) -> bool:
    return bool(re.search(rb"\b" + node.name.encode() + rb"\b", text))


def _swizzle(node: ex.Swizzle, text: bytes, texts: Mapping[str, bytes]) -> bool:
    last = text[node.base.at.span.end - node.at.span.start :].strip(b"\\ \n.").decode()
    is_macro = bool(last) and not lane_numbers(last, 16)
    return is_macro or text.endswith(node.components.encode())


def _call(node: ex.Call, text: bytes, texts: Mapping[str, bytes]) -> bool:
    if node.callee is None or "operator" in node.callee:
        return True
    # A constructor that nobody wrote stands where the member does.
    return text.endswith(b")") or node.callee.encode() in text.split()[:-1]


def _if(node: st.If, text: bytes, texts: Mapping[str, bytes]) -> bool:
    return text.startswith(b"if") and text.endswith((b";", b"}", b")"))


def _for(node: st.For, text: bytes, texts: Mapping[str, bytes]) -> bool:
    in_macro = any(child.at.macro is not None for child in children(node))
    return (text.startswith(b"for") or in_macro) and text.endswith((b";", b"}", b")"))


def _return(node: st.Return, text: bytes, texts: Mapping[str, bytes]) -> bool:
    return text.startswith(b"return") and (text.endswith(b";") or node.value is not None)


def _block(node: st.Block, text: bytes, texts: Mapping[str, bytes]) -> bool:
    return text.endswith((b"}", b";")) or not node.body or node.at != node.body[0].at


def _variable(node: st.Variable, text: bytes, texts: Mapping[str, bytes]) -> bool:
    return node.declaration.name.encode() in text


_CHECKS: dict[type, Callable[..., bool]] = {
    ex.NameRef: _name,
    ex.IntLiteral: _integer,
    ex.FloatLiteral: _float,
    ex.StringLiteral: _string,
    ex.Binary: _binary,
    ex.Assign: _assign,
    ex.Unary: _unary,
    ex.Index: _index,
    ex.Member: _member,
    ex.Swizzle: _swizzle,
    ex.Call: _call,
    st.If: _if,
    st.For: _for,
    st.Return: _return,
    st.Block: _block,
    st.Variable: _variable,
}
