"""Names of kernels that say which of their arguments have another layout, by one suffix.

`sgemm` becomes `sgemm__A_relayout`, then `sgemm__A_B_relayout`; where `A` goes back to what it
was, `sgemm__B_relayout`, and with `B` back the name is `sgemm` again. Where the parameters' names
are long, or could be meant in two ways, their positions stand for them: `blur__0_4_relayout`.
"""

import re
from collections.abc import Iterator, Sequence

from ppcl.analysis.data.linked import LinkedSet
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import KernelModel
from ppcl.transform.naming import free_kernel_name

_LONGEST = 24  # characters for all parameters
_SUFFIX = re.compile(r"(\w+)_relayout\d*")


def new_names(facts: Facts, site: LinkedSet) -> dict[str, str]:
    """The new names of the kernels that use the data, by their keys."""
    kernels = dict.fromkeys(name for name, _ in site.parameters if name in facts.kernels)
    return {kernel: new_kernel_name(facts, kernel, site) for kernel in kernels}


def new_kernel_name(facts: Facts, kernel: str, site: LinkedSet) -> str:
    """A name that says what is stored how after a change of `site`, and that nothing else has."""
    model = facts.kernels[kernel]
    changed = {index for name, index in site.parameters if name == kernel}
    return free_kernel_name(facts, renamed(model.name, [p.name for p in model.parameters], changed))


def stem_of(kernel: KernelModel) -> str:
    """The name that a kernel had before any of its data changed."""
    return _read(kernel.name, [p.name for p in kernel.parameters])[0]


def renamed(kernel: str, parameters: Sequence[str], changed: set[int]) -> str:
    """The name of a kernel when some of its parameters (by position) have the other layout, too."""
    stem, before = _read(kernel, parameters)
    after = sorted(before ^ changed)
    return f"{stem}__{_said(parameters, after)}_relayout" if after else stem


def _read(kernel: str, parameters: Sequence[str]) -> tuple[str, set[int]]:
    """A name without its suffix, and the parameters that this names."""
    for cut in re.finditer("(?=__)", kernel):
        suffix = _SUFFIX.fullmatch(kernel, cut.start() + 2)
        meant = list(_meant(suffix[1], parameters)) if suffix is not None and cut.start() else []
        if len(meant) == 1:
            return kernel[: cut.start()], set(meant[0])
    return kernel, set()


def _said(parameters: Sequence[str], chosen: Sequence[int]) -> str:
    names = "_".join(parameters[index] for index in chosen)
    plain = len(names) <= _LONGEST and len(list(_meant(names, parameters))) == 1
    return names if plain else "_".join(map(str, chosen))


def _meant(text: str, parameters: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """The parameters that a text may name, in their order: by position, or by name."""
    if re.fullmatch(r"\d+(_\d+)*", text):
        positions = tuple(map(int, text.split("_")))
        if positions == tuple(sorted(set(positions))) and positions[-1] < len(parameters):
            yield positions
    else:
        yield from _named(text, parameters, 0)


def _named(text: str, parameters: Sequence[str], start: int) -> Iterator[tuple[int, ...]]:
    for index in range(start, len(parameters)):
        name = parameters[index]
        if text == name:
            yield (index,)
        elif name and text.startswith(f"{name}_"):
            for rest in _named(text[len(name) + 1 :], parameters, index + 1):
                yield (index, *rest)
