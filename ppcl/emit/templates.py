"""The one loader of templates."""

from collections.abc import Mapping
from pathlib import Path

import jinja2

import ppcl


def _folder() -> Path:
    """The templates of an installed ppcl, else those of the checkout."""
    package = Path(ppcl.__file__).parent
    installed = package / "_templates"
    return installed if installed.is_dir() else package.parent / "templates"


def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(_folder())
    return jinja2.Environment(
        loader=loader, undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )


def page(name: str, values: Mapping[str, object]) -> str:
    """A page of HTML, by its name in `templates`; all values are escaped."""
    environment = _environment()
    environment.autoescape = True
    return environment.get_template(name).render(values)


def runtime_file(name: str) -> bytes:
    """A C file that generated programs include, by its name in `templates/runtime`, as it is."""
    return (_folder() / "runtime" / name).read_bytes()


def probe_kernels() -> str:
    """The kernels that are timed to learn about a device (OpenCL C)."""
    return (_folder() / "probe" / "probe.cl").read_text("utf-8")


def runtime_files(folder: str) -> dict[str, bytes]:
    """The files right in a folder of `templates/runtime`, by name."""
    found = sorted((_folder() / "runtime" / folder).iterdir())
    return {path.name: path.read_bytes() for path in found if path.is_file()}
