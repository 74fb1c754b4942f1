import json
import os
from pathlib import Path

import pytest

from ppcl.analysis.reading.assumed import Assumed
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.sources.project import Choices, open_project
from ppcl.frontend import ParseOptions

NONE = Choices()
TOML = b'[program]\nsources = ["a.c", "sub/b.cl"]\n'
FILES = {"a.c": b"", "sub/b.cl": b"", "unused.c": b""}


def test_a_folder_with_ppcl_toml_lists_its_sources(write) -> None:
    text = TOML + b'name = "p"\ninclude = ["inc"]\ndefine = ["N=4"]\ntarget = "amd-cpu"\n'
    project = open_project([str(write(files={**FILES, "ppcl.toml": text}))], NONE)
    assert (project.root, project.name) == (Path("prog"), "p")
    assert project.sources == ("a.c", "sub/b.cl")
    assert project.options == ParseOptions(("prog/inc",), ("N=4",))
    assert project.target == "amd-cpu"
    assert project.settings == (Path("prog/ppcl.toml"),)


def test_a_folder_without_is_all_its_sources(write) -> None:
    names = ("b.cl", "a.c", "c.cpp", "notes.txt", "d.h", "deep/e.c")
    project = open_project([str(write(files=dict.fromkeys(names, b"")))], NONE)
    assert project.sources == ("a.c", "b.cl", "c.cpp")
    assert project.name == "prog"


def test_files_have_their_common_folder(write) -> None:
    root = write(files={"src/a.c": b"", "cl/b.cl": b"", "ppcl.toml": TOML})
    project = open_project(["prog/src/a.c", f"{root}/cl/b.cl", "prog/src/../src/a.c"], NONE)
    assert project.root == Path("prog")
    assert project.sources == ("src/a.c", "cl/b.cl")
    assert project.settings == ()


def test_a_file_in_the_working_directory(write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(write())
    project = open_project(["host.c"], NONE)
    assert (project.root, project.sources) == (Path("."), ("host.c",))


def test_absolute_names_stay_absolute(write) -> None:
    path = (write() / "host.c").resolve()
    assert open_project([str(path)], NONE).root == path.parent


def test_the_command_line_comes_on_top(write) -> None:
    toml = TOML + b'define = ["N=4"]\ntarget = "amd-cpu"\n[assume]\nno-overlap = [["a", "b"]]\n'
    toml += b"full-groups = true\n"
    folder = str(write(files={**FILES, "ppcl.toml": toml}))
    choices = Choices(("inc",), ("M",), None, "tilera", Assumed((("c", "d"),)))
    project = open_project([folder], choices)
    assert project.options == ParseOptions(("inc",), ("N=4", "M"))
    assert project.target == "tilera"
    assert project.assumed == Assumed((("a", "b"), ("c", "d")), full_groups=True)


def test_a_target_file_is_relative_to_ppcl_toml(write) -> None:
    folder = str(write(files={**FILES, "ppcl.toml": TOML + b'target = "own.toml"\n'}))
    assert open_project([folder], NONE).target == "prog/own.toml"


def test_compile_commands_give_options_by_file(write) -> None:
    root = write(files=FILES)
    command = "cc -O2 -Iinclude -DN=8 -c a.c"
    entry = {"directory": str(root.resolve()), "file": "a.c", "command": command}
    (root / "compile_commands.json").write_text(json.dumps([entry]))
    project = open_project(["prog/a.c", "prog/sub/b.cl"], Choices((), ("M",), root))
    options = project.host_options["a.c"]
    assert options.include_dirs == (str(root.resolve() / "include"),)
    assert options.defines == ("N=8", "M")
    assert set(project.host_options) == {"a.c"}


def with_build_line(line: str, more: str = "") -> dict[str, bytes]:
    toml = f"{TOML.decode()}{more}[build]\ncommand = '''{line}'''\n"
    return {**FILES, "c.cpp": b"", "ppcl.toml": toml.encode()}


def test_the_build_line_says_how_its_files_are_read(write) -> None:
    line = "mkdir -p bin && gcc-12 -O2 -DN=8 -D M -I inc -std=c99 a.c -c; g++ -DN=9 ./c.cpp a.o"
    write(files=with_build_line(line, 'define = ["M"]\n'))
    project = open_project(["prog"], Choices((), ("K=1",)))
    first, second = project.host_options["a.c"], project.host_options["c.cpp"]
    assert first == ParseOptions(("prog/inc",), ("N=8", "M", "M", "K=1"), "c99", speaking=("-O2",))
    assert (second.defines, second.standard) == (("N=9", "M", "K=1"), "gnu++17")
    assert project.options.defines == ("M", "K=1")


def test_a_macro_that_the_build_line_undefines(write) -> None:
    write(files=with_build_line("cc -DN=8 -DM -UN -DK -U K -DK=2 a.c"))
    assert open_project(["prog"], NONE).host_options["a.c"].defines == ("M", "K=2")


@pytest.mark.parametrize(
    "line",
    [
        "make CFLAGS=-DN=8 a.c",
        "mkdir -p out && cd out && cmake .. && make 2>&1 | tee log",
        "echo 'with cc'; make || exit 1",
        "cc -DN=8 'a.c",
    ],
)
def test_a_build_line_of_more_than_compilers_says_nothing(write, line: str) -> None:
    write(files=with_build_line(line))
    project = open_project(["prog"], NONE)
    assert (project.host_options, project.options.unheard) == ({}, ())


# A build line, what is read of it, and what is not understood, for a file that it names or for any.
UNHEARD = {
    "cc $FLAGS -DN=8 a.c": (("N=8",), ("$FLAGS",), ("$FLAGS",)),
    "cc -DN=$(nproc) a.c": (None, (), ("-DN=$", "( nproc ) a.c")),
    "cc -DN=8 a.c || exit 1": (("N=8",), ("||",), ("||",)),
    "cc -DN=8 a.c || cc -DN=9 a.c": (
        ("N=8",),
        ("|| cc -DN=9 a.c",),
        ("|| cc -DN=9 a.c",),
    ),
    "cc -DN=8 a.c > log -m32": (("N=8",), ("> log -m32",), ("> log -m32",)),
    "nice sh -ec 'CPATH=inc cc -DN=8 a.c'": (("N=8",), ("CPATH=inc",), ()),
    "cd out && cc -DN=8 ../a.c": (("N=8",), (), ()),
    "cc -DM c.cpp -c\ncc \\\n-DN=8 a.c -c": (("N=8",), (), ()),
    "(cc -DN=8 a.c)": (None, (), ("( cc -DN=8 a.c )",)),
    "cd $OUT && cc -DN=8 ../a.c": (None, (), ("`cd $OUT`", "&& cc -DN=8 ../a.c")),
    "docker run it 'cc -m32 a.c'": (None, (), ("`docker run it cc -m32 a.c`",)),
    "./wrapped cc -DN=8 a.c": (("N=8",), ("`./wrapped cc`",), ()),
    "cc -DN=8 a.c 2> log": (("N=8",), (">",), (">",)),
    "cc -DN=8 *.c": (None, (), ("*.c",)),
    "CPATH=inc ccache cc -DN=8 a.c": (("N=8",), ("CPATH=inc",), ()),
    "export F=-DM; cc -DN=8 a.c": (("N=8",), ("export F=-DM",), ()),
    "F=-DM; cc -DN=8 a.c": (("N=8",), ("F=-DM",), ()),
    "$CC -DN=8 a.c": (("N=8",), ("$CC",), ()),
    "nvcc -DN=8 a.c": (("N=8",), ("nvcc",), ()),
    "cc -DN=8 -U__linux__ -UM -U linux a.c": (("N=8",), ("-U__linux__", "-U linux"), ()),
    "cc -DN=8 @more -Wp,-DM -imacros a.h -m32 a.c": (
        ("N=8",),
        ("@more", "-Wp,-DM", "-imacros", "-m32"),
        (),
    ),
    "cc -DN=8 a.c -c; cc -DN=9 a.c -c": (("N=9",), ("(compiled twice, with other options)",), ()),
    "cc -DN=8 a.c -c; cc -DN=8 a.c -c": (("N=8",), (), ()),
    "cc -DN=8 -Wall -Wl,-rpath,. -g3 -MF d -fPIC -o a a.c -L. -lOpenCL": (("N=8",), (), ()),
}


@pytest.mark.parametrize("line", UNHEARD)
def test_words_of_a_build_line_that_are_not_understood(write, line: str) -> None:
    defines, unheard, anywhere = UNHEARD[line]
    write(files=with_build_line(line))
    project = open_project(["prog"], NONE)
    options = project.host_options.get("a.c")
    assert project.options.unheard == anywhere
    assert (options and options.defines) == defines
    assert (options.unheard if options is not None else ()) == unheard


# With the folder that a build has in PPCL_ROOT: what is read of it, and what is not understood.
ROOTS = {
    'cc -I "${PPCL_ROOT:-.}/../common" a.c': ("{root}/../common", ()),
    "cc -I$PPCL_ROOT/inc a.c": ("{root}/inc", ()),
    "cc -I${PPCL_ROOT-$(pwd)}/inc a.c": ("{root}/inc", ()),
    "sh -c 'cc -I $PPCL_ROOT/inc a.c'": ("{root}/inc", ()),
    "sh -c \"cc -I '$PPCL_ROOT'/inc a.c\"": ("{root}/inc", ()),
    'cd "$PPCL_ROOT/sub" && cc -I .. ../a.c': ("prog", ()),
    "cc -I'$PPCL_ROOT' a.c": (None, ("-I$PPCL_ROOT",)),
    "cc -I\\$PPCL_ROOT a.c": (None, ("-I$PPCL_ROOT",)),
    "cc -I$PPCL_ROOTS a.c": (None, ("-I$PPCL_ROOTS",)),
    "cc -I${PPCL_ROOT:+x} a.c": (None, ("-I${PPCL_ROOT:+x}",)),
    "cc -I$PPCL_ROOT/$A a.c": (None, ("-I$PPCL_ROOT/$A",)),
    "cc -I${A:-inc} a.c": (None, ("-I${A:-inc}",)),
}


@pytest.mark.parametrize("line", ROOTS)
def test_the_program_s_folder_in_a_build_line(write, line: str) -> None:
    include, unheard = ROOTS[line]
    root = write(files=with_build_line(line)).resolve()
    options = open_project(["prog"], NONE).host_options["a.c"]
    expected = () if include is None else (os.path.normpath(include.format(root=root)),)
    assert (options.include_dirs, options.unheard) == (expected, unheard)


def test_a_folder_by_another_name(write) -> None:
    """Files are found under the name that is given, or they would be taken for others."""
    root = write(files=with_build_line("cc -I$PPCL_ROOT/inc a.c")).resolve()
    link = root.with_name("link")
    link.symlink_to(root)
    assert open_project([str(link)], NONE).host_options["a.c"].include_dirs == (str(link / "inc"),)


def test_a_macro_has_the_program_s_folder(write) -> None:
    root = write(files=with_build_line("cc '-DAT=\"'$PPCL_ROOT'\"' a.c")).resolve()
    assert open_project(["prog"], NONE).host_options["a.c"].defines == (f'AT="{root}"',)


def test_a_build_line_against_a_definition(write) -> None:
    write(files=with_build_line("cc -DN=8 a.c", 'define = ["N=9"]\n'))
    message = "program.define has N=9, and build.command -DN=8: give one of them"
    with pytest.raises(PpclError, match=message):
        open_project(["prog"], NONE)


@pytest.mark.parametrize(
    ("sources", "message", "code"),
    [
        (["nowhere"], "cannot read nowhere: No such file", ExitCode.SOURCE),
        (["nowhere.c"], "cannot read nowhere.c", ExitCode.SOURCE),
        (["prog", "prog/a.c"], "give one folder, or files", ExitCode.USAGE),
        (["prog/notes.txt"], "not a source", ExitCode.USAGE),
        (["prog/empty"], "no ppcl.toml and no .c", ExitCode.SOURCE),
        (["prog/gone.c"], "cannot read prog/gone.c: No such file", ExitCode.SOURCE),
    ],
)
def test_what_is_no_program(write, sources: list[str], message: str, code: ExitCode) -> None:
    root = write(files={**FILES, "notes.txt": b"", "empty/readme": b""})
    (root / "gone.c").symlink_to("nothing.c")
    with pytest.raises(PpclError) as caught:
        open_project(sources, NONE)
    assert message in str(caught.value)
    assert caught.value.exit_code == code


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("[program", "ppcl.toml: Expected ']'"),
        ("[program]\nname =\n", "ppcl.toml:2:7: error: Invalid value"),
        ('[program]\nname = "a"\nname = "b"\n', "ppcl.toml:3:"),
        ("[program]\nname = 'p'\n", "program.sources: is missing"),
        ("[program]\nsources = 'a.c'\n", "program.sources: expected a list of strings"),
        ("[program]\nsources = ['a.c']\nname = 3\n", "program.name: expected a string"),
        ("[program]\nsource = ['a.c']\n", "program.source: is not a setting; known: name, sources"),
        ("[programs]\n", "programs: is not a table of ppcl.toml"),
        ("program = 3\n", "program: is not a table"),
        ("[program]\nsources = ['a.c']\n[assume]\nno-overlap = ['a']\n", "list of groups"),
        ("[program]\nsources = ['a.c']\n[assume]\nno-overlap = [['a']]\n", "list of groups"),
        ("[program]\nsources = ['../a.c']\n", "is outside the folder"),
        ("[program]\nsources = ['/a.c']\n", "is outside the folder"),
    ],
)
def test_a_wrong_ppcl_toml_is_a_usage_error(write, toml: str, message: str) -> None:
    write(files={**FILES, "ppcl.toml": toml.encode()})
    with pytest.raises(PpclError) as caught:
        open_project(["prog"], NONE)
    assert message in str(caught.value)
    assert caught.value.exit_code == ExitCode.USAGE


def test_tables_of_other_commands_are_left_to_them(write) -> None:
    text = TOML + b"[build]\nanything = 1\n[run]\nelse = true\n"
    assert open_project([str(write(files={**FILES, "ppcl.toml": text}))], NONE).sources


def test_a_ppcl_toml_that_is_no_text(write) -> None:
    write(files={**FILES, "ppcl.toml": b"\xff\xfe"})
    with pytest.raises(PpclError, match="not UTF-8 text"):
        open_project(["prog"], NONE)
