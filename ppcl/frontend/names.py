"""The identity of declared names, equal over translation units."""

import re
from dataclasses import dataclass, field

from ppcl.frontend import native
from ppcl.frontend.files import IN_MACRO
from ppcl.frontend.kinds import Kind
from ppcl.frontend.spans import Spans
from ppcl.ir.node import Declaration

# Of libclang's linkages and storage classes.
_NONE, _EXTERNAL = 1, 4
_STATIC = 3
_NAMELESS = ("(unnamed", "(anonymous", "(lambda")
_SCOPES = frozenset({Kind.NAMESPACE, Kind.STRUCT, Kind.CLASS, Kind.UNION, Kind.CLASS_TEMPLATE})
_FUNCTIONS = frozenset(
    {
        Kind.FUNCTION,
        Kind.METHOD,
        Kind.CONSTRUCTOR,
        Kind.DESTRUCTOR,
        Kind.CONVERSION,
        Kind.FUNCTION_TEMPLATE,
    }
)
# In the USR of a partial specialisation of a variable template.
_PARTIAL = "@VP>"
# What stands before a parameter's type in a USR: a number that says how it is qualified.
_QUALIFIERS = re.compile(r"(?:(?<=#)|^)[1-7](?=[A-Za-z*$])")


@dataclass(frozen=True)
class Names:
    """Declarations of one translation unit, each made once."""

    spans: Spans
    cplusplus: bool
    main: str = ""
    apart: frozenset[str] = frozenset()
    _known: dict[tuple[int, int], Declaration] = field(default_factory=dict)
    _type_owners: dict[str, tuple[int, int]] = field(default_factory=dict)
    _packs: dict[tuple[tuple[int, int], str], int] = field(default_factory=dict)

    def declaration(self, cursor: native.Cursor) -> Declaration:
        """The identity of a declared variable, parameter or function.

        A function's name is qualified by its namespaces and classes, a variable's is not.
        """
        key = native.identity(cursor)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._make(cursor)
        return found

    def _make(self, cursor: native.Cursor) -> Declaration:
        is_function = cursor.kind in _FUNCTIONS
        name = self.qualified(cursor) if is_function else native.spelling(cursor)
        lasting = is_function or self._is_lasting(cursor)
        if native.linkage(cursor) != _EXTERNAL:
            key = self._place_key(native.canonical_cursor(cursor))
            # The instances of a template stand at one place.
            instance = f":{native.usr(cursor)}" if self.cplusplus and lasting else ""
            return Declaration(name, key + (instance or self._pack_element(cursor, key)))
        if is_function or (self.cplusplus and lasting):
            return Declaration(name, _c_name(native.usr(cursor)))
        return Declaration(name, self.qualified(cursor))

    def _is_lasting(self, cursor: native.Cursor) -> bool:
        """Whether a variable lives as long as the program."""
        if is_variable_instance(cursor):
            return True
        static = native.storage_class(cursor) == _STATIC
        return cursor.kind == Kind.VARIABLE and (static or native.linkage(cursor) != _NONE)

    def _pack_element(self, cursor: native.Cursor, place: str) -> str:
        """What tells apart the parameters that a function's parameter pack stands for."""
        if not self.cplusplus or cursor.kind != Kind.PARAMETER:
            return ""
        owner = (native.identity(native.semantic_parent(cursor)), place)
        earlier = self._packs[owner] = self._packs.get(owner, -1) + 1
        return f"#{earlier}" if earlier else ""

    def qualified(self, cursor: native.Cursor) -> str:
        """The name with its namespaces and classes."""
        parts = [native.spelling(cursor)]
        if cursor.kind in (Kind.CONSTRUCTOR, Kind.DESTRUCTOR):
            parts = [parts[0].split("<", 1)[0]]
        if not self.cplusplus:
            return parts[0]
        parent = native.semantic_parent(cursor)
        while parent.kind in _SCOPES:
            name = native.spelling(parent)
            if name and not name.startswith("(") and not native.is_inline_namespace(parent):
                parts.append(name)
            parent = native.semantic_parent(parent)
        return "::".join(reversed(parts))

    def _place_key(self, cursor: native.Cursor) -> str:
        location = native.location(cursor)
        file, offset = self.spans.locations.anywhere(location.raw)
        # Several names, and even several of one spelling, may come from one invocation of a macro.
        suffix = f":{location.raw}" if location.raw & IN_MACRO else ""
        span = self.spans.span(file, offset, offset)
        # What a header declares without linkage is another entity in each file that includes it.
        prefix = "" if span.file == self.main else f"{self.main}:"
        return f"{prefix}{span.file}:{span.start}{suffix}"

    def type_name(self, cursor: native.Cursor) -> str:
        """The name of a record or enumeration; its place tells one without, or another one,
        apart."""
        name = native.type_spelling(native.type_of(cursor))
        if any(mark in name for mark in _NAMELESS):
            return f"{name.split('(', 1)[0]}({self._place_key(cursor)})"
        owner = native.identity(native.canonical_cursor(cursor))
        is_first = self._type_owners.setdefault(name, owner) == owner
        return name if is_first and name not in self.apart else f"{name}({self._place_key(cursor)})"


def is_variable_instance(cursor: native.Cursor) -> bool:
    """Whether a declaration is an instance of a variable template, which libclang has no kind for.

    Its USR has all of its arguments behind its name.
    """
    if cursor.kind != Kind.UNEXPOSED_DECLARATION:
        return False
    usr = native.usr(cursor)
    return f"@{native.spelling(cursor)}>#" in usr and _PARTIAL not in usr


def _c_name(usr: str) -> str:
    """The key of a function or variable: its USR, or its plain name where it has C linkage."""
    name = usr.removeprefix("c:@F@").removeprefix("c:@")
    return name if name.isidentifier() else _without_qualifiers(usr)


def _without_qualifiers(usr: str) -> str:
    """A function's USR without its parameters' own `const`, which is not part of its type: another
    declaration may leave it out. Those of templates' arguments are part of it, and stay."""
    scope, mark, own = usr.rpartition("@F@")
    name, hash_, parameters = own.partition("#")
    if not mark or ">" in own:
        return usr
    return f"{scope}{mark}{name}{hash_}{_QUALIFIERS.sub('', parameters)}"
