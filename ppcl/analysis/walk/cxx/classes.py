"""The program's classes: bases, methods that override others, destructors."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ppcl.ir.types import ArrayType, RecordType, Type
from ppcl.ir.unit import Function, Record

ALLOCATING = ("operator new", "operator delete")


@dataclass
class Classes:
    """What the program's records and functions say about its classes, by name."""

    functions: Mapping[str, Function]
    records: Mapping[str, Record]
    _methods: dict[str, list[Function]] = field(default_factory=dict)
    _destroyed: dict[str, bool] = field(default_factory=dict)
    _derived: dict[str, list[str]] = field(default_factory=dict)
    _overriders: dict[str, list[Function]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for function in self.functions.values():
            if function.owner is not None:
                self._methods.setdefault(function.owner, []).append(function)

    def methods(self, name: str) -> list[Function]:
        """A class's own methods, with bodies."""
        return self._methods.get(name, [])

    def base_offset(self, derived: str, base: str) -> int | None:
        """Where a base (or the class itself) lies in an object, in bytes; None where it is not a
        base, is one more than once, or lies at a place that is not known."""
        found = set(self._offsets(derived, base))
        return found.pop() if len(found) == 1 and min(found) >= 0 else None

    def _offsets(self, derived: str, base: str) -> Iterator[int]:
        if derived == base:
            yield 0
        record = self.records.get(derived)
        for one in record.bases if record is not None else ():
            for inner in self._offsets(one.name, base):
                yield one.offset + inner if one.offset >= 0 and inner >= 0 else -1

    def derives(self, derived: str, base: str) -> bool:
        """Whether a class is another one, or derived from it."""
        record = self.records.get(derived)
        bases = record.bases if record is not None else ()
        return derived == base or any(self.derives(one.name, base) for one in bases)

    def derived_from(self, base: str) -> list[str]:
        """All classes that are `base` or derived from it."""
        if base not in self._derived:
            self._derived[base] = [name for name in self.records if self.derives(name, base)]
        return self._derived[base]

    def replaces(self, method: Function, key: str) -> bool:
        """Whether a method is, or overrides, the one with this key."""
        if method.declaration.key == key or key in method.overrides:
            return True
        inner = (self.functions.get(k) for k in method.overrides)
        return any(one is not None and self.replaces(one, key) for one in inner)

    def overrider(self, name: str, key: str) -> Function | None:
        """The method that a virtual call on an object of class `name` reaches."""
        for method in self.methods(name):
            if self.replaces(method, key):
                return method
        record = self.records.get(name)
        for base in record.bases if record is not None else ():
            found = self.overrider(base.name, key)
            if found is not None:
                return found
        return None

    def hides(self, name: str, key: str, method: str) -> bool:
        """Whether what a virtual call on an object of class `name` reaches may be a method that
        was not read: that of a class made from a template, which nothing calls by name."""
        if any(self.replaces(one, key) for one in self.methods(name)):
            return False
        record = self.records.get(name)
        if record is None:
            return False
        read = [one.declaration.last for one in self.methods(name)]
        unread = record.pattern.count(method) > read.count(method)
        return unread or any(self.hides(base.name, key, method) for base in record.bases)

    def any_hides(self, base: str, key: str, method: str) -> bool:
        """The same for an object of a class that is derived from `base`, or of that itself."""
        return any(self.hides(name, key, method) for name in self.derived_from(base))

    def overriders(self, key: str) -> list[Function]:
        """All methods that a virtual call may reach."""
        if key not in self._overriders:
            methods = (f for f in self.functions.values() if f.owner)
            self._overriders[key] = [f for f in methods if self.replaces(f, key)]
        return self._overriders[key]

    def destructor(self, name: str) -> Function | None:
        """A class's own destructor, where the program gives it one."""
        return next((f for f in self.methods(name) if f.role == "destructor"), None)

    def allocates(self, name: str) -> Function | None:
        """A class's own `operator new` or `operator delete`, or that of one of its bases."""
        for method in self.methods(name):
            if method.declaration.last.startswith(ALLOCATING):
                return method
        record = self.records.get(name)
        bases = (self.allocates(base.name) for base in (record.bases if record else ()))
        return next((found for found in bases if found is not None), None)

    def is_destroyed(self, type_: Type | None) -> bool:
        """Whether code of the program runs when an object of this type ends."""
        while isinstance(type_, ArrayType):
            type_ = type_.element
        if not isinstance(type_, RecordType):
            return False
        if type_.name not in self._destroyed:
            own = (self.destructor(name) for name in self._parts(type_))
            self._destroyed[type_.name] = any(destructor is not None for destructor in own)
        return self._destroyed[type_.name]

    def _parts(self, type_: RecordType) -> set[str]:
        """The classes that an object of a class consists of, or holds in a library's container."""
        found: set[str] = set()
        waiting: list[Type] = [type_]
        while waiting:
            part = waiting.pop()
            if isinstance(part, ArrayType):
                waiting.append(part.element)
            elif isinstance(part, RecordType) and part.name not in found:
                found.add(part.name)
                record = self.records.get(part.name)
                if part.name.startswith("std::"):
                    waiting += part.arguments
                elif record is not None:
                    waiting += (field.type for field in record.own_fields)
                    waiting += (RecordType(base.name, None) for base in record.bases)
        return found
