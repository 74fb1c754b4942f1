"""SOURCEs that are several programs: those that share a file are rewritten together or not at all.

Each program is compiled by itself. Where two do not come to the same text of a file that both have,
they are compiled once more with that file held as it is.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.driver.compile import Compiled, Emitter, compile_program
from ppcl.driver.programs.find import Part, split
from ppcl.driver.sources.project import HOST_SUFFIXES, Project
from ppcl.source import SourceFile
from ppcl.transform.contract import AnyTransform
from ppcl.transform.engine import DECIDING, PassResult
from ppcl.transform.manifest import joined


def compile_programs(
    project: Project, transforms: Sequence[AnyTransform], emitter: Emitter | None = None
) -> Compiled:
    """`compile_program` for each program that a project's sources make, as one result."""
    parts = split(project)
    if len(parts) < 2:
        compiled = compile_program(project, transforms, emitter)
    elif emitter is not None:
        mains = " and ".join(part.main for part in parts)
        message = f"--emit c is for one program: {mains} each have a 'main'; give the files of one"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    else:
        compiled = _together(project, parts, transforms)
    said = tuple(_neighbours(compiled))
    more = (PassResult("neighbours", said),) if said else ()
    return replace(compiled, passes=(*compiled.passes, *more))


def _together(
    project: Project, parts: Sequence[Part], transforms: Sequence[AnyTransform]
) -> Compiled:
    held: dict[str, str] = {}
    while True:
        made = {
            part.main: compile_program(_held(part.project, project, held), transforms)
            for part in parts
            if part.project is not None
        }
        if not made:
            raise PpclError("no kernel launch found in the sources", exit_code=ExitCode.SOURCE)
        clashing = {p: why for p, why in _clashing(parts, made) if p not in held}
        if not clashing:
            return _merged(project, parts, list(made.values()))
        held |= clashing


def _held(part: Project, whole: Project, held: Mapping[str, str]) -> Project:
    chosen = replace(part, decisions=whole.decisions, tuned=whole.tuned, device=whole.device)
    return replace(chosen, shared=held, commands=whole.commands)


def _clashing(parts: Sequence[Part], made: Mapping[str, Compiled]) -> Iterator[tuple[str, str]]:
    """The files of which several programs do not want the same text, and what to say of each."""
    wanted: dict[str, dict[str, bytes | None]] = {}
    for part in parts:
        done = made.get(part.main)
        for path in part.files | (frozenset(done.results) if done is not None else frozenset()):
            changed = done is not None and path in done.results and done.is_changed(path)
            text = done.results[path].data if done is not None and changed else None
            wanted.setdefault(path, {})[part.main] = text
    for path, texts in sorted(wanted.items()):
        if len(set(texts.values())) > 1:
            mains = " and ".join(f"'{main}'" for main in texts)
            yield path, f"'{path}' is shared by the programs of {mains}, which differ on its text"


def _merged(project: Project, parts: Sequence[Part], made: Sequence[Compiled]) -> Compiled:
    """Several compilations as one: each file as the program has it that changes it."""
    files = {path: SourceFile(path, (project.root / path).read_bytes()) for path in project.sources}
    results = dict(files)
    for compiled in made:
        files |= compiled.files
        results |= {p: s for p, s in compiled.results.items() if p not in results}
        results |= {path: compiled.results[path] for path in compiled.changed}
    names = dict.fromkeys(each.name for compiled in made for each in compiled.passes)
    found = [remark for part in parts for remark in part.remarks]
    return Compiled(
        project,
        made[0].target,
        files,
        results,
        tuple(dict.fromkeys(path for compiled in made for path in compiled.inputs)),
        (PassResult("programs", tuple(found)), *(_pass(name, made) for name in names)),
        tuple(defect for compiled in made for defect in compiled.defects),
        manifest=joined(compiled.manifest for compiled in made),
    )


def _pass(name: str, made: Sequence[Compiled]) -> PassResult:
    """What one pass did to all programs; what is said of a shared file is said once."""
    results = [each for compiled in made for each in compiled.passes if each.name == name]
    if name == DECIDING and len(results) < len(made):
        return PassResult(name, ())  # a program has all of the sites
    remarks = {(r.code, r.location, r.message): r for each in results for r in each.remarks}
    applied = {a.places: a for each in results for a in each.applied}
    codes = {code: page for each in results for code, page in each.codes.items()}
    return PassResult(name, tuple(remarks.values()), tuple(applied.values()), codes)


def _neighbours(compiled: Compiled) -> Iterator[Remark]:
    """Host files beside the sources that are not read, and name a file that was changed."""
    root = compiled.project.root
    names = [os.path.basename(p) for p in compiled.changed if p in compiled.files]
    for path in _beside(compiled.project) if names else ():
        if path in compiled.inputs:
            continue
        source = SourceFile(path, (root / path).read_bytes())
        for name in names:
            found = re.search(rb"[\"/<]" + re.escape(name.encode()) + rb"[\">]", source.data)
            if found is not None:
                message = f"'{path}' names '{name}', which is changed, and is no SOURCE"
                yield Remark("review", "PPC012", message, source.location(found.start() + 1))


def _beside(project: Project) -> list[str]:
    """The host files in the folders of the sources, relative to the root."""
    folders = sorted({os.path.dirname(path) for path in project.sources})
    return [
        os.path.join(folder, entry.name)
        for folder in folders
        for entry in sorted(os.scandir(project.root / folder), key=lambda entry: entry.name)
        if entry.is_file() and entry.name.endswith(HOST_SUFFIXES)
    ]
