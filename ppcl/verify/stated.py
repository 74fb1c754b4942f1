"""Whether a run was as the user stated."""

from collections.abc import Iterator, Sequence

from ppcl.analysis.facts import Facts
from ppcl.verify.findings import Finding
from ppcl.verify.log import Launch, Process

_CODE = "PPC005"


def check_stated(facts: Facts, processes: Sequence[Process]) -> Iterator[Finding]:
    """What is not as stated in the processes that launched kernels, each once."""
    seen = (p.arguments for p in processes if p.launches and p.arguments is not None)
    found = [message for arguments in seen for message in _others(facts, arguments)]
    if facts.assumed.full_groups:
        found += [message for p in processes for each in p.launches for message in _rests(each)]
    place = next((str(r.location) for r in facts.host.remarks if r.code == _CODE), "")
    for message in dict.fromkeys(found):
        yield Finding("assumption", message, place)


def _others(facts: Facts, arguments: Sequence[str]) -> Iterator[str]:
    for index, text in facts.stated.arguments:
        if index >= len(arguments):
            yield f'there is no argv[{index}] in this run, which is assumed to be "{text}"'
        elif arguments[index] != text:
            yield f'argv[{index}] is "{arguments[index]}" in this run, assumed is "{text}"'
    if facts.stated.count not in (None, len(arguments)):
        yield f"argc is {len(arguments)} in this run, assumed is {facts.stated.count}"


def _rests(launch: Launch) -> Iterator[str]:
    for size, group in zip(launch.global_size, launch.local_size or (), strict=False):
        if group == 0 or size % group:
            yield f"groups of {group} do not fill {size} work-items of '{launch.kernel}'"
