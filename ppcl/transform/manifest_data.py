"""The manifest as data (JSON), and read from it: each change with its kind."""

from collections.abc import Mapping
from types import UnionType
from typing import Any, TypeVar, get_origin, get_type_hints

from ppcl.transform.checks.kind import Change
from ppcl.transform.checks.kinds import CHANGES
from ppcl.transform.manifest import KernelEntry, Manifest, Parameter

T = TypeVar("T")


def manifest_json(manifest: Manifest) -> dict[str, object]:
    """The manifest as data."""
    return {
        "kernels": [
            {
                "name": kernel.name,
                "parameters": [vars(parameter) for parameter in kernel.parameters],
            }
            for kernel in manifest.kernels
        ],
        "changes": [{"kind": each.kind, **vars(each)} for each in manifest.changes],
    }


def manifest_from(data: Mapping[str, Any]) -> Manifest:
    """A manifest that was written so. Raises ValueError for what is none, with what is wrong."""
    kernels = tuple(_kernel(each) for each in _list(data, "kernels"))
    return Manifest(kernels, tuple(_change(each) for each in _list(data, "changes")))


def _list(data: Any, key: str) -> list[Any]:
    found = data.get(key) if isinstance(data, dict) else None
    if not isinstance(found, list):
        raise ValueError(f"the manifest has no list '{key}'")
    return found


def _kernel(data: Any) -> KernelEntry:
    parameters = [_made(Parameter, each) for each in _list(data, "parameters")]
    return KernelEntry(str(data.get("name")), tuple(parameters))


def _change(data: Any) -> Change:
    kind = data.get("kind") if isinstance(data, dict) else None
    found = next((each for each in CHANGES if each.kind == kind), None)
    if found is None:
        known = ", ".join(each.kind for each in CHANGES)
        raise ValueError(f"a change of the kind '{kind}' is not known; known: {known}")
    return _made(found, {name: each for name, each in data.items() if name != "kind"})


def _made(class_: type[T], data: Any) -> T:
    """A dataclass of plain fields; a list stands for a tuple."""
    types = {name: type_ for name, type_ in get_type_hints(class_).items() if name != "kind"}
    if not isinstance(data, dict) or data.keys() != types.keys():
        raise ValueError(f"expected {', '.join(types)}, found {data}")
    values = {name: tuple(v) if isinstance(v, list) else v for name, v in data.items()}
    for name, value in values.items():
        if not isinstance(value, _checkable(types[name])):
            raise ValueError(f"'{name}' cannot be {value!r}")
    return class_(**values)


def _checkable(type_: Any) -> Any:
    """What `isinstance` can be asked for."""
    return type_ if isinstance(type_, UnionType) else get_origin(type_) or type_
