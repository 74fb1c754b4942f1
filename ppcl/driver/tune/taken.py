"""What a compilation takes of `ppcl.tune.toml`: the decisions for its target."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.driver.sources.project import Project
from ppcl.driver.tune.tuned import FILE, Device, Tried, Tuned, read_tuned
from ppcl.transform.choosing.decisions import KEEP, OTHERS, Decision, Decisions


def with_tuned(project: Project, target: str, emit: str) -> tuple[Project, tuple[Remark, ...]]:
    """The project with what was measured for a target, and what is to be said of that, whatever
    comes of it.

    What the user decides goes first. Of several devices the decisions are taken in which all agree,
    unless the project names one (`Project.device`). Raises PpclError (usage) for one that is not
    in the file.
    """
    if project.tuned is None:
        if project.device is not None:
            raise _usage(f"--device {project.device}: there is no {FILE}; `ppcl tune` writes one")
        return project, ()
    devices = _devices(read_tuned(project.tuned), project.device, target, emit)
    complete = [device for device in devices if device.complete]
    decisions, agreed = _agreed(complete)
    if OTHERS in project.decisions:
        decisions, agreed = {}, {}
    said = (remark for key, remark in agreed.items() if key not in project.decisions)
    decided = replace(project, decisions={**decisions, **project.decisions})
    return decided, (*_unfinished(devices), *said)


def figures(project: Project, target: str, emit: str, done: int) -> Iterator[Remark]:
    """What was measured of what a compilation does that has `done` so much: nothing, where that is
    not what was measured."""
    if project.tuned is None:
        return
    for device in _devices(read_tuned(project.tuned), project.device, target, emit):
        changes = sum(decision.choice != KEEP for decision in device.decisions.values())
        as_measured = device.decisions.items() <= project.decisions.items()
        if device.complete and as_measured and changes == done:
            yield _measured(device)


def _devices(tuned: Tuned, key: str | None, target: str, emit: str) -> Sequence[Device]:
    found = [each for each in tuned.devices if (each.target, each.emit) == (target, emit)]
    if key is None:
        return found
    if key not in {device.key for device in found}:
        known = ", ".join(device.key for device in found) or "none"
        for_c = " and --emit c" if emit == "c" else ""
        raise _usage(f"--device {key}: {FILE} has, for {target}{for_c}: {known}")
    return [device for device in found if device.key == key]


def _agreed(devices: Sequence[Device]) -> tuple[Decisions, Mapping[str, Remark]]:
    """What all devices decide alike; a site of which they do not stays as it is, and why."""
    decisions: dict[str, Decision] = {}
    remarks: dict[str, Remark] = {}
    for key in dict.fromkeys(key for device in devices for key in device.decisions):
        choices = {each.key: each.decisions.get(key) for each in devices}
        first, *others = dict.fromkeys(choices.values())
        if not others and first is not None:
            decisions[key] = first
            continue
        decisions[key] = Decision(KEEP)
        said = ", ".join(f"{name}: {each or 'nothing'}" for name, each in choices.items())
        message = f"devices do not agree on '{key}' ({said}): it stays as it is; --device takes one"
        remarks[key] = Remark("missed", "PPC033", message)
    return decisions, remarks


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
