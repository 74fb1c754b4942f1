"""Loads that are the same in each round of a loop are done once, in front of it.

What: a load of global or constant memory in a `for` loop of a kernel, whose index no round changes,
becomes a private variable. Compilers do so by themselves only where they can show that nothing that
the loop does may change the memory, which they often cannot.

Legal when
- the loop stores to nothing but private variables, and has no atomic, barrier or unknown call;
- the names of the load mean the same in front of the loop, and no macro has part in it;
- the load is bound to run: the loop, and those in it around the load, are shown to run at least
  once by their bounds and by the conditions around them; no condition stands around it in the loop,
  and no `break`, `continue` or `return` in front of it;
- nothing is volatile, the parameter names a plain type, and a line can stand in front of the loop.

Rewrite
    for (int j = 0; j < 16; j++)
        sum += w[k] * x[j];
->
    float w_k = w[k];
    for (int j = 0; j < 16; j++)
        sum += w_k * x[j];

Of the loops around a load the outermost is taken. What is written already as a variable in front of
a loop is in no loop more, so that the pass has nothing to do on its own output.

Cost model: none is needed. A round has a load less (the unit), and one private variable is alive in
the loop. Where a loop is to be shown to run more often than once, say `hoist{rounds=4}`.

References: A. V. Aho, M. S. Lam, R. Sethi, J. D. Ullman, *Compilers*, 2nd edition, 9.5 (code
motion); OpenCL C 1.2, 6.5 (address spaces) and 6.12.1 (work-item functions).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ppcl.api import Code, ExitCode, Facts, Legal, Offer, Plan, PpclError, Refused, Remark
from ppcl_hoist.body import of_body
from ppcl_hoist.codes import CODES
from ppcl_hoist.flow import of_flow
from ppcl_hoist.load import of_load
from ppcl_hoist.names import of_names
from ppcl_hoist.place import edits, new_name, of_place
from ppcl_hoist.question import Question, questions
from ppcl_hoist.reason import Reason
from ppcl_hoist.site import Site, sites

_RULES = (of_load, of_names, of_body, of_place, of_flow)


@dataclass(frozen=True)
class Hoist:
    """The pass. `rounds`: how often a loop must be shown to run."""

    name: ClassVar[str] = "hoist"
    codes: ClassVar[Mapping[str, Code]] = CODES
    rounds: int = 1

    def __post_init__(self) -> None:
        if self.rounds < 1:
            message = f"hoist{{rounds}}: at least 1 is asked for, found {self.rounds}"
            raise PpclError(message, exit_code=ExitCode.USAGE)

    def sites(self, facts: Facts) -> Iterator[Site]:
        """All loads in loops."""
        return sites(facts)

    def offers(self, site: Site, facts: Facts) -> tuple[Offer[None], ...]:
        """To hoist it: nothing speaks against that where it is legal."""
        return (Offer("hoisted", None, None, wanted=True),)

    def check(
        self, site: Site, offer: Offer[None], facts: Facts
    ) -> Legal[Site, Question] | Refused:
        """The outermost loop that the load may stand in front of, or why it may not stand even in
        front of the innermost."""
        for question in questions(site, facts, self.rounds):
            found = next((reason for rule in _RULES for reason in rule(question)), None)
            if found is None:
                return Legal(site, question)
            refused = Refused(_remark(question, found))
        return refused

    def plan(self, proof: Legal[Site, Question], facts: Facts) -> Plan:
        """A variable in front of the loop."""
        question = proof.evidence
        said = question.source.said(question.site.at)
        message = f"'{said}' is loaded once, as '{new_name(question)}' in front of the loop"
        at = question.source.location(question.site.at.start)
        return Plan(edits(question), (), Remark("passed", "HOIST1", message, at))


def _remark(question: Question, found: Reason) -> Remark:
    said = question.source.said(question.site.at)
    message = f"'{said}' is not hoisted: {found.message}"
    return Remark(found.kind, found.code, message, question.source.location(found.at.start))
