"""What the programs that the host creates are read from: kernel files or string literals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.build_options import KernelOptions, parsed_options
from ppcl.analysis.kernels.joins import broken_line, front_macros
from ppcl.analysis.kernels.paths import Places
from ppcl.analysis.kernels.text import FileText, KnownText, Parts
from ppcl.analysis.reading.host import HostWalk
from ppcl.analysis.walk.opencl.objects import BuildOptions, ProgramSource
from ppcl.diag import Remark
from ppcl.frontend import ParseOptions
from ppcl.ir.node import Origin
from ppcl.source import Location, SourceFile


@dataclass(frozen=True)
class KernelProgram:
    """One `cl_program`: the files or the literals that are its text, and how it is built.

    `name` is its file, or the place that makes it. `literals` are set where all of its text stands
    in string constants. `problem` says why its kernels are not known for certain, `unread` why its
    text is not; `made` is False where it has no source. A program without files and literals may be
    read from any source. `parts` is all of its text, in order; `built` are the calls that build it.
    """

    serial: int
    name: str
    at: Origin
    files: tuple[str, ...] = ()
    literals: tuple[KnownText, ...] = ()
    options: KernelOptions = field(default_factory=KernelOptions)
    written: str | None = ""
    problem: str = ""
    made: bool = True
    remarks: tuple[Remark, ...] = ()
    limit: int | None = None
    parts: Parts = ()
    unread: str = ""
    built: tuple[Origin, ...] = ()

    @property
    def is_followed(self) -> bool:
        """Whether all of its text is known."""
        return bool(self.files or self.literals) and not self.problem


@dataclass(frozen=True)
class Finder:
    """Finds what programs are made of."""

    root: Path
    sources: Sequence[str]
    given: ParseOptions
    files: Mapping[str, SourceFile]
    texts: Mapping[str, bytes]
    walked: HostWalk
    entered: tuple[str, ...] = ()

    def programs(self) -> list[KernelProgram]:
        """All programs, in the order of their making."""
        found = [self._program(source) for source in self.walked.programs]
        ways: dict[str, set[KernelOptions]] = {}
        for program in found:
            for path in program.files:
                ways.setdefault(path, set()).add(program.options)
        clashing = {path for path, options in ways.items() if len(options) > 1}
        return [self._clashing(p) if clashing & {*p.files} else p for p in found]

    def _clashing(self, program: KernelProgram) -> KernelProgram:
        """A program whose file is another's too, built otherwise: an edit would be for both."""
        message = f"'{program.name}' is built with other options in another program"
        location = self.files[program.at.span.file].location(program.at.span.start)
        remark = Remark("analysis", "PPC126", message, location)
        problem = program.problem or message
        return replace(program, problem=problem, remarks=(*program.remarks, remark))

    def _program(self, source: ProgramSource) -> KernelProgram:
        location = self.files[source.at.span.file].location(source.at.span.start)
        name = f"{location.file}:{location.line}"
        if source.texts is None:
            return KernelProgram(source.serial, name, source.at, made=False)
        options, written, remarks = self._options(source)
        found, front, problem = self._files(source)
        if any(build.headers for build in self._builds(source)):
            problem = problem or "it is compiled with headers that the host gives it"
        unread = problem
        if not problem and _has_unknown_path(source.texts):
            unread = "it is read from a file whose path is not known"
        unread = unread or self._other(source)
        if unread:
            said = f"the program's text is not followed: {unread}"
            remarks.append(Remark("analysis", "PPC127", said, location))
        literals = tuple(part for part in source.texts if isinstance(part, KnownText))
        return KernelProgram(
            source.serial,
            ", ".join(found) or name,
            source.at,
            found,
            literals if len(literals) == len(source.texts) and not problem else (),
            replace(options, front=front),
            written,
            problem or options.problem,
            True,
            tuple(remarks),
            _limit(source.texts),
            source.texts,
            unread,
            tuple(build.at for build in self._builds(source)),
        )

    def _files(self, source: ProgramSource) -> tuple[tuple[str, ...], tuple[str, ...], str]:
        """The files that a program's text is, macros defined in front of them, and what is not
        followed."""
        parts = source.texts or ()
        if not parts:
            return (), (), "nothing is seen to be put into it"
        paths = [part for part in parts if isinstance(part, FileText)]
        lost = next((part for part in parts if isinstance(part, text.UnknownText)), None)
        if lost is not None:
            known = {part.path for part in paths if text.is_known_path(part.path)}
            named = [self._found(path, source) for path in sorted(lost.files | known)]
            return tuple(dict.fromkeys(filter(None, named))), (), lost.reason
        if _has_unknown_path(parts):
            lone = len(parts) == 1
            return (), (), "" if lone else "a file whose path is not known is a part of it"
        if len(paths) > 1 and any(part.optional for part in paths):
            return (), (), "one of its files may be missing"
        names = [self._found(part.path, source) for part in paths]
        for part, name in zip(paths, names, strict=True):
            if name is None:
                return (), (), f"'{part.path}', which the host opens, is not found"
            problem = self._read_problem(part, name)
            if problem:
                return (name,), (), problem
        found = tuple(name for name in names if name is not None)
        front = front_macros(parts) if found else ()
        if front is None:
            return found, (), "the host puts more than macros around the text of a file"
        broken = broken_line(parts, [self._text(name) for name in found])
        if broken is not None:
            return found, (), f"what it has in front of '{broken.path}' does not end its line"
        return found, front, ""

    def _found(self, path: str, source: ProgramSource) -> str | None:
        return self._places(source).find_file(path, self.sources, self.given.include_dirs)

    def _places(self, source: ProgramSource) -> Places:
        return Places(self.root, source.at.span.file, self.entered)

    def _other(self, source: ProgramSource) -> str:
        """Why another file may be read, by the folder that the host runs in."""
        places = self._places(source)
        for part in source.texts or ():
            if isinstance(part, FileText) and text.is_known_path(part.path):
                found = self._found(part.path, source)
                other = places.other_file(part.path, found) if found else None
                if other is not None:
                    return f"'{part.path}' may be '{found}' or '{other}'"
        return ""

    def _read_problem(self, part: FileText, name: str) -> str:
        written = self.walked.written
        if part.path in written or name in written:
            return f"the host writes '{part.path}' itself"
        size = len(self._text(name))
        if part.limit is not None and size > part.limit:
            return f"the host reads {part.limit} of the {size} bytes of '{part.path}'"
        return ""

    def _text(self, name: str) -> bytes:
        return self.texts[name] if name in self.texts else (self.root / name).read_bytes()

    def _options(self, source: ProgramSource) -> tuple[KernelOptions, str | None, list[Remark]]:
        """How a program is built; several builds must agree."""
        builds = self._builds(source)
        read = [self._resolved(build, source) for build in builds]
        if not read:
            return KernelOptions(), "", []
        place = self._place(builds[-1])
        if any(options != read[0] for options in read):
            message = "this program is built more than once, with other options"
            options = KernelOptions(problem=message)
            return options, None, [Remark("analysis", "PPC126", message, place)]
        remarks = [Remark("analysis", "PPC110", read[0].problem, place)] if read[0].problem else []
        known = text.known(builds[0].text)
        written = known.decode("utf-8", "replace").strip() if known is not None else None
        return read[0], written, remarks

    def _builds(self, source: ProgramSource) -> Sequence[BuildOptions]:
        return self.walked.builds.get(source.serial) or self.walked.builds.get(None) or ()

    def _resolved(self, build: BuildOptions, source: ProgramSource) -> KernelOptions:
        options = parsed_options(build.text, self.given)
        places = self._places(source)
        folders = (each for f in options.include_dirs for each in places.find_folders(f))
        return replace(options, include_dirs=tuple(folders))

    def _place(self, build: BuildOptions) -> Location:
        return self.files[build.at.span.file].location(build.at.span.start)


def _limit(parts: Parts) -> int | None:
    """The number of bytes that are read of a file at most."""
    limits = (part.limit for part in parts if isinstance(part, FileText))
    return min((limit for limit in limits if limit is not None), default=None)


def _has_unknown_path(parts: Parts) -> bool:
    """Whether a file is read whose path is not known: any of the sources may be it."""
    return any(isinstance(part, FileText) and not text.is_known_path(part.path) for part in parts)
