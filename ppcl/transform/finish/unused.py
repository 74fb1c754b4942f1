"""Names that a plan leaves without a use: with -Wall -Werror the next build would end there."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise, takewhile

from ppcl.analysis.facts import Facts
from ppcl.diag import Remark
from ppcl.frontend import tokens
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.source import Edit, SourceFile, Span, words
from ppcl.transform.contract import Plan
from ppcl.transform.finish.captures import idle_captures
from ppcl.transform.finish.idle import idle_declarations
from ppcl.transform.finish.local_types import lost_types
from ppcl.transform.lines import behind_declarations, own_line


def with_uses(plan: Plan, facts: Facts) -> Plan | Remark:
    """The plan, with `(void)name;` for what its edits would leave without a use: parameters and
    variables of the host's functions, and functions; and without captures that they leave so, and
    numbers that they alone named. A remark where there is no place for it."""
    idle = idle_declarations(plan, facts)
    if idle:
        return with_uses(replace(plan, edits=(*plan.edits, *idle)), facts)
    paths = {edit.span.file for edit in plan.edits}
    units = [unit for unit in facts.hosts if paths & {*unit.files}]
    found = [each for unit in units for each in idle_captures(plan, facts, unit)]
    captured = replace(plan, edits=(*plan.edits, *(e for e in found if isinstance(e, Edit))))
    found += [each for unit in units for each in _Uses(captured, facts, unit).edits()]
    found += [Declaration(name, name) for name in lost_types(plan, facts)]
    for name in (each for each in found if isinstance(each, Declaration)):
        message = f"not done, '{name.name}' would be left without a use: {plan.remark.message}"
        return Remark("missed", "PPC015", message, plan.remark.location, plan.remark.args)
    texts: dict[Span, list[bytes]] = {}
    for edit in dict.fromkeys(each for each in found if isinstance(each, Edit)):
        texts.setdefault(edit.span, []).append(edit.text)
    added = (Edit(span, b"".join(parts)) for span, parts in texts.items())
    return replace(plan, edits=(*plan.edits, *added)) if texts else plan


@dataclass(frozen=True)
class _Uses:
    plan: Plan
    facts: Facts
    unit: TranslationUnit

    def edits(self) -> Iterator[Edit | Declaration]:
        """The uses to add; a name where none can be."""
        named = self.facts.once(_named_of)[id(self.unit)]
        within = {use for edit in self.plan.edits for use in named.within(edit.span)}
        gone = [named.uses[use] for use in sorted(within)]
        counts = Counter(name.key for name, _ in gone)
        for key, (name, span) in {name.key: (name, span) for name, span in gone}.items():
            function = self._function_at(name, span) if counts[key] == named.counts[key] else None
            if function is not None and self._is_told(name, function):
                yield self._used(name, function)
        yield from (Declaration(name, name) for name in sorted(self._fields()))

    def _fields(self) -> set[str]:
        """The private fields that are named no more: clang tells of such, but of no template's."""
        records = (r for name, r in self.unit.records.items() if "<" not in name)
        private = {f.name for r in records for f in r.own_fields if f.private}
        read = _read(self.unit) if private else ()
        named = [node for node in read if isinstance(node, ex.Member)]
        kept = {node.name for node in named if not self._goes(node.at.span)}
        said = {word for edit in self.plan.edits for word in words(edit.text)}
        return {node.name for node in named} & private - kept - said

    def _is_told(self, name: Declaration, function: Function) -> bool:
        """Whether compilers tell of a name without a use: of a function's own, or a file's."""
        own = {key for key, place in _own(function).items() if not self._goes(place)}
        own |= {v.declaration.key for v in self.unit.globals if v.storage == "static"}
        return name.key in own or any(map(self._is_static, self._named(name)))

    def _named(self, name: Declaration) -> list[Function]:
        return [f for f in self.unit.functions if f.declaration.name == name.name]

    def _is_static(self, function: Function) -> bool:
        """Whether a function is its file's own: static, or in a namespace without a name."""
        span = function.at.span
        data = self.facts.files[span.file].data
        head = data[span.start : function.name_at.span.start].split()
        plain = not function.template and not function.owner
        if plain and b"static" in head:
            return b"inline" not in head
        texts = [token.text for token in tokens(data, 0, span.start)]
        return (b"namespace", b"{") in pairwise(texts) and self._depth(span) > 0

    def _goes(self, span: Span) -> bool:
        return any(edit.span.contains(span) for edit in self.plan.edits)

    def _function_at(self, name: Declaration, span: Span) -> Function | None:
        """The function that a use stands in, if the new text there does not name it again."""
        for function in self.unit.functions:
            if function.body is not None and function.at.span.contains(span):
                own = (e.text for e in self.plan.edits if function.at.span.contains(e.span))
                said = {word for text in own for word in words(text)}
                return function if name.name not in said else None
        return None

    def _used(self, name: Declaration, function: Function) -> Edit | Declaration:
        block = self._scope(name, function)
        if block is None:
            return name
        source = self.facts.files[block.at.span.file]
        place = self._behind_declarations(source, block, name.key)
        return own_line(source, place, b"(void)%s;" % name.name.encode()) if place else name

    def _behind_declarations(self, source: SourceFile, block: st.Block, key: str) -> int | None:
        """The offset behind those declarations of a block that follow a name's own, or begin it,
        and stay; None where its own does not end in sight."""
        own = next((n for n, s in enumerate(block.body) if _declares([s], key)), 0)
        kept = takewhile(lambda s: not self._goes(s.at.span), block.body[own:])
        begin = block.at.span.start + 1
        place = behind_declarations(source, begin, kept)
        is_inside = any(_declares([s], key) for s in block.body)
        return None if is_inside and place == begin else place

    def _scope(self, name: Declaration, function: Function) -> st.Block | None:
        """The block at whose beginning a name can be used."""
        assert function.body is not None
        if len({f.declaration.key for f in self._named(name)}) > 1:
            return None
        for node in descendants(function.body):
            match node:
                case ex.Lambda(parameters=parameters):
                    if any(v.declaration.key == name.key for v in parameters):
                        return self._opening(node.body)
                case st.For(init=init) if init is not None and _declares([init], name.key):
                    return self._opening(node.body)
                case st.RangeFor(variable=variable, parts=parts) if _names(
                    (variable, *parts), name.key
                ):
                    return self._opening(node.body)
                case st.Block(body=body) if _declares(body, name.key):
                    return self._opening(node)
        is_local = name.key in _own(function)
        given = {parameter.declaration.key for parameter in function.parameters}
        hidden = name.key not in given if is_local else self._is_inner(name)
        return None if hidden else self._opening(function.body)

    def _is_inner(self, name: Declaration) -> bool:
        """Whether a name that is no function's own stands in a class or namespace."""
        places = [v.at.span for v in self.unit.globals if v.declaration.key == name.key]
        places += [f.at.span for f in self._named(name)]
        return any(self._depth(place) for place in places)

    def _depth(self, place: Span) -> int:
        words = [t.text for t in tokens(self.facts.files[place.file].data, 0, place.start)]
        return words.count(b"{") - words.count(b"}")

    def _opening(self, statement: st.Statement) -> st.Block | None:
        """The first block in braces of a statement; loops and `if` have one, or none."""
        match statement:
            case st.Block(at=at, body=body):
                data = self.facts.files[at.span.file].data
                if data[at.span.start :][:1] == b"{":
                    return statement if at.macro is None else None
                return next(filter(None, map(self._opening, body)), None)
            case st.For(body=body) | st.RangeFor(body=body) | st.While(body=body):
                return self._opening(body)
            case st.If(then=then):
                return self._opening(then)
            case st.Try(body=body):
                return self._opening(body)
        return None


def _own(function: Function) -> dict[str, Span]:
    """Where a function's parameters and variables are declared, by key; not those that captures
    make."""
    nodes = list(descendants(function.body)) if function.body is not None else []
    made = {v.declaration.key for n in nodes if isinstance(n, ex.Lambda) for v in n.made}
    own = {n.declaration.key: n.at.span for n in nodes if isinstance(n, st.Variable)}
    own |= {each.declaration.key: each.at.span for each in function.parameters}
    return {key: place for key, place in own.items() if key not in made}


@dataclass(frozen=True)
class _Named:
    """What a unit names, and where, in the tree's order."""

    uses: Sequence[tuple[Declaration, Span]]

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each is named, by its key."""
        return Counter(name.key for name, _ in self.uses)

    @cached_property
    def _places(self) -> list[tuple[Span, int]]:
        return sorted((span, number) for number, (_, span) in enumerate(self.uses))

    def within(self, span: Span) -> Iterator[int]:
        """The numbers of the uses in a span."""
        first = bisect_left(self._places, (replace(span, end=span.start), -1))
        for place, number in islice(self._places, first, None):
            if place.file != span.file or place.start > span.end:
                return
            if span.contains(place):
                yield number


def _named_of(facts: Facts) -> dict[int, _Named]:
    """What the host's units name, by their identity."""
    return {id(unit): _Named(list(_uses(unit))) for unit in facts.hosts}


def _uses(unit: TranslationUnit) -> Iterator[tuple[Declaration, Span]]:
    """What is named, and where; to be assigned to is no use, nor to be tested where it is declared,
    as in `if (int n = rows)`."""
    declarators = {v.declaration: v for v in unit.nodes if isinstance(v, st.Variable)}
    for node in _read(unit):
        if isinstance(node, ex.NameRef):
            own = declarators.get(node.declaration)
            if own is None or not _is_declarator(own, node.at.span):
                yield node.declaration, node.at.span
        elif isinstance(node, ex.Call) and node.target is not None:
            yield node.target, node.at.span


def _is_declarator(variable: st.Variable, place: Span) -> bool:
    """Whether a place is where a variable is declared, and not in what it begins with."""
    begun = variable.init.at.span if variable.init is not None else None
    return variable.at.span.contains(place) and not (begun and begun.contains(place))


def _read(unit: TranslationUnit) -> list[Node]:
    """All nodes but for what is assigned to, or is a part of it."""
    written: set[int] = set()
    for node in unit.nodes:
        target = node.target if isinstance(node, ex.Assign) else None
        while target is not None:
            written.add(id(target))
            is_part = isinstance(target, ex.Member) and not target.arrow
            target = target.base if isinstance(target, ex.Member) and is_part else None
    return [node for node in unit.nodes if id(node) not in written]


def _declares(statements: Sequence[st.Statement], key: str) -> bool:
    return any(_names(s.variables, key) for s in statements if isinstance(s, st.Declare))


def _names(variables: Sequence[st.Variable], key: str) -> bool:
    return any(variable.declaration.key == key for variable in variables)
