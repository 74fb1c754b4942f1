"""How a kernel's names are written in C: as the user wrote them, but where C or we use them."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, variables

_KEYWORDS = """
    alignas alignof and and_eq asm auto bitand bitor catch char16_t char32_t class compl concept
    consteval constexpr constinit const_cast co_await co_return co_yield decltype delete
    dynamic_cast explicit export false friend inline mutable namespace new noexcept not not_eq
    nullptr operator or or_eq private protected public reinterpret_cast requires restrict
    static_assert static_cast template this thread_local throw true try typeid typename typeof
    using virtual wchar_t xor xor_eq
"""
# Macros of system headers and of compilers.
_MACROS = "errno linux unix i386 stdin stdout stderr EOF BUFSIZ assert"
# What generated functions use themselves.
_OURS = """
    range group arguments memory item items contexts size_x size_y size_z local_x local_y local_z
    first_x first_y first_z self state waiting next_item lane vector pack pack_x pack_end whole end
"""
# The number of a work-item in its pack, and how many work-items that has.
LANE = "lane"
PACK = "pack"
# The number of a vector of work-items in its pack.
VECTOR = "vector"
# Where a work-item goes on behind its barriers.
_LABEL = re.compile(r"barrier_\d+_*")
_RESERVED = frozenset(f"{_KEYWORDS} {_MACROS} {_OURS}".split())


def c_identifier(text: str) -> str:
    """A name that is one in C and C++ and that nothing else uses; different names stay so."""
    clean = re.sub(r"\W+", "_", text) or "unnamed"
    ours = clean.rstrip("_") in _RESERVED or _LABEL.fullmatch(clean) is not None
    if ours or clean.startswith("ppcl_") or clean[0].isdigit():
        return f"{clean}_"
    return clean


@dataclass
class Names:
    """What a variable is written as, by its key; those that are not here keep their names.

    `places` are of variables that are declared elsewhere, `spelled` of those with another name;
    `by_lane` are arrays of which each element is a row with a value for each lane of a pack;
    `taken` are the names of the function's outermost scope and around it, `written` those that the
    user wrote anywhere in it.
    """

    places: dict[str, Callable[[], Tree]] = field(default_factory=dict)
    spelled: dict[str, str] = field(default_factory=dict)
    by_lane: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)

    def use(self, key: str, name: str) -> Tree:
        """A variable's value."""
        place = self.places.get(key)
        return place() if place is not None else ctree.name(self.name(key, name))

    def name(self, key: str, name: str) -> str:
        """A variable's name."""
        return self.spelled.get(key) or c_identifier(name)

    def unique(self, name: str) -> str:
        """A name of a function's outermost scope that no other one has."""
        wanted, count = c_identifier(name), 1
        while wanted in self.taken or (count > 1 and wanted in self.written):
            count += 1
            wanted = f"{c_identifier(name)}_{count}"
        self.taken.add(wanted)
        return wanted

    def fresh(self, name: str) -> str:
        """A name that nothing else in the function has, in no scope."""
        wanted, count = c_identifier(name), 1
        while wanted in self.taken | self.written:
            count += 1
            wanted = f"{c_identifier(name)}_{count}"
        self.taken.add(wanted)
        return wanted

    def _unlike(self, visible: set[str], name: str) -> str:
        """As `unique`, and not among those that are visible."""
        chosen = self.unique(name)
        while chosen in visible:
            chosen = self.unique(name)
        return chosen

    def tell_apart(self, node: Node, visible: set[str]) -> None:
        """Names the variables that are declared in a node: one that would hide another one, which
        generated code may need in its place, gets a name of its own."""
        if isinstance(node, st.Variable):
            key, name = node.declaration.key, node.declaration.name
            if key not in self.places and self.name(key, name) in visible - {self.spelled.get(key)}:
                self.spelled[key] = self._unlike(visible, name)
            visible.add(self.name(key, name))
        inner = set(visible) if _is_scope(node) else visible
        for child in children(node):
            self.tell_apart(child, inner)


def names_written(node: Node) -> set[str]:
    """The names of the variables that are declared in a node."""
    return {c_identifier(each.declaration.name) for each in variables(node)}


def _is_scope(node: Node) -> bool:
    inner = isinstance(node, st.For | ex.StatementExpression)
    return inner or (isinstance(node, st.Block) and node.scope)
