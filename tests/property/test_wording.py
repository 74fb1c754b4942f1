"""Each way to word a program is drawn, and each is valid, with its effects in order."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from ppcl.verify.execute import execute
from ppcl.verify.platforms import find_loader, find_platforms
from tests.property.check import Lab
from tests.property.kernel_wording import KERNEL_FACTORS
from tests.property.model import (
    Access,
    Constant,
    Factor,
    Hidden,
    Host,
    Kernel,
    Program,
    RowLoop,
    Table,
    Wording,
)
from tests.property.shapes import shapes_of
from tests.property.texts import texts_of
from tests.property.worded import wordings

KERNEL = Kernel("ka", body=(RowLoop("t0"),), adds=("t0",))
C = Program((Table("t0"),), (KERNEL,), host=Host("globals"))
CPLUSPLUS = replace(C, host=Host("class", cplusplus=True))
ALL = {
    *(f"host access {each}" for each in get_args(Access) if each != "index"),
    *(f"kernel access {each}" for each in ("function", "pointer", "macro", "row")),
    *(f"factor {each}" for one in get_args(Factor) for each in get_args(one) if each != "plain"),
    *(f"kernel factor {each}" for each in KERNEL_FACTORS if each != "plain"),
    *("value counted", "value shaken", "plain", "-D given", "rebuilt with another -D"),
    *(f"constant {each}" for each in get_args(Constant)),
    *(f"hidden {each}" for each in get_args(Hidden)),
}
# Seven seeds from here on draw all shapes; from 0 on it takes nineteen.
FIRST = 22
STRICT = "-Wall -Wextra -Werror -Wno-unused -Wno-sign-compare -Wno-missing-field-initializers"


def drawn(program: Program, number: int) -> list[Wording]:
    """Some wordings of a program, by the seed `number`."""
    found: list[Wording] = []

    @seed(number)
    @settings(
        max_examples=50,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
    )
    @given(wordings(program))
    def draw(wording: Wording) -> None:
        found.append(wording)

    draw()
    return found


@pytest.fixture(scope="module")
def programs() -> dict[str, Program]:
    """A program for each shape, of as many as it takes to see all; there is an end to it."""
    found: dict[str, Program] = {}
    for number in range(FIRST, FIRST + 50):
        for program in (C, CPLUSPLUS):
            for wording in drawn(program, number):
                worded = replace(program, wording=wording)
                for shape in shapes_of(worded):
                    found.setdefault(shape, worded)
        if set(found) >= ALL:
            break
    return found


def test_all_shapes_are_drawn(programs: dict[str, Program]) -> None:
    assert set(programs) == ALL


def test_each_shape_builds_without_a_warning(programs: dict[str, Program], tmp_path: Path) -> None:
    loader, platforms = find_loader(), find_platforms()
    if loader is None or not platforms:
        pytest.skip("NO OPENCL HEADERS: nothing was built")
    variables = Lab(tmp_path, loader, platforms, ()).variables(platforms[0])
    for number, program in enumerate(dict.fromkeys(programs.values())):
        texts = texts_of(program)
        folder = texts.write(tmp_path / str(number))
        for build in (texts.build, *texts.rebuilds):
            strict = build.replace(" -w ", f" {STRICT} ").replace("-o host", "-fsyntax-only")
            done = execute(strict, folder, variables, 60)
            assert done.status == 0, (shapes_of(program), done.stderr)


def test_what_a_build_may_set_is_given_to_ppcl_and_set_otherwise() -> None:
    wording = Wording(constant="guarded", given=3, rebuilt=7)
    texts = texts_of(replace(C, wording=wording))
    assert texts.defines == ("COLUMNS=3",)
    assert "-DCOLUMNS=3 " in texts.build
    (rebuild,) = texts.rebuilds
    assert "-DCOLUMNS=7 " in rebuild
    assert "-DCOLUMNS=3" not in rebuild
    assert "#ifndef COLUMNS\n#define COLUMNS 5\n" in texts.files["host.c"]


def test_an_effect_stands_once_in_an_expression() -> None:
    """An element of two parts is read twice in one: it has no effect then."""
    program = replace(C, tables=(Table("t0", "uint2"),), wording=Wording(factor="counted"))
    assert "* counted(" not in texts_of(program).files["host.c"]
    assert "* counted(" in texts_of(replace(program, tables=C.tables)).files["host.c"]
