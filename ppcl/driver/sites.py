"""What `ppcl sites` shows: what passes could do to a program, site by site."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ppcl.diag import Remark
from ppcl.driver.compile import rereading
from ppcl.driver.sources.project import Project
from ppcl.driver.sources.read import read_program, target_of
from ppcl.driver.text import table
from ppcl.driver.tune.taken import tuned_devices, with_tuned
from ppcl.source import Location
from ppcl.transform.choosing.chooser import site_texts
from ppcl.transform.choosing.listing import ListedChoice, ListedSite, Lister
from ppcl.transform.contract import AnyTransform

SITES_VERSION = 1


@dataclass(frozen=True)
class Sites:
    """The sites of a program for a target; `threshold` is the gain from which on an offer is taken
    that nothing is decided of."""

    program: str
    target: str
    threshold: float
    sites: tuple[ListedSite, ...]


def sites_of(project: Project, transforms: Sequence[AnyTransform]) -> Sites:
    """All sites, with what may be chosen at each. Each choice is carried out, checked, and taken
    back: what is said to be legal can be applied by a decision (`Project.decisions`)."""
    target = target_of(project)
    devices = tuned_devices(project, target.name, "opencl")
    facts = read_program(project, target)
    project, _ = with_tuned(project, devices, partial(site_texts, transforms, facts))
    lister = Lister(facts, rereading(project, target), project.decisions)
    found = tuple(lister.sites(transforms))
    return Sites(project.name, target.name, target.threshold, found)


def sites_json(sites: Sites) -> dict[str, object]:
    """As data; places are relative to the program's folder."""
    return {
        "version": SITES_VERSION,
        "program": sites.program,
        "target": sites.target,
        "threshold": sites.threshold,
        "sites": [
            {
                "key": site.key,
                "text": site.text,
                "pass": site.transform,
                "kernels": list(site.kernels),
                "location": _said(site.location),
                "choices": [_choice(choice) for choice in site.choices],
                "against": _against(site.against),
            }
            for site in sites.sites
        ],
    }


def _choice(choice: ListedChoice) -> Mapping[str, object]:
    return {
        "name": choice.name,
        "gain": round(choice.gain, 4) if choice.gain is not None else None,
        "legal": choice.against is None,
        "taken": choice.taken,
        "against": _against(choice.against),
    }


def _against(remark: Remark | None) -> Mapping[str, object] | None:
    if remark is None:
        return None
    location = _said(remark.location)
    return {"code": remark.code, "message": remark.message, "location": location}


def _said(location: Location | None) -> str | None:
    return str(location) if location is not None else None


def sites_text(sites: Sites) -> str:
    """A table for people."""
    rows = [row for site in sites.sites for row in _rows(site)]
    lines = table(("site", "text", "choice", "gain", ""), rows)
    return "".join(f"{line}\n" for line in lines)


def _rows(site: ListedSite) -> Iterator[tuple[str, ...]]:
    if site.against is not None:
        yield site.key, site.text, "", "", _shown(site.against)
    for choice in site.choices:
        gain = f"{choice.gain:.1%}" if choice.gain is not None else "?"
        said = "taken" if choice.taken else "legal"
        said = said if choice.against is None else _shown(choice.against)
        yield site.key, site.text, choice.name, gain, said


def _shown(remark: Remark) -> str:
    return f"{remark.code}: {remark.message}"
