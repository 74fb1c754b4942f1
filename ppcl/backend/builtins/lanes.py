"""Functions of vectors that are a function of scalars for each lane.

A loop over lanes, not a list of them: compilers make vector code of the loop, after branches in
the scalar function have become selections.
"""

import re
from dataclasses import dataclass

from ppcl.backend.builtins.builtin import Builtin
from ppcl.backend.builtins.spelling import ROWS, is_type, parts, vector
from ppcl.ir.vector import stored_lanes

_SIGNATURE = re.compile(r"PPCL_INLINE (\w+) \w+\(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the function of vectors; `element` is that of scalars."""

    name: str
    type: str  # spelled as in names

    @property
    def declared(self) -> str:
        """As it stands in the list of parameters."""
        pointee = self.type.removeprefix("p")
        return f"{pointee} *{self.name}" if self.type != pointee else f"{self.type} {self.name}"

    def lane(self) -> str:
        """What the function of scalars is given for lane i."""
        if self.type.startswith("p"):
            return f"&{self.name}_lane"
        return f"{self.name}[i]" if (parts(self.type) or ("", 1))[1] > 1 else self.name


def split(name: str) -> tuple[str, tuple[str, ...]]:
    """A C name in what comes before its types, and the types."""
    words = name.split("_")
    count = 0
    while count < len(words) and is_type(words[-1 - count]):
        count += 1
    first = len(words) - count
    return "_".join(words[:first]), tuple(words[first:])


def of_scalars(name: str) -> tuple[str, int] | None:
    """The name of the same function of scalars, and how many lanes there are; None: no vectors."""
    base, types = split(name)
    split_types = [(t.startswith("p"), *(parts(t.removeprefix("p")) or ("", 0))) for t in types]
    lanes = {count for _, _, count in split_types if count > 1}
    if len(lanes) != 1:
        return None
    scalars = ["p" * pointer + element for pointer, element, _ in split_types]
    return "_".join((base, *scalars)), lanes.pop()


def of_row(name: str) -> str | None:
    """The name of the function of scalars that one of rows of work-items is for each lane."""
    words = name.split("_")
    count = next((i for i, word in enumerate(words) if word in ROWS), len(words))
    rows = words[count:]
    if not rows or any(word not in ROWS for word in rows):
        return None
    return "_".join((*words[:count], *(word.removesuffix("s") for word in rows)))


def each_of_row(name: str, scalar: Builtin) -> Builtin | None:
    """The function of rows of work-items, from that of scalars."""
    found = _SIGNATURE.search(scalar.text)
    if found is None or f"{found[1]}s" not in ROWS:
        return None
    words = [one.split()[-1] for one in found[2].split(",")]
    types = name.split("_")[-len(words) :]
    declared = ", ".join(f"ppcl_{t} {word}" for t, word in zip(types, words, strict=True))
    given = ", ".join(f"{word}[i]" for word in words)
    result = f"ppcl_{found[1]}s"
    text = (
        f"PPCL_INLINE {result} {name}({declared})\n{{\n    {result} result;\n    PPCL_LANES\n"
        f"    for (int i = 0; i < PPCL_WIDTH; i++)\n        result[i] = {scalar.name}({given});\n"
        f"    return result;\n}}"
    )
    return Builtin(name, text, (scalar,))


def each_lane(name: str, lanes: int, scalar: Builtin) -> Builtin | None:
    """The function of vectors, from that of scalars."""
    found = _SIGNATURE.search(scalar.text)
    types = split(name)[1]
    words = [one.split()[-1].lstrip("*") for one in found[2].split(",")] if found else []
    if found is None or parts(found[1]) is None or len(words) != len(types):
        return None
    parameters = [Parameter(*pair) for pair in zip(words, types, strict=True)]
    text = _text(vector(found[1], lanes), name, lanes, parameters, scalar.name)
    return Builtin(name, text, (scalar,))


def _text(result: str, name: str, lanes: int, parameters: list[Parameter], called: str) -> str:
    pointers = [one for one in parameters if one.type.startswith("p")]
    before = [f"{_pointee(one)} {one.name}_lane;" for one in pointers]
    after = [f"(*{one.name})[i] = {one.name}_lane;" for one in pointers]
    call = f"result[i] = {called}({', '.join(one.lane() for one in parameters)});"
    inside = "\n".join(f"        {line}" for line in (*before, call, *after))
    body = f" {{\n{inside}\n    }}" if pointers else f"\n{inside}"
    return (
        f"PPCL_INLINE {result} {name}({', '.join(one.declared for one in parameters)})\n"
        f"{{\n    {result} result;\n"
        f"    for (int i = 0; i < {stored_lanes(lanes)}; i++){body}\n"
        f"    return result;\n}}"
    )


def _pointee(parameter: Parameter) -> str:
    return (parts(parameter.type.removeprefix("p")) or ("", 1))[0]
