"""The kernels of a program: which files and literals hold them, and which launch is of which."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ppcl.analysis.kernels.build_options import KernelOptions
from ppcl.analysis.kernels.nominal import read_nominal
from ppcl.analysis.kernels.programs import KernelProgram
from ppcl.analysis.kernels.text import KnownText, made_text
from ppcl.analysis.model import KernelModel, KernelName
from ppcl.analysis.reading.kernel import kernel_model
from ppcl.diag import Remark
from ppcl.frontend import KernelText, ParseOptions, joined_literals, parse_kernel, parse_kernel_text
from ppcl.ir.unit import TranslationUnit
from ppcl.source import SourceFile, words

_Key = tuple[tuple[str, ...], KernelOptions]
Parse = Callable[[ParseOptions], TranslationUnit]


@dataclass(frozen=True)
class KernelUnit:
    """A translation unit of kernels and the programs that are read from it; none for a file that
    the host is not seen to open. `defines` are the macros that it was parsed with, `believed` those
    of them that only the command line says, and `followed` whether there may be no others.
    `nominal` are macros that it was read with a nominal number for."""

    unit: TranslationUnit
    programs: tuple[KernelProgram, ...] = ()
    defines: tuple[str, ...] = ()
    believed: tuple[str, ...] = ()
    followed: bool = True
    nominal: tuple[str, ...] = ()

    @property
    def options_problem(self) -> str:
        """What is not known of the options that it is built with."""
        return next((p.options.problem for p in self.programs if p.options.problem), "")


@dataclass
class UnitReader:
    """Parses kernels: `given` has the command line's options by path, `default` those of what is
    no source. `made` gets the texts that stand nowhere in the program as they are, by name."""

    root: Path
    given: Mapping[str, ParseOptions]
    default: ParseOptions
    texts: Mapping[str, bytes]
    files: Mapping[str, SourceFile]
    made: dict[str, bytes] = field(default_factory=dict)

    def of_programs(self, programs: Sequence[KernelProgram]) -> list[KernelUnit]:
        """One unit for each text and each way that it is built."""
        groups: dict[_Key, list[KernelProgram]] = {}
        for program in programs:
            if program.files:
                groups.setdefault((program.files, program.options), []).append(program)
        units = [self._unit(key, group) for key, group in groups.items()]
        return [*units, *(self._embedded(program) for program in programs if program.literals)]

    def _unit(self, key: _Key, programs: Sequence[KernelProgram]) -> KernelUnit:
        *first, path = key[0]
        given = self.given.get(path, self.default)
        ahead = tuple(os.path.abspath(self.root / name) for name in first)

        def parse(options: ParseOptions) -> TranslationUnit:
            return parse_kernel(self.root, path, replace(options, first=ahead), self.texts)

        return _read(parse, tuple(programs), key[1], given)

    def _embedded(self, program: KernelProgram) -> KernelUnit:
        """A program whose text is known: in literals that can be edited, or somehow made."""
        found = self._editable(program.literals)
        parse = partial(parse_kernel_text, self.root, found) if found else self._making(program)
        return _read(parse, (program,), program.options, self.default)

    def _making(self, program: KernelProgram) -> Parse:
        """What parses a text that stands nowhere as it is."""
        name = made_text(program.name)
        texts = {**self.texts, name: b"".join(part.value for part in program.literals)}
        self.made[name] = texts[name]
        return lambda options: parse_kernel(self.root, name, options, texts)

    def _editable(self, literals: Sequence[KnownText]) -> KernelText | None:
        origins = [part.literal for part in literals if part.literal is not None]
        if len(origins) < len(literals) or any(at.macro is not None for at in origins):
            return None
        if len({at.span.file for at in origins}) != 1:
            return None
        source = self.files[origins[0].span.file]
        found = joined_literals(source, [at.span for at in origins])
        spelled = b"".join(part.value for part in literals)
        return found if found is not None and found.data == spelled else None

    def others(
        self, paths: Iterable[str], programs: Sequence[KernelProgram], names: Sequence[KernelName]
    ) -> list[KernelUnit]:
        """Files that the host is not seen to open: any program may be read from them whose kernels
        (`names`) they have."""
        open_ended = [p for p in programs if not p.files and not p.literals and p.made]
        found: list[KernelUnit] = []
        for path in paths:
            said = frozenset(words(self.files[path].data))
            meant = [p for p in open_ended if said >= _kernels_of(p, names)]
            found += self._other(path, meant or open_ended or programs, bool(meant))
        return found

    def _other(self, path: str, programs: Sequence[KernelProgram], meant: bool) -> list[KernelUnit]:
        """One unit; where programs that the file is `meant` for are built in several ways, one for
        each."""
        ways: dict[KernelOptions, list[KernelProgram]] = {}
        for program in programs:
            ways.setdefault(program.options, []).append(program)
        if len(ways) > 1 and meant:
            return [self._built(path, options, tuple(own)) for options, own in ways.items()]
        return [self._built(path, next(iter(ways)) if len(ways) == 1 else KernelOptions())]

    def _built(
        self, path: str, options: KernelOptions, programs: tuple[KernelProgram, ...] = ()
    ) -> KernelUnit:
        given = self.given.get(path, self.default)

        def parse(chosen: ParseOptions) -> TranslationUnit:
            return parse_kernel(self.root, path, chosen, self.texts)

        return _read(parse, programs, options, given)


def _read(
    parse: Parse,
    programs: tuple[KernelProgram, ...],
    options: KernelOptions,
    given: ParseOptions,
) -> KernelUnit:
    chosen = options.added_to(given)

    def parse_with(more: tuple[str, ...]) -> TranslationUnit:
        return parse(replace(chosen, defines=(*chosen.defines, *more)))

    unit, nominal = read_nominal(options.numbers, parse_with)
    believed, followed = options.believed(given), options.open is not None
    return KernelUnit(unit, programs, chosen.defines, believed, followed, nominal)


def _kernels_of(program: KernelProgram, names: Sequence[KernelName]) -> set[str]:
    """The kernels that the host creates from a program."""
    return {name.kernel for name in names if str(program.serial) in (name.program or "").split(",")}


def doubted(model: KernelModel, gaps: Iterable[Remark]) -> KernelModel:
    """A kernel of which less is known, because of some gaps."""
    return replace(model, complete=False, gaps=(*model.gaps, *gaps))


@dataclass
class Kernels:
    """All kernels by key; which key a program's kernel of a name has, and those of no program."""

    models: dict[str, KernelModel] = field(default_factory=dict)
    of_program: dict[tuple[int, str], str] = field(default_factory=dict)
    loose: dict[str, list[str]] = field(default_factory=dict)

    def add(self, unit: KernelUnit, files: Mapping[str, SourceFile]) -> None:
        """Model the kernels of a unit."""
        doubtful = [program for program in unit.programs if program.problem]
        gaps = [remark for program in doubtful for remark in program.remarks]
        for function in unit.unit.functions:
            name = function.declaration.name
            if not function.kernel or function.body is None:
                continue
            key = name if name not in self.models else f"{name} in {unit.unit.path}"
            if key in self.models:
                key = f"{key} ({len(self.models)})"
            model = kernel_model(function, unit.unit, files, len(self.models) + 1)
            self.models[key] = doubted(model, gaps) if doubtful else model
            for program in unit.programs:
                self.of_program.setdefault((program.serial, name), key)
            if not unit.programs or doubtful:
                self.loose.setdefault(name, []).append(key)
