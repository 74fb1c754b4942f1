"""Makes mistakes in a rewritten program, one at a time, and asks `verify` for each.

What no command line shows is run under Oclgrind, too, which sees accesses outside and races; and
built with AddressSanitizer, to tell what changes no result but writes beyond a host's array.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.verify import compile_for, rewritten, under_oclgrind
from ppcl.transform.passes import transforms
from ppcl.verify import oclgrind
from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment
from ppcl.verify.programs import read_recipe
from ppcl.verify.recorder import build_recorder
from ppcl.verify.trial import Limits, Trial, Verdict
from tests.mutations.mutants import Mutant, mutants
from tests.mutations.subjects import Subject

SECONDS = 60.0


@dataclass
class Examined:
    """What came out for a program: mutants drawn by kind, those that do not build, those found by
    what showed them first, those that change no result but are undefined, and the others."""

    drawn: Counter[str] = field(default_factory=Counter)
    invalid: int = 0
    found: Counter[str] = field(default_factory=Counter)
    undefined: list[str] = field(default_factory=list)
    survived: list[str] = field(default_factory=list)

    def add(self, other: "Examined") -> None:
        """Add what came out for another one."""
        self.drawn.update(other.drawn)
        self.found.update(other.found)
        self.invalid += other.invalid
        self.undefined += other.undefined
        self.survived += other.survived


@dataclass(frozen=True)
class Bench:
    """Where programs are built and run."""

    scratch: Path
    platform: Platform
    loader: Loader

    def trial(self, subject: Subject) -> Trial:
        """A program beside its rewritten version, both built. Raises PpclError."""
        project = open_project([str(subject.folder)], Choices(target=subject.target))
        recipe = read_recipe(subject.folder)
        compiled = compile_for(project, subject.target, transforms())
        assert compiled.changed, subject
        trial = Trial(
            subject.folder,
            recipe,
            rewritten(compiled, recipe),
            environment(self.platform, self.loader, self.scratch),
            build_recorder(self.scratch),
            Path(tempfile.mkdtemp(dir=self.scratch)),
            Limits(timeout=SECONDS),
        )
        trial.build()
        return trial


def chosen(trial: Trial, number: int, seed: int) -> list[Mutant]:
    """So many mutants of a rewritten program, of all kinds in turns."""
    made = sorted(trial.rewritten.texts.items())
    kinds: dict[str, list[Mutant]] = {}
    for file, text in made:
        path = trial.root / file
        before = path.read_text() if path.exists() else ""
        for mutant in mutants(file, before, text.decode()):
            kinds.setdefault(mutant.kind, []).append(mutant)
    for each in kinds.values():
        Random(seed).shuffle(each)
    found: list[Mutant] = []
    while any(kinds.values()) and len(found) < number:
        found += [each.pop() for each in kinds.values() if each]
    return found[:number]


def examine(subject: Subject, bench: Bench, number: int, seed: int) -> Examined:
    """Ask for each of so many mistakes."""
    trial, seen = bench.trial(subject), Examined()
    for command in subject.commands:
        assert not trial.compare(command).findings, subject
    for mutant in chosen(trial, number, seed):
        seen.drawn[mutant.kind] += 1
        shown = shown_by(with_mistake(trial, mutant), subject.commands)
        if shown == "it does not build":
            seen.invalid += 1
        elif shown is not None:
            seen.found[shown] += 1
        elif _is_undefined(with_mistake(trial, mutant), subject.commands):
            seen.undefined.append(f"{subject.name}: {mutant}")
        else:
            seen.survived.append(f"{subject.name}: {mutant}")
    return seen


def _is_undefined(trial: Trial, commands: Sequence[str]) -> bool:
    """Whether AddressSanitizer ends the program with the mistake."""
    folder = trial.scratch / "rewritten"
    variables = {**trial.variables, "ASAN_OPTIONS": "detect_leaks=0", "PPCL_ROOT": str(trial.root)}
    command = f"{trial.recipe.build} -fsanitize=address"
    if execute(command, folder, variables, SECONDS).status != 0:
        return False
    runs = (execute(command, folder, variables, SECONDS) for command in commands)
    return any("AddressSanitizer" in run.stderr for run in runs)


def with_mistake(trial: Trial, mutant: Mutant) -> Trial:
    """The trial of a program with a mistake in it, which is not built yet."""
    texts = {**trial.rewritten.texts, mutant.file: mutant.text.encode()}
    return replace(trial, rewritten=replace(trial.rewritten, texts=texts))


def shown_by(trial: Trial, commands: Sequence[str]) -> str | None:
    """What shows the mistake: a kind of finding, a time out; None where nothing does."""
    try:
        trial.build_rewritten()
    except PpclError:
        return "it does not build"
    for number, command in enumerate(commands):
        shown = _shown(partial(trial.compare, command))
        if shown is not None:
            return shown if number == 0 else f"{shown}, at another size"
    if not oclgrind.available():
        return None
    return _shown(partial(under_oclgrind, trial.recipe, trial))


def _shown(verify: Callable[[], Verdict]) -> str | None:
    try:
        findings = verify().findings
    except PpclError as error:
        return "it takes too long" if error.exit_code == ExitCode.TIMEOUT else "it fails"
    return findings[0].kind if findings else None
