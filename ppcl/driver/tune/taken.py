"""What a compilation takes of `ppcl.tune.toml`: the decisions for its target."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.driver.sources.project import Project
from ppcl.driver.tune.tuned import FILE, Device, Tried, read_tuned
from ppcl.transform.choosing.decisions import KEEP, OTHERS, Decision

# The hash of each site's text, by its key; asked for where it matters.
Texts = Callable[[], Mapping[str, str]]


def tuned_devices(project: Project, target: str, emit: str) -> Sequence[Device]:
    """What was measured for a target, on the device that the project names if it does. Raises
    PpclError (usage) for one that is not in the file."""
    key = project.device
    if project.tuned is None:
        if key is not None:
            raise _usage(f"--device {key}: there is no {FILE}; `ppcl tune` writes one")
        return ()
    tuned = read_tuned(project.tuned)
    found = [each for each in tuned.devices if (each.target, each.emit) == (target, emit)]
    if key is None:
        return found
    if key not in {device.key for device in found}:
        known = ", ".join(device.key for device in found) or "none"
        for_c = " and --emit c" if emit == "c" else ""
        raise _usage(f"--device {key}: {FILE} has, for {target}{for_c}: {known}")
    return [device for device in found if device.key == key]


def with_tuned(
    project: Project, devices: Sequence[Device], texts: Texts
) -> tuple[Project, tuple[Remark, ...]]:
    """The project with what was measured, and what is to be said of that, whatever comes of it.

    What the user decides goes first. Of several devices the decisions are taken in which all agree
    whose decisions are of the program's `texts`.
    """
    complete = [device for device in devices if device.complete]
    keys = dict.fromkeys(key for device in complete for key in device.decisions)
    decisions = dict(project.decisions)
    remarks: list[Remark] = [*_unfinished(devices)]
    for key in () if OTHERS in project.decisions else keys:
        if key not in project.decisions:
            decision, said = _agreed(key, complete, texts)
            decisions |= {key: decision} if decision is not None else {}
            remarks += said
    return replace(project, decisions=decisions), tuple(remarks)


def figures(project: Project, devices: Sequence[Device], done: int) -> Iterator[Remark]:
    """What was measured of what a compilation does that has `done` so much: nothing, where that is
    not what was measured."""
    for device in devices:
        changes = {k: each for k, each in device.decisions.items() if each.choice != KEEP}
        wholes = [tried.decisions for tried in device.wholes] or [{}]
        as_measured = all(each == changes for each in wholes) and len(changes) == done
        as_decided = device.decisions.items() <= project.decisions.items()
        if device.complete and as_measured and as_decided:
            yield _measured(device)


def _agreed(
    key: str, devices: Sequence[Device], texts: Texts
) -> tuple[Decision | None, Sequence[Remark]]:
    """What devices decide alike of a site, None for nothing. One of which they do not stays as it
    is; decisions of another text of it are no voices."""
    choices = {device.key: device.decisions.get(key) for device in devices}
    if len({*choices.values()}) == 1:
        return choices[devices[0].key], ()  # if it is of another text, that is seen when it is used
    text = texts().get(key, "")
    stale = {n: each for n, each in choices.items() if each and not each.is_of(text)}
    fresh = {name: each for name, each in choices.items() if name not in stale}
    remarks = [_stale(key, text, name, each) for name, each in stale.items()]
    if len({*fresh.values()}) <= 1:
        return next(iter(fresh.values()), None), remarks
    said = ", ".join(f"{name}: {each or 'nothing'}" for name, each in fresh.items())
    message = f"devices do not agree on '{key}' ({said}): it stays as it is; --device takes one"
    return Decision(KEEP), [*remarks, Remark("missed", "PPC033", message)]


def _stale(key: str, text: str, device: str, decision: Decision) -> Remark:
    message = f"what {device} decides of '{key}' ({decision}) was for another text of it"
    return Remark("missed", "PPC031", f"{message}, which is now {text}: it is ignored")


def _unfinished(devices: Sequence[Device]) -> Iterator[Remark]:
    for device in devices:
        if not device.complete:
            message = f"the tuning for {device.key} has not ended: nothing of it is used"
            yield Remark("missed", "PPC034", f"{message}; `ppcl tune` goes on with it")


def _measured(device: Device) -> Remark:
    measured = f"as measured on {device.key} ({FILE})"
    found = [_figure(tried) for tried in device.wholes if tried.interval is not None]
    if not found:
        said = f"nothing is faster than the program, {measured}"
        return Remark("analysis", "PPC035", said)
    return Remark("passed", "PPC035", f"its kernels are {' and '.join(found)}, {measured}")


def _figure(tried: Tried) -> str:
    low, high = tried.interval or (0.0, 0.0)
    command = "".join(each if each.isprintable() else "?" for each in tried.command)
    return f"{tried.ratio:.2f} times as fast (95 %: {low:.2f} to {high:.2f}) by '{command}'"


def _usage(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.USAGE)
