"""The corpus of kernels: each file says what the models of its kernels are.

A comment `// kernel NAME` begins what is expected of a kernel, an item on each line that follows:
`load OBJECT[BYTE OFFSET] BYTES` (with `modular`, or `[?]` where it is not known), `reads` or
`writes OBJECT` (an unknown part), `barrier`, `xN` for several, a remark, `incomplete`.
`// options ...` is what the file is built with, `// compilers also get ...` what only real ones
need to hear, `// not on PLATFORM, ...: why` where it cannot be built.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ppcl.analysis.kernels.build_options import parsed_options
from ppcl.analysis.kernels.text import KnownText
from ppcl.analysis.model import AccessEvent, BarrierEvent, EscapeEvent, Event, KernelModel
from ppcl.analysis.model import events_of as events_below
from ppcl.analysis.reading.kernel import kernel_model
from ppcl.frontend import ParseOptions, parse_kernel
from ppcl.ir.unit import TranslationUnit
from ppcl.source import SourceFile

FOLDER = Path(__file__).parent / "kernels"
FILES = sorted(path.name for path in FOLDER.glob("*.cl"))
_KERNEL = re.compile(r"^// kernel (\w+)$")
_ITEM = re.compile(r"^//   (.+?)(?: x(\d+))?$")
_OPTIONS = re.compile(r"^// options (.+)$", re.MULTILINE)
_ALSO = re.compile(r"^// compilers also get (.+)$", re.MULTILINE)
_NOT_ON = re.compile(r"^// not on ([\w, ]+): (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """A file of the corpus: options (for ppcl, and more for compilers), platforms that cannot
    build it and why, expected models."""

    name: str
    options: str
    more_options: str
    refused_by: dict[str, str]
    want: dict[str, Counter[str]]


def read_case(name: str) -> Case:
    """A file's expectations."""
    text = (FOLDER / name).read_text()
    not_on = _NOT_ON.search(text)
    platforms = not_on.group(1).split(", ") if not_on else []
    return Case(
        name,
        _found(_OPTIONS, text),
        _found(_ALSO, text),
        {platform: not_on.group(2) for platform in platforms if not_on},
        _wanted(text),
    )


def _found(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match.group(1) if match else ""


def _wanted(text: str) -> dict[str, Counter[str]]:
    want: dict[str, Counter[str]] = {}
    items: Counter[str] | None = None
    for line in text.splitlines():
        if begins := _KERNEL.match(line):
            items = want.setdefault(begins.group(1), Counter())
        elif (item := _ITEM.match(line)) and items is not None:
            items[item.group(1)] += int(item.group(2) or 1)
        else:
            items = None
    return want


def unit_of(case: Case) -> TranslationUnit:
    """A file parsed as a host's `clBuildProgram` would have it."""
    said = (KnownText(case.options.encode()),)
    options = parsed_options(said, ParseOptions()).added_to(ParseOptions())
    folders = tuple(str(FOLDER / folder) for folder in options.include_dirs)
    given = ParseOptions(folders, options.defines, options.standard)
    return parse_kernel(FOLDER, case.name, given, {})


def models_of(unit: TranslationUnit) -> dict[str, KernelModel]:
    """The models of a file's kernels, by name."""
    files = {path: SourceFile(path, (FOLDER / path).read_bytes()) for path in unit.files}
    kernels = [f for f in unit.functions if f.kernel and f.body is not None]
    models = [kernel_model(f, unit, files, number) for number, f in enumerate(kernels, 1)]
    return {model.name: model for model in models}


def items_of(model: KernelModel) -> Counter[str]:
    """A model in the words of the corpus."""
    items = Counter(item for event in events_below(model.tree) for item in _items(event))
    items.update(f"{remark.code}: {remark.message}" for remark in model.remarks)
    items.update([] if model.complete else ["incomplete"])
    return items


def _items(event: Event) -> list[str]:
    match event:
        case AccessEvent(precision="unknown"):
            return [f"{event.kind} {event.object.name}[?] {event.width}"]
        case AccessEvent():
            suffix = " modular" if event.precision == "modular" else ""
            return [f"{event.kind} {event.object.name}[{event.offset}] {event.width}{suffix}"]
        case EscapeEvent(object=target):
            done = {"reads": event.reads, "writes": event.writes}
            return [f"{verb} {target.name}" for verb, is_done in done.items() if is_done]
        case BarrierEvent():
            return ["barrier"]
        case _:
            return [type(event).__name__]
