"""Functions, records, macros and translation units."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.lazy import lazy
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.statement import Block, Variable
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import Type
from ppcl.source import Span
from ppcl.source.value_class import value_class

Language = Literal["c", "c++", "opencl"]
Role = Literal["function", "method", "constructor", "destructor"]


@value_class(slots=True)
class Parameter:
    """A formal parameter; its name may be empty."""

    at: Origin
    declaration: Declaration
    type: Type


@value_class(slots=True)
class Attribute:
    """`__attribute__((name(arguments)))`; of the arguments the integers, and all as written."""

    name: str
    arguments: tuple[int, ...]
    written: str = field(default="", compare=False)


# What a variable may be declared in.
_SCOPES = (
    *(st.Block, st.For, st.RangeFor, st.If, st.While, st.Switch, st.Handler),
    *(ex.Lambda, ex.StatementExpression),
)

_LOOPS = st.For | st.While | st.DoWhile | st.RangeFor
Kind = TypeVar("Kind", bound=Node)


@value_class()
class Function:
    """A function with a body, or (body None) a prototype.

    `name_at` is the place of the name in the declarator. `owner` is the class of a method; what
    a constructor initialises stands as statements in the front of its body. `overrides` are the
    keys of the virtual methods that this one replaces, `foreign` those among them that are none of
    the user's.
    """

    at: Origin
    name_at: Origin
    declaration: Declaration
    result: Type
    parameters: tuple[Parameter, ...]
    body: Block | None
    kernel: bool = False
    attributes: tuple[Attribute, ...] = ()
    owner: str | None = None
    template: bool = False
    role: Role = "function"
    virtual: bool = False
    overrides: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()

    @lazy
    def nodes(self) -> tuple[Node, ...]:
        """All nodes of its body, each before those below it."""
        return tuple(descendants(self.body)) if self.body is not None else ()

    def of(self, class_: type[Kind]) -> Sequence[Kind]:
        """Its nodes of one class, in the order of `nodes`."""
        found: Sequence[Kind] = self._by_class.get(class_, ())
        return found

    @lazy
    def _by_class(self) -> Mapping[type, Sequence[Any]]:
        return _by_class(self.nodes)

    @lazy
    def uses(self) -> Mapping[Declaration, Sequence[ex.NameRef]]:
        """Where its body names variables, by what is named."""
        found: dict[Declaration, list[ex.NameRef]] = {}
        for node in self.of(ex.NameRef):
            found.setdefault(node.declaration, []).append(node)
        return found

    @lazy
    def loops(self) -> Sequence[st.For | st.While | st.DoWhile | st.RangeFor]:
        """The loops of its body, each before those in it."""
        return [node for node in self.nodes if isinstance(node, _LOOPS)]

    @lazy
    def variables(self) -> tuple[tuple[Node, Variable], ...]:
        """The variables of its body, each with the innermost scope around it."""
        return tuple(_scoped(self.body, self.body)) if self.body is not None else ()


def _by_class(nodes: Iterable[Node]) -> Mapping[type, Sequence[Any]]:
    found: dict[type, list[Node]] = {}
    for node in nodes:
        found.setdefault(type(node), []).append(node)
    return found


def _scoped(node: Node, scope: Node) -> Iterator[tuple[Node, Variable]]:
    if isinstance(node, _SCOPES):
        scope = node
    for child in children(node):
        if isinstance(child, Variable):
            yield scope, child
        yield from _scoped(child, scope)


def implied_constructor(name: str) -> str:
    """The key of the default constructor of a class that writes none."""
    return f"{name}::(implied)"


@value_class(slots=True)
class Field:
    """A field of a record; `offset` in bytes, -1 where it is not known."""

    name: str
    type: Type
    offset: int
    private: bool = False


@value_class(slots=True)
class Base:
    """A base class by name; `offset` in bytes, -1 where it is not known (virtual bases)."""

    name: str
    offset: int


@value_class(slots=True)
class Record:
    """A struct, union or class that the program defines or uses.

    `fields` begin with those of its bases; the last `own` are its own. `pattern` are the names of
    the methods of the class template that it is made from, one for each method: its own are seen
    where they are called by name only.
    """

    name: str
    fields: tuple[Field, ...]
    union: bool
    size: int | None
    bases: tuple[Base, ...] = ()
    own: int = 0
    pattern: tuple[str, ...] = ()

    @property
    def own_fields(self) -> tuple[Field, ...]:
        """The fields that are not a base's."""
        return self.fields[len(self.fields) - self.own :]


@value_class(slots=True)
class Macro:
    """`#define name(parameters) body` in the user's files; `parameters` None for a plain one."""

    name: str
    at: Span
    parameters: tuple[str, ...] | None
    body: bytes


@value_class(slots=True)
class MacroUse:
    """An expansion of a macro in the user's files; the span is the whole invocation."""

    name: str
    at: Span


@value_class(slots=True)
class Problem:
    """What the parser could not make sense of, at a place in a user's file."""

    severity: Literal["warning", "error", "fatal"]
    message: str
    span: Span


@value_class(slots=True)
class Unfamiliar:
    """An attribute, pragma or declaration that ppcl does not know by name."""

    message: str
    at: Span


@value_class(slots=True)
class Build:
    """What a build says of the compiler's own macros: the language standard it asks for, the
    options on which some hang, and words of its command that are not understood."""

    standard: str = ""
    options: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()


# How a program is built where nothing is said of it.
_AS_ANY = Build()


@dataclass(frozen=True)
class TranslationUnit:
    """A parsed file with the user's headers that it includes.

    `path` is the main file. `files` are all the user's files that were read, system and built-in
    headers left out; `skipped` the ranges in inactive `#if` branches of those files. `volatile` are
    the places of expressions that read or write a volatile or atomic object, and of declarations of
    such, `registers` those of declarations with that word. `given` are the macros that the command
    line defines, with their bodies; `asked` the names that conditions ask for, `elsewhere` the
    macros that the program names and that are defined outside of its files: there, or by a system;
    `predefined` those that the parser defines itself. `build` is how the program's own compiler is
    called, `headers` are the paths of the system's headers that were read.
    """

    path: str
    language: Language
    functions: tuple[Function, ...]
    globals: tuple[Variable, ...]
    records: Mapping[str, Record]
    macros: tuple[Macro, ...]
    macro_uses: tuple[MacroUse, ...]
    skipped: tuple[Span, ...]
    files: tuple[str, ...]
    problems: tuple[Problem, ...]
    unfamiliar: tuple[Unfamiliar, ...] = ()
    volatile: frozenset[Span] = frozenset()
    registers: frozenset[Span] = frozenset()
    given: tuple[tuple[str, bytes], ...] = ()
    asked: frozenset[str] = frozenset()
    elsewhere: frozenset[str] = frozenset()
    predefined: frozenset[str] = frozenset()
    build: Build = _AS_ANY
    headers: tuple[str, ...] = ()

    @property
    def trees(self) -> tuple[Block | Variable, ...]:
        """The bodies of its functions and its variables: all nodes that it has are below these."""
        bodies = (function.body for function in self.functions)
        return (*(body for body in bodies if body is not None), *self.globals)

    @lazy
    def numbers(self) -> Mapping[Span, tuple[ex.IntLiteral, ...]]:
        """Its integer literals, by their places: a macro may have several at one."""
        found: dict[Span, list[ex.IntLiteral]] = {}
        for node in self.of(ex.IntLiteral):
            found.setdefault(node.at.span, []).append(node)
        return {span: tuple(nodes) for span, nodes in found.items()}

    @lazy
    def nodes(self) -> tuple[Node, ...]:
        """All nodes that it has, each before those below it."""
        own = (node for function in self.functions for node in function.nodes)
        return (*own, *(node for tree in self.globals for node in descendants(tree)))

    def of(self, class_: type[Kind]) -> Sequence[Kind]:
        """Its nodes of one class, in the order of `nodes`."""
        found: Sequence[Kind] = self._by_class.get(class_, ())
        return found

    @lazy
    def _by_class(self) -> Mapping[type, Sequence[Any]]:
        return _by_class(self.nodes)
