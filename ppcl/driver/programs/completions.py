"""Programs that share their `main`: it calls a function that many folders define, each for a
program of its own, as the parts of a benchmark suite do."""

from collections.abc import Iterator, Sequence

from ppcl.driver.programs.discovery import Archive, Found, Wanted
from ppcl.driver.programs.linkage import last_name
from ppcl.driver.programs.tree import folder_of


def completed(archive: Archive, found: Sequence[Found]) -> list[Found]:
    """Programs, with all that complete the same `main`; `found` are those of nearest files."""
    return [
        program
        for base in found
        for program in _completions(archive, base, [each for each in found if each is not base])
    ]


def _completions(archive: Archive, base: Found, others: Sequence[Found]) -> Sequence[Found]:
    """The program alone where its `main` is its own. Of the files that complete a shared one, only
    those that come to a launch start a program: others are variants of a part."""
    if archive.scans[base.main].linkage.error is not None:
        return (base,)
    elsewhere = {path for each in others for path in each.hosts}
    rivals = dict.fromkeys(_rivals(archive, base, elsewhere))
    launching = [path for path in rivals if archive.link(path).launches]
    if set(launching) <= set(base.hosts):
        return (base,)
    programs = [archive.link(base.main, path) for path in launching]
    programs = [program for program in programs if not _clashes(archive, program)]
    distinct = {frozenset(program.hosts): program for program in programs}
    if not distinct:
        return (base,)
    own = () if set(launching) & set(base.hosts) else (base,)
    return (*own, *distinct.values())


def _clashes(archive: Archive, program: Found) -> bool:
    """Whether two files define what a third one needs, so that a linker refuses them together."""
    linkages = [scan.linkage for scan in archive.scan(program.hosts)]
    needed = {key for each in linkages for key in each.needs}
    defined = [key for each in linkages for key in each.defines & needed]
    return len(set(defined)) < len(defined)


def _rivals(archive: Archive, base: Found, elsewhere: set[str]) -> Iterator[str]:
    """The files outside the folder of `main` that define a function that its file needs, where
    there are several; never those that only other programs have."""
    (scan,) = archive.scan((base.main,))
    for key in sorted(scan.linkage.needs - scan.linkage.variables):
        name = last_name(key)
        paths = archive.identifiers.defining(name) if name is not None else ()
        free = [
            path
            for path in paths
            if folder_of(path) != folder_of(base.main)
            and (path in base.hosts or path not in elsewhere)
        ]
        if len(free) > 1 and set(free) & set(base.hosts):
            wanted = Wanted(key, variable=False, anywhere=True)
            yield from (s.linkage.path for s in archive.scan(free) if wanted.is_in(s.linkage))
