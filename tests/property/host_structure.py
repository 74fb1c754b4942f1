"""Puts the phases of a generated host together: one function, globals, a struct or a class."""

import re
from collections.abc import Iterable, Mapping

from tests.property.kernel_text import indented
from tests.property.model import Program
from tests.property.walk import run_time_sizes

Lines = list[str]
Bodies = Mapping[str, Lines]

PHASES = ("setup", "fill", "upload", "launch", "download", "report")
_MAIN = ["int main(int argc, char **argv)", "{"]


def structured(program: Program, shared: Mapping[str, str], bodies: Bodies) -> Lines:
    """The parts of the file from the declarations on; `shared` has a type for each variable that
    several phases use."""
    sizes = run_time_sizes(program)
    members = {**dict.fromkeys([*sizes, "mode"], "int"), **shared}
    match program.host.structure:
        case "main":
            return _in_main(program, bodies)
        case "globals":
            return _with_globals(program, members, bodies)
        case "struct":
            return _with_struct(program, members, bodies)
        case "class":
            return _with_class(program, members, bodies)


def _in_main(program: Program, bodies: Bodies) -> Lines:
    """One `cl_int err` serves all phases."""
    lines = [line for phase in PHASES for line in bodies[phase] if line != "cl_int err;"]
    body = [*_sizes(program, "int "), "cl_int err;", *_summed(lines)]
    return [indented([*_MAIN, *body, "return 0;", "}"])]


def _with_globals(program: Program, members: Mapping[str, str], bodies: Bodies) -> Lines:
    declared = "".join(f"static {line}\n" for line in _declarations(members))
    functions = [function_text(f"static void {p}(void)", bodies[p]) for p in PHASES]
    calls = [f"{phase}();" for phase in PHASES]
    main = indented([*_MAIN, *_sizes(program, ""), *calls, "return 0;", "}"])
    return [declared, *functions, main]


def _with_struct(program: Program, members: Mapping[str, str], bodies: Bodies) -> Lines:
    own = [n for n in ("rows", "columns") if program.host.own_sizes and n in members]
    names = [name for name in members if name not in own]
    sizes = [f"int {name} = a->{name};" for name in own]
    functions = [
        function_text(
            f"static void {phase}(struct app *a)", [*sizes, *_prefixed(bodies[phase], names)]
        )
        for phase in PHASES
    ]
    calls = [f"{phase}(&app);" for phase in PHASES]
    body = ["struct app app;", *_sizes(program, "app."), *calls, "return 0;", "}"]
    struct = indented(["struct app {", *_declarations(members), "};"])
    return [struct, *functions, indented([*_MAIN, *body])]


def _with_class(program: Program, members: Mapping[str, str], bodies: Bodies) -> Lines:
    lines = ["class App {", "public:", *_declarations(members)]
    for phase in PHASES:
        lines += [f"void {phase}()", "{", *_summed(bodies[phase]), "}"]
    calls = [f"app.{phase}();" for phase in PHASES]
    body = ["App app;", *_sizes(program, "app."), *calls, "return 0;", "}"]
    return [indented([*lines, "};"]), indented([*_MAIN, *body])]


def _sizes(program: Program, prefix: str) -> Lines:
    """The sizes from the command line, with their defaults."""
    numbers = {"rows": (1, program.rows), "columns": (2, program.columns), "mode": (3, 3)}
    defaults = [(name, *numbers[name]) for name in (*run_time_sizes(program), "mode")]
    lines = [f"{prefix}{n} = argc > {k} ? atoi(argv[{k}]) : {v};" for n, k, v in defaults]
    if program.style.dead_code:
        lines += ["if (argc > 99) {", 'printf("too many\\n");', "}"]
    return lines


def _declarations(members: Mapping[str, str]) -> Lines:
    return [f"{t}{'' if t.endswith('*') else ' '}{n};" for n, t in members.items()]


def function_text(head: str, lines: Lines) -> str:
    """A function."""
    return indented([head, "{", *_summed(lines), "}"])


def _summed(lines: Lines) -> Lines:
    """The lines, with the sum of all errors checked at the end where they make one."""
    if not any("sum |= " in line for line in lines):
        return lines
    return ["cl_int sum = CL_SUCCESS;", *lines, "if (sum != CL_SUCCESS)", "exit(3);"]


def _prefixed(lines: Lines, names: Iterable[str]) -> Lines:
    """The lines with `a->` before members; not in strings."""
    pattern = re.compile(rf"(?<![\w.>\"])({'|'.join(names)})\b(?!\.bin|\"|=\d)")
    return [pattern.sub(r"a->\1", line) for line in lines]
