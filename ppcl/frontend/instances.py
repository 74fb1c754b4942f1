"""Constructors and destructors of classes that templates are instantiated to.

Clang shows no use of those that run without being named: of a base that a constructor does not
mention, of a member, and where an object ends. Of the template it shows text in which the types are
not known yet. So a file in which they count is read again, behind which they are named: by classes
that stand in no file of the program's.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ppcl.frontend import native
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.options import HEADERS

# The file that is read in the program's place, which no folder has.
NAMING = str(HEADERS / "ppcl-instances.cpp")
_MARK = "ppcl_instance_"


@dataclass
class Instances:
    """The constructors and destructors that were named, by their classes, and the names of the
    classes of which others are needed."""

    constructors: dict[tuple[int, int], Cursor] = field(default_factory=dict)
    destructors: dict[tuple[int, int], Cursor] = field(default_factory=dict)
    lacking: dict[str, None] = field(default_factory=dict)

    def lack(self, definition: Cursor) -> None:
        """Note a class of which they are needed."""
        spelled = native.type_spelling(native.canonical(native.type_of(definition)))
        name = spelled.replace("(anonymous namespace)::", "")
        if "(" not in name:  # a class that has no name cannot be named
            self.lacking[name] = None


def naming_text(opened: str, names: Iterable[str]) -> bytes:
    """A file that reads another one, and then names what begins and ends classes' objects."""
    parts = [f'#include "{opened}"']
    for number, name in enumerate(names):
        of = f"{_MARK}{number}"
        parts += [
            f"typedef {name} {of}_t;",
            f"struct {of}_b : {of}_t {{ {of}_b() : {of}_t() {{}} }};",
            f"struct {of}_e : {of}_t {{ void e() {{ this->{of}_t::~{of}_t(); }} }};",
            # No class derives from one that is final.
            f"struct {of}_fb {{ {of}_t *b() {{ return new {of}_t(); }} }};",
            f"struct {of}_fe {{ void e({of}_t *t) {{ t->~{of}_t(); }} }};",
        ]
    return os.fsencode("\n".join((*parts, "")))


def named_instances(found: Sequence[Cursor]) -> Instances:
    """What such a file names."""
    made = Instances()
    for cursor in found:
        if cursor.kind == Kind.STRUCT and native.spelling(cursor).startswith(_MARK):
            for target in _referred(cursor):
                owner = native.identity(native.definition(native.semantic_parent(target)))
                if target.kind == Kind.CONSTRUCTOR:
                    made.constructors[owner] = target
                elif target.kind == Kind.DESTRUCTOR:
                    made.destructors[owner] = target
    return made


def _referred(cursor: Cursor) -> Iterator[Cursor]:
    for part in native.children(cursor):
        if part.kind in (Kind.CALL, Kind.MEMBER):
            yield native.referenced(part)
        yield from _referred(part)


def calls(cursor: Cursor) -> bool:
    """Whether the text of a function calls something."""
    parts = native.children(cursor)
    return any(part.kind == Kind.CALL or calls(part) for part in parts)
