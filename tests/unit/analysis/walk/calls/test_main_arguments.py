"""What is stated of `main`'s arguments is followed: kernel files, kernels' names, build options."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.analysis.reading.stated import Stated
from ppcl.diag import ExitCode, PpclError
from ppcl.frontend import ParseOptions
from ppcl.targets import load

LAYOUT = Path(__file__).resolve().parents[4] / "cases" / "layout"
NAME = '"row_sums", &err'
LATER = "    cl_int err;"


def read(folder: Path, stated: Stated, *changes: tuple[str, str], base: str = "base") -> Facts:
    """The base program with changes of its host, run with what is stated."""
    host = next((LAYOUT / base).glob("host.*"))
    text = host.read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / host.name).write_text(text)
    (folder / "kernel.cl").write_text((LAYOUT / base / "kernel.cl").read_text())
    reading = Reading({}, ParseOptions(), stated=stated)
    return analyse(folder, [host.name, "kernel.cl"], {}, reading, load("amd-cpu"))


def stated(*texts: str, count: int | None = None, first: int = 3) -> Stated:
    return Stated(tuple(enumerate(texts, first)), count)


def codes(facts: Facts) -> set[str]:
    return {r.code for r in (*facts.remarks, *facts.host.remarks)} - {"PPC005", "PPC128"}


NAMES = {
    "as it is": ("", "argv[3]"),
    "with a default": ("", 'argc < 4 ? "other" : argv[3]'),
    "printed": ('    char name[9];\n    snprintf(name, 9, "%s_sums", argv[3]);\n', "name"),
    "a part": ("", "strchr(argv[3], '=') + 1"),
    "the last part": ("", "strrchr(argv[3], '/') + 1"),
    "made of a character": (
        '    char name[9];\n    sprintf(name, "%cow_sums%s", *argv[3], argv[3] + 3);\n',
        "name",
    ),
    "chosen": (
        '    const char *name = "other";\n'
        '    if (strcmp(argv[3], "r") == 0)\n        name = "row_sums";\n',
        "name",
    ),
    "not chosen": (
        '    const char *name = "row_sums";\n'
        '    if (!strcmp(argv[3], "other"))\n        name = "other";\n',
        "name",
    ),
}
GIVEN = {
    "printed": "row",
    "chosen": "r",
    "a part": "-k=row_sums",
    "the last part": "a/b/row_sums",
    "made of a character": "row",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_kernel(name: str, tmp_path: Path) -> None:
    before, asked = NAMES[name]
    changes = (
        (NAME, f"{asked}, &err"),
        (LATER, before + LATER),
        ("#include <stdio.h>\n", "#include <stdio.h>\n#include <string.h>\n"),
    )
    facts = read(tmp_path, stated(GIVEN.get(name, "row_sums")), *changes)
    assert [launch.kernel for launch in facts.host.launches] == ["row_sums"]
    assert codes(facts) == set()
    if name == "as it is":
        with pytest.raises(PpclError, match="which kernel is launched here is not known"):
            read(tmp_path, stated("row_sums", first=2), *changes)


OPTIONS = {
    "a text": ('    char options[32];\n    sprintf(options, "-DT=%s", argv[3]);\n', "int"),
    "a number": ('    char options[32];\n    sprintf(options, "-DT=%d", atoi(argv[3]));\n', "4"),
    "by strtol": (
        '    char options[32];\n    sprintf(options, "-DT=%ld", strtol(argv[3], NULL, 10));\n',
        "4",
    ),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_build_options(name: str, tmp_path: Path) -> None:
    before, given = OPTIONS[name]
    changes = (('&device, ""', "&device, options"), (LATER, before + LATER))
    facts = read(tmp_path, stated(given), *changes)
    (program,) = facts.host.programs
    assert (program.options, codes(facts)) == (f"-DT={given}", set())
    assert "PPC110" in codes(read(tmp_path, Stated(), *changes))


TEXTS = {
    "a string": "std::string name(argv[3]);",
    "an assignment": "std::string name;\n    if (argc > 3)\n        name = argv[3];",
    "a comparison": ('std::string name = std::string("row_sums") == argv[3] ? argv[3] : "other";'),
    "a piece": 'std::string name = std::string("row_") + std::string(argv[3]).substr(4);',
}


@pytest.mark.parametrize("name", TEXTS)
def test_strings_of_cxx(name: str, tmp_path: Path) -> None:
    changes = (
        ("#include <fstream>", "#include <fstream>\n#include <string>"),
        ("    cl::KernelFunctor", f"    {TEXTS[name]}\n    cl::KernelFunctor"),
        ('row_sums(program, "row_sums")', "row_sums(program, name.c_str())"),
    )
    facts = read(tmp_path, stated("row_sums"), *changes, base="bindings")
    assert [launch.kernel for launch in facts.host.launches] == ["row_sums"]
    assert codes(facts) == set()


LOOPS = {
    "switch": """    const char *name = "other";
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            switch (argv[i][1]) {
            case 'k':
                name = argv[++i];
                break;
            case 'h':
                exit(0);
            }
""",
    "strncmp": """    const char *name = "other";
    for (int i = 1; i < argc; i++)
        if (!strncmp(argv[i], "-kind", 2))
            name = argv[i + 1];
""",
    "for": """    const char *name = "other";
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-k") == 0)
            name = argv[++i];
        else if (!strcmp("-h", argv[i]))
            exit(1);
""",
    "while": """    const char *name = "other";
    while (argc > 1) {
        if (argc > 2 && !strcmp(argv[1], "-k")) {
            name = argv[2];
            argc--;
            argv++;
        }
        argc--;
        argv++;
    }
""",
    "in a function": "    const char *name = chosen(argc, argv);\n",
}
CHOSEN = """static const char *chosen(int count, char **given)
{
    for (int i = 1; i + 1 < count; i++)
        if (strcmp(given[i], "-k") == 0)
            return given[i + 1];
    return "other";
}

"""


@pytest.mark.parametrize(
    "spoilt",
    [
        "argv[3][0] = 'c';",
        'scanf("%s", argv[3]);',
        "argv[argc - 1] = argv[2];",
        "void other(char **); other(argv);",
        'strtok(argv[3], "_");',
        "argv++;",
    ],
)
def test_what_changes_an_argument_is_seen(spoilt: str, tmp_path: Path) -> None:
    changes = ((NAME, "argv[3], &err"), (LATER, f"    {spoilt}\n{LATER}"))
    with pytest.raises(PpclError, match="which kernel is launched here is not known"):
        read(tmp_path, stated("row_sums"), *changes)


@pytest.mark.parametrize("loop", LOOPS)
def test_an_argument_that_is_searched_for(loop: str, tmp_path: Path) -> None:
    """It is found where all arguments are stated, and how many there are."""
    main = "int main(int argc"
    changes = ((NAME, "name, &err"), (LATER, LOOPS[loop] + LATER), (main, CHOSEN + main))
    given = (("90", "7", "-k", "row_sums"), ("90", "-k", "row_sums", "7"))
    for texts in given:
        facts = read(tmp_path, stated(*texts, count=5, first=1), *changes)
        assert [launch.kernel for launch in facts.host.launches] == ["row_sums"]
        assert codes(facts) == set()
    with pytest.raises(PpclError, match="which kernel is launched here is not known"):
        read(tmp_path, stated("-k", "row_sums"), *changes)


@pytest.mark.parametrize(
    ("given", "main", "said"),
    [
        (stated("a"), "int main(void)\n{\n    int argc = 1; char **argv = 0;", "gets arguments"),
        (stated("a", count=2), "", "more arguments than that"),
    ],
)
def test_statements_that_cannot_be(given: Stated, main: str, said: str, tmp_path: Path) -> None:
    old = "int main(int argc, char **argv)\n{"
    with pytest.raises(PpclError, match=said) as raised:
        read(tmp_path, given, (old, main or old))
    assert raised.value.exit_code == ExitCode.USAGE
