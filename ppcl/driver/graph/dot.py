"""The DOT language of Graphviz: nodes, edges and clusters as lines of text."""

from collections.abc import Sequence


def quoted(text: str) -> str:
    """A string constant of DOT; line ends are kept, and lines are centred."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def left_aligned(lines: Sequence[str]) -> str:
    """A string constant whose lines are flush left, as code is."""
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "".join(f"{line}\\l" for line in escaped) + '"'


def attributes(values: dict[str, str]) -> str:
    """`[a=b, c=d]`; values are numbers, plain words or DOT constants already."""
    inner = ", ".join(f"{name}={value}" for name, value in values.items())
    return f" [{inner}]" if inner else ""


def node(name: str, label: str, **values: str) -> str:
    """A node; `label` is a DOT constant."""
    return f"{name}{attributes({'label': label, **values})};"


def edge(source: str, target: str, **values: str) -> str:
    """An edge."""
    return f"{source} -> {target}{attributes(values)};"


def cluster(name: str, label: str, lines: Sequence[str], **values: str) -> list[str]:
    """Lines inside a frame with a title."""
    head = [f"subgraph cluster_{name} {{", f"  label={quoted(label)};"]
    head += [f"  {key}={value};" for key, value in values.items()]
    return [*head, *(f"  {line}" for line in lines), "}"]
