"""Programs are tied to the files, literals and options that the host makes them from."""

from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import ProgramModel
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.frontend import ParseOptions
from ppcl.targets import load
from tests.unit.analysis.standard import headers

KERNEL = b"__kernel void scale(__global float *x, float f) { x[get_global_id(0)] *= f; }\n"
HEADERS = """#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/stat.h>
"""
MAIN = """int main(int argc, char **argv)
{
    cl_context context = 0;
    cl_device_id device = 0;
    cl_command_queue queue = 0;
    const char *options = "";
    const char *source = 0;
    size_t n = 8;
    float f = 2.0f;
    %s
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, options, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "scale", NULL);
    cl_mem d_x = clCreateBuffer(context, CL_MEM_READ_WRITE, 32, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof d_x, &d_x);
    clSetKernelArg(kernel, 1, sizeof f, &f);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
    return 0;
}
"""
OPEN = 'FILE *file = fopen("kernel.cl", "rb");'
SIZE = "fseek(file, 0, SEEK_END); long size = ftell(file); rewind(file);"
STREAM = 'std::ifstream in("kernel.cl");'

# C hosts that read kernel.cl, and the same with the smallest change that makes it another text.
READERS = {
    "allocated": f"{OPEN} {SIZE} char *t = malloc(size + 1); fread(t, 1, size, file);"
    "t[size] = '\\0'; source = t;",
    "terminated first": f"{OPEN} {SIZE} char *t = malloc(size + 1); t[size] = 0;"
    "fread(t, sizeof(char), size, file); source = t;",
    "by its count": f"{OPEN} char *t = malloc(4096); size_t got = fread(t, 1, 4096, file);"
    "t[got] = 0; source = t;",
    "static array": f"{OPEN} static char t[4096]; fread(t, 1, sizeof t - 1, file); source = t;",
    "checked": f"{OPEN} static char t[4096]; if (!file || fread(t, 1, sizeof t, file) == 0)"
    "return 3; source = t;",
    "behind nothing": f"{OPEN} char *t = calloc(4096, 1);"
    "fread(t + strlen(t), 4096, 1, file); source = t;",
    "cleared": f"{OPEN} {SIZE} char *t = malloc(size + 1);"
    "for (int i = 0; i < size + 1; i++) t[i] = 0; fread(t, 1, size, file); source = t;",
    "descriptor": 'struct stat s; int file = open("kernel.cl", O_RDONLY); fstat(file, &s);'
    "char *t = malloc(s.st_size + 1); read(file, t, s.st_size); t[s.st_size] = 0; source = t;",
    "mapped": 'struct stat s; stat("kernel.cl", &s); int file = open("kernel.cl", O_RDONLY);'
    "source = mmap(NULL, s.st_size, PROT_READ, MAP_PRIVATE, file, 0);",
    "line by line": f"{OPEN} static char t[4096]; char line[99];"
    "while (fgets(line, sizeof line, file)) strcat(t, line); source = t;",
    "counted lines": f"{OPEN} static char t[4096]; char line[99]; int lines = 0;"
    "while (fgets(line, 99, file) != NULL) lines++; rewind(file);"
    "while (fgets(line, 99, file) != NULL) strcat(t, line); source = t;",
    "joined path": 'char path[64]; strcpy(path, "ker"); strcat(path, "nel"); int one = 1;'
    'sprintf(path + strlen(path), ".%s", one ? "cl" : "cl");'
    'FILE *file = fopen(path, "r"); static char t[4096]; fread(t, 1, 4095, file); source = t;',
    "copied": f"{OPEN} {SIZE} char *t = malloc(size + 1); fread(t, 1, size, file); t[size] = 0;"
    "source = strdup(t);",
    "or nothing": f"{OPEN} static char t[4096]; if (file) fread(t, 1, 4095, file); source = t;",
    "with macros": f"{OPEN} static char t[4096], u[4096]; fread(t, 1, 4095, file);"
    'sprintf(u, "#define A %d\\n%s", 4, t); source = u;',
}
CHANGED = {
    "a character": f"{OPEN} static char t[4096]; fread(t, 1, 4095, file); t[argc] = 'x';"
    "source = t;",
    "cut": f"{OPEN} {SIZE} char *t = malloc(size + 1); fread(t, 1, size, file); t[size / 2] = 0;"
    "source = t;",
    "half of it": f"{OPEN} {SIZE} char *t = calloc(size + 1, 1); fread(t, 1, size / 2, file);"
    "source = t;",
    "from the middle": f"{OPEN} static char t[4096]; fseek(file, 20, SEEK_SET);"
    "fread(t, 1, 4095, file); source = t;",
    "the second time": f"{OPEN} static char t[4096]; char line[99]; fgets(line, 99, file);"
    "fread(t, 1, 4095, file); source = t;",
    "some lines": f"{OPEN} static char t[4096]; char line[99];"
    "while (fgets(line, 99, file)) if (line[0] != '#') strcat(t, line); source = t;",
    "every other line": f"{OPEN} static char t[4096]; char line[99];"
    "while (fgets(line, 99, file)) { fgets(line, 99, file); strcat(t, line); } source = t;",
    "not rewound": f"{OPEN} static char t[4096]; char line[99];"
    "while (fgets(line, 99, file)); while (fgets(line, 99, file)) strcat(t, line); source = t;",
    "until a mark": f"{OPEN} static char t[4096]; char line[99];"
    'while (fgets(line, 99, file)) { if (strcmp(line, "end") == 0) break; strcat(t, line); }'
    "source = t;",
    "another's where no round is made": "extern void first(char *);"
    f"{OPEN} static char t[4096]; first(t); for (int i = 1; i < argc; i++)"
    "{ rewind(file); fread(t, 1, 4095, file); } source = t;",
    "another's in a loop's loop": f"extern void first(char *); {OPEN} static char t[4096];"
    "for (int k = 0; k < argc; k++) { first(t); for (int i = 1; i < argc; i++)"
    "{ rewind(file); fread(t, 1, 4095, file); } } source = t;",
    "with code": f"{OPEN} static char t[4096], u[4096]; fread(t, 1, 4095, file);"
    'sprintf(u, "float twice(float x) { return x; }\\n%s", t); source = u;',
    "sometimes": f"{OPEN} static char t[4096]; if (argc > 1) fread(t, 1, 4095, file);"
    'else strcpy(t, "__kernel void scale(__global float *x, float f) {}"); source = t;',
    "sometimes behind another": f"{OPEN} static char t[4096], u[4096];"
    'FILE *first = fopen("first.cl", "r"); if (first) fread(t, 1, 4095, first);'
    "fread(u, 1, 4095, file); strcat(t, u); source = t;",
    "not whole": f"{OPEN} static char t[64]; fread(t, 1, sizeof t, file); source = t;",
    "changed elsewhere": f"extern void edit(char *); {OPEN} static char t[4096];"
    "fread(t, 1, 4095, file); edit(t); source = t;",
    "written before": 'FILE *out = fopen("kernel.cl", "w"); fprintf(out, "%s", argv[1]);'
    f"fclose(out); {OPEN} static char t[4096]; fread(t, 1, 4095, file); source = t;",
    "joined by a loop": f"{OPEN} {SIZE} char *t = malloc(size); fread(t, 1, size, file);"
    "for (int i = 0; i < argc; i++) strcat(t, argv[i]); source = t;",
}
CXX_READERS = {
    "string stream": f"{STREAM} std::stringstream s; s << in.rdbuf();"
    "std::string t = s.str(); source = t.c_str();",
    "iterators": f"{STREAM} std::string t((std::istreambuf_iterator<char>(in)),"
    "std::istreambuf_iterator<char>()); source = t.data();",
    "assigned": f"{STREAM} std::string t; t.assign(std::istreambuf_iterator<char>(in),"
    "std::istreambuf_iterator<char>()); source = t.c_str();",
    "sized": f"{STREAM} in.seekg(0, std::ios::end); std::string t(in.tellg(), ' ');"
    "in.seekg(0, std::ios::beg); in.read(&t[0], t.size()); source = t.c_str();",
    "resized": 'std::ifstream in("kernel.cl", std::ios::ate); std::string t;'
    "t.resize(in.tellg()); in.seekg(0); in.read(&t[0], t.size()); source = t.c_str();",
    "vector": f"{OPEN} {SIZE} std::vector<char> t(size + 1); fread(t.data(), 1, size, file);"
    "t[size] = 0; source = t.data();",
    "new": f"{STREAM} in.seekg(0, std::ios::end); size_t size = in.tellg(); in.seekg(0);"
    "char *u = new char[size + 1]; in.read(u, size); u[size] = 0; std::string t = u;"
    "delete[] u; source = t.c_str();",
    "lines": f"{STREAM} std::string t, line; while (std::getline(in, line)) t += line + '\\n';"
    "source = t.c_str();",
    "lines to the end": f"{STREAM} std::ostringstream o; std::string line;"
    "while (!in.eof()) { std::getline(in, line); o << line << std::endl; }"
    "std::string t = o.str(); source = t.c_str();",
    "or an empty string": f"{STREAM} std::string t; if (in.is_open()) t.assign("
    "std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());"
    "source = t.c_str();",
    "a buffer of a file": 'std::filebuf b; b.open("kernel.cl", std::ios::in); if (!b.is_open())'
    "exit(1); std::istream in(&b); std::string t(std::istreambuf_iterator<char>(in),"
    "(std::istreambuf_iterator<char>())); source = t.c_str();",
    "a built path": 'std::string p = std::string("ker") + "nel"; p += ".cl"; std::ifstream in(p);'
    "std::stringstream s; s << in.rdbuf(); std::string t = s.str(); source = t.c_str();",
}
CXX_CHANGED = {
    "replaced": f"{STREAM} std::stringstream s; s << in.rdbuf(); std::string t = s.str();"
    't.replace(t.find("2"), 1, "3"); source = t.c_str();',
    "a character": f"{STREAM} std::stringstream s; s << in.rdbuf(); std::string t = s.str();"
    "t[7] = 'x'; source = t.c_str();",
    "glued lines": f"{STREAM} std::string t, line; while (std::getline(in, line)) t += line;"
    "source = t.c_str();",
    "without the first": f"{STREAM} std::string t, line; std::getline(in, line);"
    "while (std::getline(in, line)) t += line + '\\n'; source = t.c_str();",
    "through c_str": f"{STREAM} std::stringstream s; s << in.rdbuf(); std::string t = s.str();"
    'strcpy((char *)t.c_str() + 3, "x"); source = t.c_str();',
    "words": f"{STREAM} std::string t, word; while (in >> word) t += word + '\\n';"
    "source = t.c_str();",
    "through one buffer": 'std::filebuf b; b.open("kernel.cl", std::ios::in);'
    "std::istream in(&b), other(&b); std::string line; std::getline(other, line);"
    "std::string t((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());"
    "source = t.c_str();",
    "printed over": f'{STREAM} std::stringstream s("text"); s << in.rdbuf();'
    "std::string t = s.str(); source = t.c_str();",
}


def facts_of(folder: Path, body: str, name: str = "host.c", **given: tuple[str, ...]) -> Facts:
    """The facts of a host with a reader, given without its kernel file."""
    library = headers(body) if name.endswith(".cpp") else ""
    (folder / name).write_text(HEADERS + library + MAIN % body)
    (folder / "kernel.cl").write_bytes(KERNEL)
    options = ParseOptions(**given)
    return analyse(folder, [name], {}, Reading({}, options), load("amd-cpu"))


TWO_TEXTS = f"{OPEN} static char t[4096], head[64]; fread(t, 1, 4095, file);"

FRONTS = {
    "a number that is not known": 'sprintf(head, "#define F %d\\n", argc); first = head;',
    "a line that goes on": 'first = "#define F 1 //";',
    "one of several": 'first = argc > 3 ? "#define F 1\\n" : "#define F 0\\n";',
}


@pytest.mark.parametrize("front", FRONTS.values(), ids=FRONTS)
def test_what_stands_in_front_of_a_file_is_a_part_of_its_text(tmp_path: Path, front: str) -> None:
    body = f"{TWO_TEXTS} const char *first; {front} const char *both[2] = {{first, t}};"
    main = MAIN.replace("(context, 1, &source", "(context, 2, both")
    (tmp_path / "host.c").write_text(HEADERS + main % body)
    (tmp_path / "kernel.cl").write_bytes(KERNEL)
    reading = Reading({}, ParseOptions())
    facts = analyse(tmp_path, ["host.c", "kernel.cl"], {}, reading, load("amd-cpu"))
    assert "PPC127" in {remark.code for remark in facts.remarks}
    assert not any(kernel.complete for kernel in facts.kernels.values())


COMPILED = "clCompileProgram(program, 1, &device, options, %s, NULL, NULL);"


@pytest.mark.parametrize(
    ("headers", "is_read"),
    [("0, NULL, NULL", True), ("1, &program, names", False), ("argc, &program, names", False)],
)
def test_headers_that_the_host_gives_may_be_any_text(
    headers: str, is_read: bool, tmp_path: Path
) -> None:
    body = f'{READERS["allocated"]} const char *names[1] = {{"cfg.h"}};'
    built = "clBuildProgram(program, 1, &device, options, NULL, NULL);"
    assert built in MAIN
    main = MAIN.replace(built, COMPILED % headers)
    (tmp_path / "host.c").write_text(HEADERS + main % body)
    (tmp_path / "kernel.cl").write_bytes(KERNEL)
    facts = analyse(tmp_path, ["host.c"], {}, Reading({}, ParseOptions()), load("amd-cpu"))
    assert facts.kernels["scale"].complete == is_read
    assert ("PPC127" in {remark.code for remark in facts.remarks}) != is_read


def test_a_macro_in_front_of_a_file_is_defined_behind_the_options(tmp_path: Path) -> None:
    body = f'{OPEN} static char t[4096], u[4096]; fread(t, 1, 4095, file); options = "-DF=1";'
    body += 'sprintf(u, "#define F 2\\n%s", t); source = u;'
    (unit,) = facts_of(tmp_path, body, defines=("F=3",)).kernel_units
    assert dict(unit.unit.given)["F"] == b"2"


def program_of(facts: Facts) -> ProgramModel:
    """The one program."""
    (program,) = facts.host.programs
    return program


def _all(*groups: dict[str, str]) -> list[tuple[str, str]]:
    names = ("host.c", "host.cpp")
    return [(name, key) for name, group in zip(names, groups, strict=True) for key in group]


@pytest.mark.parametrize(("name", "reader"), _all(READERS, CXX_READERS))
def test_a_reader_gives_the_text_of_its_file(name: str, reader: str, tmp_path: Path) -> None:
    body = (READERS if name == "host.c" else CXX_READERS)[reader]
    facts = facts_of(tmp_path, body, name)
    assert (program_of(facts).files, program_of(facts).problem) == (("kernel.cl",), "")
    assert [launch.program for launch in facts.host.launches] == ["kernel.cl"]
    assert facts.kernels["scale"].complete
    assert "kernel.cl" in facts.files


@pytest.mark.parametrize(("name", "reader"), _all(CHANGED, CXX_CHANGED))
def test_another_text_is_not_that_of_the_file(name: str, reader: str, tmp_path: Path) -> None:
    body = (CHANGED if name == "host.c" else CXX_CHANGED)[reader]
    facts = facts_of(tmp_path, body, name)
    program = program_of(facts)
    assert program.problem or not program.files
    assert not any(kernel.complete for kernel in facts.kernels.values())
    assert "PPC127" in {remark.code for remark in facts.remarks}


OPENER = f"""static cl_program opened(cl_context context, const char *path)
{{
    {OPEN.replace('"kernel.cl"', "path")}
    static char t[4096];
    const char *text = t;
    fread(t, 1, sizeof t - 1, file);
    return clCreateProgramWithSource(context, 1, &text, NULL, NULL);
}}
"""


@pytest.mark.parametrize("others", [(), ("tools/shapes.c",)])
def test_what_a_helper_elsewhere_opens_may_stand_beside_main(
    others: tuple[str, ...], tmp_path: Path
) -> None:
    """The helper's text is in another folder; where a file is there, too, either may be meant."""
    created = "clCreateProgramWithSource(context, 1, &source, NULL, NULL)"
    main = (MAIN % "").replace(created, 'opened(context, "shapes.c")')
    for name in ("app", "tools"):
        (tmp_path / name).mkdir()
    (tmp_path / "tools/open.h").write_text(HEADERS + OPENER)
    (tmp_path / "app/host.c").write_text(f'#include "../tools/open.h"\n{main}')
    for name in ("app/shapes.c", *others):
        (tmp_path / name).write_bytes(KERNEL)
    facts = analyse(tmp_path, ["app/host.c"], {}, Reading({}, ParseOptions()), load("amd-cpu"))
    assert ("PPC127" in {remark.code for remark in facts.remarks}) == bool(others)
    assert program_of(facts).files == (others or ("app/shapes.c",))


def test_a_file_that_is_looked_for_in_two_places_is_one_text(tmp_path: Path) -> None:
    """It was read twice, one text behind the other. Which one is opened is not known."""
    read = "std::string((std::istreambuf_iterator<char>(%s)), std::istreambuf_iterator<char>())"
    body = f"""{STREAM} std::string s;
    if (in.is_open()) s = {read % "in"};
    else {{ std::ifstream other("../kernel.cl"); s = {read % "other"}; }}
    source = s.c_str();"""
    facts = facts_of(tmp_path, body, "host.cpp")
    assert program_of(facts).files == ("kernel.cl",)
    assert [launch.kernel for launch in facts.host.launches] == ["scale"]
    assert not facts.kernels["scale"].complete
