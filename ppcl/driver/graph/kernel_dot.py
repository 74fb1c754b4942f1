"""The kernels' side of the picture: parameters, basic blocks and barriers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.graph.wiicfg import BlockKey, WiiCfg
from ppcl.analysis.model import KernelModel, KernelParameter
from ppcl.driver.graph.arguments import value_of
from ppcl.driver.graph.dot import cluster, edge, left_aligned, node, quoted
from ppcl.driver.text import excerpt, shortened
from ppcl.ir.cfg import EXIT, BasicBlock, Cfg, Edge

_FRAME = {"style": '"filled,rounded"', "fillcolor": '"#f6f1fa"', "color": '"#8a6fb0"'}
_BLOCK = {"shape": "box", "style": "filled", "fillcolor": "white", "fontname": '"monospace"'}
_BARRIER = {"shape": "box", "style": "filled", "fillcolor": '"#b03a3a"', "fontcolor": "white"}
_END = {"shape": "oval", "style": "filled", "fillcolor": '"#e4daf0"', "height": "0.3"}
_PARAMETERS = {"shape": "record", "style": "filled", "fillcolor": '"#e4daf0"'}
_MOST_LINES = 10


@dataclass(frozen=True)
class KernelPicture:
    """The frames of the kernels, and of functions on the way to their barriers."""

    facts: Facts
    graph: WiiCfg

    def block(self, place: BlockKey) -> str:
        """The node of a block."""
        return f"kernel{self._number(place.function)}_{place.block}"

    def parameter(self, kernel: KernelModel, index: int) -> str:
        """The port of a parameter."""
        return f"parameters{self._number(kernel.function.declaration.key)}:p{index}"

    def _number(self, key: str) -> int:
        return list(self.graph.kernels).index(key)

    def lines(self) -> Iterator[str]:
        """A frame for each kernel or function."""
        models = {k.function.declaration.key: k for k in self.facts.kernels.values()}
        for key, cfg in self.graph.kernels.items():
            inner = [self._block_node(key, cfg, block) for block in cfg.blocks]
            inner += [line for found in cfg.edges for line in self._edge(key, found)]
            if key in models:
                inner += self._parameters(key, models[key])
            title = f"{'kernel' if key in models else 'function'} {cfg.function.name}"
            title += self._interleaving(key)
            yield from cluster(f"kernel{self._number(key)}", title, inner, **_FRAME)

    def _parameters(self, key: str, kernel: KernelModel) -> Iterator[str]:
        """A row of parameters over the kernel's first block."""
        cells = [f"<p{p.index}> {_record_text(self._cell(kernel, p))}" for p in kernel.parameters]
        row = f"parameters{self._number(key)}"
        yield node(row, f'"{" | ".join(cells)}"', **_PARAMETERS)
        yield edge(row, self.block(BlockKey(key, 0)), style="invis", weight="20")

    def _cell(self, kernel: KernelModel, parameter: KernelParameter) -> str:
        """A parameter's name, and what scalars are bound to where all launches agree."""
        values = {
            value_of(self.facts, argument) or "?"
            for launch in self.facts.host.launches
            if launch.kernel == kernel.name
            for argument in launch.arguments
            if argument.index == parameter.index and argument.kind == "scalar"
        }
        bound = f" = {shortened(min(values), 24)}" if len(values) == 1 else ""
        return parameter.name + bound

    def _block_node(self, key: str, cfg: Cfg, block: BasicBlock) -> str:
        name = self.block(BlockKey(key, block.index))
        match block.kind:
            case "entry":
                return node(name, quoted(cfg.function.name), **_END)
            case "exit":
                return node(name, quoted("end"), **_END)
            case "barrier":
                return node(name, quoted("barrier"), **_BARRIER)
            case _:
                return node(name, left_aligned(self._code(block)), **_BLOCK)

    def _code(self, block: BasicBlock) -> list[str]:
        items = block.items or ((block.call,) if block.call is not None else ())
        lines = [excerpt(self.facts.files, item.at, 60) for item in items]
        if len(lines) <= _MOST_LINES:
            return lines
        return [*lines[: _MOST_LINES - 2], f"... ({len(lines) - _MOST_LINES + 1} more)", lines[-1]]

    def _edge(self, key: str, found: Edge) -> Iterator[str]:
        """An edge; one that closes a loop does not push its head down, but the exit below it."""
        source = self.block(BlockKey(key, found.source))
        style = {"label": quoted(found.label)} if found.label else {}
        if found.back:
            style |= {"style": "dashed", "constraint": "false"}
            yield edge(source, self.block(BlockKey(key, EXIT)), style="invis", weight="0")
        yield edge(source, self.block(BlockKey(key, found.target)), **style)

    def _interleaving(self, key: str) -> str:
        """How the target runs the work-items of a kernel."""
        widths = {launch.width for launch in self.graph.launches if launch.function == key}
        if not widths:
            return ""
        width = min(widths)
        return ": work-items one by one" if width == 1 else f": {width} work-items in step"


def _record_text(text: str) -> str:
    """A text inside a record's label."""
    escaped = re.sub(r"([\\{}|<>\"])", r"\\\1", text)
    return escaped.replace(" ", r"\ ")
