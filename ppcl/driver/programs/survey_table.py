"""A survey of programs as a table for people, and as data for programs."""

from collections.abc import Mapping, Sequence

from ppcl.diag import Remark
from ppcl.driver.programs.coverage import Coverage
from ppcl.driver.programs.find import Failure
from ppcl.driver.programs.survey import Line, Survey
from ppcl.driver.text import table

Json = dict[str, object]
_HEAD = (
    "program",
    "launches",
    "arguments",
    "host objects",
    "device-only",
    "followed",
    "remarks",
    "seconds",
    "first reason",
)


def survey_text(survey: Survey) -> str:
    """A line for each program, and one for all."""
    rows = [_row(line) for line in survey.lines]
    lines = table(_HEAD, rows) if rows else []
    return "\n".join((*lines, "", *_totals_text(survey))) + "\n"


def _row(line: Line) -> tuple[str, ...]:
    seconds = f"{line.seconds:.1f}"
    if isinstance(line.result, Failure):
        return (line.name, *("-",) * 4, "no", "-", seconds, _failure(line.result))
    found = line.result
    missed = f" (+{found.unreached})" if found.unreached else ""
    return (
        line.name,
        f"{found.launches}{missed}",
        f"{found.known_arguments}/{found.arguments}",
        str(found.hosts),
        f"{found.device_only}/{found.buffers}",
        _followed(found),
        _codes(found.codes),
        seconds,
        _reason(found.reasons[0]) if found.reasons else "",
    )


def _followed(found: Coverage) -> str:
    if not found.followed:
        return "no"
    said = "as stated" if found.stated else "yes"
    return f"{said}, {' '.join(found.nominal)} nominal" if found.nominal else said


def _codes(codes: Mapping[str, int]) -> str:
    return " ".join(f"{code}:{count}" for code, count in codes.items())


def _reason(remark: Remark) -> str:
    place = f"{remark.location}: " if remark.location is not None else ""
    return f"{place}{remark.message}"


def _failure(failure: Failure) -> str:
    place = f"{failure.location}: " if failure.location is not None else ""
    code = f" [{failure.code}]" if failure.code else ""
    return f"{place}{failure.message}{code}"


def _totals_text(survey: Survey) -> list[str]:
    total = _totals(survey.lines)
    lines = [
        f"{total['programs']} programs, {total['read']} read, {total['followed']} fully followed"
        f"{_as_stated(survey)}; "
        f"{total['launches']} launches, {total['known_arguments']} of {total['arguments']} "
        f"arguments, {total['seconds']} s"
    ]
    if survey.without_launch:
        lines.append(f"not listed: {survey.without_launch} with a 'main' but no launch")
    if survey.unread:
        lines.append(f"not parsed, without a launch: {len(survey.unread)} files")
    return lines


def _as_stated(survey: Survey) -> str:
    results = (line.result for line in survey.lines)
    count = sum(isinstance(r, Coverage) and r.followed and bool(r.stated) for r in results)
    return f" ({count} with what is stated of their arguments)" if count else ""


def _totals(lines: Sequence[Line]) -> Json:
    found = [line.result for line in lines if isinstance(line.result, Coverage)]
    return {
        "programs": len(lines),
        "read": len(found),
        "followed": sum(each.followed for each in found),
        "launches": sum(each.launches for each in found),
        "arguments": sum(each.arguments for each in found),
        "known_arguments": sum(each.known_arguments for each in found),
        "seconds": round(sum(line.seconds for line in lines), 1),
    }


def survey_json(survey: Survey) -> Json:
    """The survey as data; see docs/coverage.md for what each figure says."""
    return {
        "programs": [_line_json(line) for line in survey.lines],
        "without_launch": survey.without_launch,
        "not_parsed": list(survey.unread),
        "totals": _totals(survey.lines),
    }


def _line_json(line: Line) -> Json:
    head: Json = {"name": line.name, "sources": list(line.sources)}
    tail: Json = {
        "remarks": [_remark_json(remark) for remark in line.remarks],
        "seconds": round(line.seconds, 2),
    }
    if isinstance(line.result, Failure):
        failure = line.result
        place = str(failure.location) if failure.location is not None else None
        error = {"code": failure.code or None, "message": failure.message, "location": place}
        return {**head, "followed": False, "error": error, **tail}
    return {**head, **_coverage_json(line.result), "error": None, **tail}


def _coverage_json(found: Coverage) -> Json:
    return {
        "followed": found.followed,
        "complete": found.complete,
        "launches": {"found": found.launches, "not_reached": found.unreached},
        "arguments": {"all": found.arguments, "known": found.known_arguments},
        "host_objects": found.hosts,
        "buffers": {
            "all": found.buffers,
            "device_only": found.device_only,
            "unknown": found.unknown_buffers,
        },
        "codes": dict(found.codes),
        "reasons": [_remark_json(remark) for remark in found.reasons],
        "assumptions": found.stated.as_data(),
        "nominal": list(found.nominal),
    }


def _remark_json(remark: Remark) -> Json:
    place = str(remark.location) if remark.location is not None else None
    return {"code": remark.code, "message": remark.message, "location": place}
