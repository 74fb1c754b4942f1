"""Makes mistakes in rewritten kernels, or hosts: the engine must find each, by the plan's own
declaration.

    python -m tests.mutations.declared SOURCE... --target NAME --passes 'layout{choose=continuous}'
    python -m tests.mutations.declared SOURCE... --hosts

SOURCE is files, or folders in which programs are found. The first plan of the passes is carried
out; where there is none, one that changes nothing: the check must see that, too. What is not found
is listed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ppcl.analysis.facts import Facts
from ppcl.diag import PpclError, Remark
from ppcl.driver.compile import rereading
from ppcl.driver.programs.find import Limits, find_programs
from ppcl.driver.sources.project import Choices, Project
from ppcl.driver.sources.read import read_program, target_of
from ppcl.transform.checks.declaration import check_declaration
from ppcl.transform.checks.kind import Kind
from ppcl.transform.choosing.chooser import Candidate, Chooser
from ppcl.transform.choosing.decisions import Decisions
from ppcl.transform.contract import AnyTransform, Plan
from ppcl.transform.passes import transforms
from ppcl.transform.trial import Reread, edited, unchanged
from tests.mutations.hosts import host_mutants
from tests.mutations.kernels import kernel_mutants
from tests.mutations.mutants import Mutant

UNREAD = "cannot be read"


@dataclass(frozen=True)
class Rewritten:
    """A program, the texts of its first plan, and what that declares. `by` is the pass's remark,
    None where there is no plan."""

    before: Facts
    after: Facts
    texts: Mapping[str, bytes]
    declared: tuple[Kind, ...]
    reread: Reread
    by: Remark | None

    @property
    def kernels(self) -> list[str]:
        """The kernel files, those that were edited where there are such."""
        files = [path for path in self.texts if path.endswith(".cl")]
        was = self.before.files
        edited = [f for f in files if f not in was or was[f].data != self.texts[f]]
        return edited or files

    @property
    def hosts(self) -> list[str]:
        """The files of the host, those that the plan brings with it, too."""
        return [path for path in self.texts if not path.endswith(".cl")]

    def said(self, path: str, text: bytes) -> str | Remark | None:
        """What the check says where a file is another one; words too where it cannot be read."""
        texts = {**self.texts, path: text}
        try:
            facts = self.reread(texts, frozenset(), unchanged(self.after, texts))
        except PpclError as error:
            return f"{UNREAD}: {error.message}"
        return check_declaration(self.before, facts, self.declared)

    def mutants(self) -> Iterator[Mutant]:
        """All mistakes in the kernels."""
        return self._made(self.kernels, kernel_mutants)

    def host_mutants(self) -> Iterator[Mutant]:
        """All mistakes in the hosts."""
        return self._made(self.hosts, host_mutants)

    def _made(
        self, paths: list[str], make: Callable[[str, str], Iterator[Mutant]]
    ) -> Iterator[Mutant]:
        for path in paths:
            yield from make(path, self.texts[path].decode("utf-8", "surrogateescape"))

    def judged(self, mutant: Mutant) -> str | Remark | None:
        """What the check says of a mistake."""
        return self.said(mutant.file, mutant.text.encode("utf-8", "surrogateescape"))


def rewritten(project: Project, passes: tuple[AnyTransform, ...]) -> Rewritten:
    """A program after the first plan of some passes. Raises PpclError."""
    target = target_of(project)
    before, reread = read_program(project, target), rereading(project, target)
    plans = (plan for each in passes for plan in _plans(each, before, project.decisions))
    plan = next(plans, None)
    if plan is None:
        texts = {path: source.data for path, source in before.files.items()}
        return Rewritten(before, reread(texts), texts, (), reread, None)
    texts = edited(before.files, plan)
    return Rewritten(before, reread(texts), texts, plan.declared, reread, plan.remark)


def _plans(transform: AnyTransform, facts: Facts, decisions: Decisions) -> Iterator[Plan]:
    for each in Chooser(decisions, facts.target.threshold).candidates(transform, facts):
        if isinstance(each, Candidate):
            yield transform.plan(each.proof, facts)


def main() -> int:
    """The command; 1 where a mistake was not found."""
    options = _options()
    found = find_programs(options.sources, Choices(include=tuple(options.include)), Limits())
    missed = 0
    for candidate in found.candidates:
        if isinstance(candidate.project, Project):
            project = replace(candidate.project, target=options.target)
            missed += _examine(candidate.name, project, options)
    return 1 if missed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutations.declared")
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    parser.add_argument("--target", default="pocl-cpu")
    parser.add_argument("--passes", default="layout{choose=continuous}")
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("--hosts", action="store_true", help="mistakes in hosts, not in kernels")
    parser.add_argument("--every", type=int, default=1, help="of the mistakes, each so manieth")
    return parser.parse_args()


def _examine(name: str, project: Project, options: argparse.Namespace) -> int:
    """Make the mistakes in one program, and say what was seen; how many were not found."""
    try:
        program = rewritten(project, transforms(options.passes))
        files = program.hosts if options.hosts else program.kernels
        said = [program.said(path, program.texts[path]) for path in files]
    except PpclError as error:
        print(f"{name}: {error.message}", flush=True)
        return 0
    if any(said):
        print(f"{name}: refused as it is: {next(each for each in said if each)}", flush=True)
        return 0
    seen, missed = Counter[str](), list[Mutant]()
    made = program.host_mutants() if options.hosts else program.mutants()
    for mutant in list(made)[:: options.every]:
        verdict = program.judged(mutant)
        unread = isinstance(verdict, str) and verdict.startswith(UNREAD)
        seen["unread" if unread else "missed" if verdict is None else "found"] += 1
        missed += [mutant] if verdict is None else []
    how = "rewritten" if program.by is not None else "as it is"
    print(f"{name} ({how}): {dict(seen)}", *missed, sep="\n  ", flush=True)
    return len(missed)


if __name__ == "__main__":
    sys.exit(main())
