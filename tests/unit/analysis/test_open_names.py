"""What hangs on a macro that a build may set."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.open_names import open_names
from tests.unit.analysis.launched import read

# What stands between `#ifdef CHOSEN` and `#endif`.
IDLE = {
    "a header of the system": "#include <math.h>",
    "no space in front of it": "#include<math.h>",
    "a comment behind it": "#include <math.h> // for sqrt",
    "nothing": "",
    "text that prints": 'printf("%d\\n", 2 * 3);',
}
ACTIVE = {
    "a header of no name": "#include",
    "a header of the program's": '#include "more.h"',
    "a header and a name": "#include <math.h>\nextern int more;",
    "a macro": "#define LESS\nextern int more;",
    "a text that is read by a pointer": 'printf("%d\\n", *(argv + 1));',
    "a text behind a cast": 'printf("%d\\n", (int)*argv);',
}


@pytest.mark.parametrize("inside", IDLE.values(), ids=IDLE)
def test_nothing_hangs_on_it(tmp_path: Path, inside: str) -> None:
    assert opened(tmp_path, inside) == []


@pytest.mark.parametrize("inside", ACTIVE.values(), ids=ACTIVE)
def test_something_hangs_on_it(tmp_path: Path, inside: str) -> None:
    assert opened(tmp_path, inside) == ["CHOSEN"]


def test_an_operator_of_the_programs_may_do_anything(tmp_path: Path) -> None:
    own = "#include <ostream>\nstruct Rows {};\nstd::ostream &operator<<(std::ostream &, Rows);\n"
    printing = "#ifdef CHOSEN\nstd::cout << 5;\n#endif\n"
    assert chosen(read(tmp_path / "without", printing, "", "host.cpp")) == []
    assert chosen(read(tmp_path / "with", own + printing, "", "host.cpp")) == ["CHOSEN"]


def opened(folder: Path, inside: str) -> list[str]:
    return chosen(read(folder, f"#ifdef CHOSEN\n{inside}\n#endif\n", ""))


def chosen(facts: Facts) -> list[str]:
    return [each.name for each in open_names(facts)]
