"""How a kernel's file is written, so that what is added looks like it."""

import re
from dataclasses import dataclass

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.unit import Function
from ppcl.source import SourceFile

_INDENTED = re.compile(rb"^([ \t]+)\S", re.MULTILINE)


@dataclass(frozen=True)
class Style:
    """`unit` is what a deeper line has more in front, `ending` ends a line; `own_line`: an opening
    brace has a line of its own; `stepped`: how a counter is counted."""

    unit: bytes
    ending: bytes
    own_line: bool
    stepped: str

    def loop(self, item: str, factor: int) -> bytes:
        """The head of a loop over the work-items."""
        step = f"++{item}" if self.stepped == "++x" else f"{item}++"
        return f"for (int {item} = 0; {item} < {factor}; {step})".encode()

    def opened(self, head: bytes, indent: bytes) -> bytes:
        """A head with the brace behind it, and the line's end."""
        between = self.ending + indent if self.own_line else b" "
        return head + between + b"{" + self.ending


def style_of(function: Function, source: SourceFile) -> Style:
    """The style of a function with a body."""
    assert function.body is not None
    begin, end = function.body.at.span.start, function.body.at.span.end
    text = source.data[begin:end]
    steps = [n.op for n in function.nodes if isinstance(n, ex.Unary) and n.op in ("++x", "x++")]
    indented = _INDENTED.search(text)
    blocks = [
        node.body if isinstance(node, st.For | st.While) else node.then
        for node in function.nodes
        if isinstance(node, st.For | st.While | st.If)
    ]
    braces = [block.at.span.start for block in blocks if isinstance(block, st.Block)]
    own = [not source.data[:place].rpartition(b"\n")[2].strip() for place in braces]
    return Style(
        indented[1] if indented is not None else b"    ",
        b"\r\n" if b"\r\n" in text else b"\n",
        bool(own) and all(own),
        steps[0] if steps else "++x",
    )
