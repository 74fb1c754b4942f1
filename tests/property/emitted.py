"""Puts a generated program through `--emit c`, and runs what comes out.

The C must build without a warning, by the compiler whose turn it is and optimized or with UBSan,
and compute the same bytes as an OpenCL runtime does: any of them, as some programs ask for what is
the runtime's choice (their groups, where the host names no local size).
"""

import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from ppcl.backend.emit import emit
from ppcl.diag import PpclError
from ppcl.driver.compile import Compiled, compile_program
from ppcl.driver.flags import build_flags
from ppcl.driver.output import mirrored, write_files
from ppcl.driver.sources.project import Choices, open_project
from ppcl.transform.passes import transforms
from ppcl.verify.execute import execute
from tests.cases.compilers import clang
from tests.property.check import (
    SECONDS,
    Lab,
    Result,
    Results,
    Tally,
    Wrong,
    decisions_of,
    outcome,
    steady,
)
from tests.property.texts import Texts
from tests.runtime_apart import sources

TARGET = "pocl-cpu"
FORMS = ("PPC300", "PPC301")
# After the flags that `ppcl flags` gives. Hosts are built as they were, with their own warnings.
SANITIZED = "-O0 -DPPCL_PACK=2 -fsanitize=undefined -fno-sanitize-recover=undefined"
OPTIMIZED = "-O3"
# For some processors clang takes three times as long, only to tune the same instructions for them.
CLANG = "-mtune=generic"


@dataclass(frozen=True)
class Build:
    """A way to build: the compilers for C and for C++, and options."""

    c: str
    cplusplus: str
    options: str

    def line(self, build: str, out: Path, scratch: Path) -> str:
        """A program's build line as it is for its C, which is compiled apart from the runtime."""
        first, _, rest = build.replace(" -w ", " ").partition(" ")
        compiler = self.cplusplus if first == "c++" else self.c
        cflags, libs = (build_flags(out, each) for each in ("cflags", "libs"))
        given = f"{sources(out, scratch)} {libs}"
        return f"{compiler} {rest} {cflags} -Wall -Wextra {self.options} {given}"

    def __str__(self) -> str:
        return f"{Path(self.c).name} {self.options}"


@cache
def builds() -> tuple[Build, ...]:
    """All ways to build that are here; some clangs come without what -fsanitize links."""
    found = clang()
    compilers = [("gcc", "g++", ""), *([(found, f"{found}++", f" {CLANG}")] if found else [])]
    options = (SANITIZED, OPTIMIZED)
    return tuple(
        Build(c, cplusplus, f"{each}{own}")
        for each in options
        for c, cplusplus, own in compilers
        if all(_links(f"{compiler} {each}") for compiler in (c, cplusplus))
    )


def _links(command: str) -> bool:
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "nothing.c").write_text("int main(void) { return 0; }\n")
        return execute(f"{command} -w nothing.c", Path(name), {}, SECONDS).status == 0


def check_emitted(texts: Texts, lab: Lab) -> tuple[Tally, Results]:
    """Check a program's C; what was seen, and its results by run, for the platform "C".

    Raises Wrong.
    """
    with tempfile.TemporaryDirectory(dir=lab.scratch, prefix="program-") as name:
        before, after = texts.write(Path(name) / "before"), Path(name) / "after"
        told = texts.ways[lab.turn % len(texts.ways)]
        choices = Choices(target=told.target or TARGET, decisions=decisions_of(told))
        project = open_project([str(before)], choices)
        try:
            compiled = compile_program(project, transforms(told.passes or "none"), emit)
        except PpclError as error:
            raise Wrong(f"no C: {error}", texts) from error
        write_files(mirrored(compiled, after))
        _build(texts, texts.build, before, lab)
        way = builds()[lab.turn % len(builds())]
        said = _build(texts, way.line(texts.build, after, lab.scratch), after, lab)
        if "warning: " in said and "ppcl/" in said:
            raise Wrong(f"the C is built with warnings ({way}): {said}", texts)
        tally = _tally(compiled, way)
        try:
            return tally, {
                ("C", r): _compared(r, before, after, texts, lab, tally) for r in texts.runs
            }
        except Wrong as wrong:
            raise Wrong(f"{wrong} ({way})", texts) from wrong


def check_in_all_builds(texts: Texts, lab: Lab) -> tuple[Tally, Results]:
    """Check a program's C as each compiler makes it; what was seen, and the results of the last."""
    tally, results = Tally(), Results()
    for turn in range(len(builds())):
        seen, results = check_emitted(texts, replace(lab, turn=turn))
        tally.add(seen)
    return tally, results


def _tally(compiled: Compiled, way: Build) -> Tally:
    codes = [remark.code for each in compiled.passes for remark in each.remarks]
    forms = Counter(code for code in codes if code in FORMS)
    forms += Counter({each.name: bool(each.applied) for each in compiled.passes})
    return Tally(programs=1, rewritten=1, by_pass=forms, by_target=Counter([str(way)]))


def _build(texts: Texts, command: str, folder: Path, lab: Lab) -> str:
    done = execute(command, folder, lab.variables(lab.platforms[0]), SECONDS)
    if done.status != 0:
        raise Wrong(f"{folder.name} does not build: {done.reason}", texts)
    return done.stderr


def _compared(
    command: str, before: Path, after: Path, texts: Texts, lab: Lab, tally: Tally
) -> Result:
    found = _result(command, after, {"PPCL_THREADS": "2"}, texts)
    if found[0] != 0:
        raise Wrong(f"the C fails: {found[:2]}, {command}", texts)
    # the last first: Intel's runtime builds a kernel in a quarter of pocl's time
    platforms = {each.name: dict(lab.variables(each)) for each in reversed(lab.platforms)}
    if all(_result(command, before, each, texts) != found for each in platforms.values()):
        unsteady = [
            name
            for name, variables in platforms.items()
            if not steady(partial(_result, command, before, variables, texts))
        ]
        if len(unsteady) < len(platforms):
            raise Wrong(
                f"the C computes something else than {', '.join(platforms)}, {command}", texts
            )
        tally.unsteady.update(unsteady)
    return found


def _result(command: str, folder: Path, variables: dict[str, str], texts: Texts) -> Result:
    return outcome(texts, folder, partial(execute, command, folder, variables, SECONDS))
