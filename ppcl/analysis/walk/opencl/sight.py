"""What the host sees of the text that ppcl may change: names of kernels, texts of programs."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ppcl.analysis.kernels import text
from ppcl.analysis.model.observation import Observation
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import places_of, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Pointer, StructValue, Value, any_choice
from ppcl.analysis.walk.libc.file import CONSUMED, is_stream
from ppcl.analysis.walk.libc.text_memory import is_string, named, text_at, text_of
from ppcl.analysis.walk.opencl.objects import is_null, number_of
from ppcl.ir.expression import Call, Member, NameRef
from ppcl.ir.node import Origin

# What may be asked for (CL/cl.h), as no rewrite changes it. Of a kernel: the number of arguments,
# counts of references, the context, the program, attributes.
_OF_KERNEL = frozenset({0x1191, 0x1192, 0x1193, 0x1194, 0x1195})
# Of a program: the count of references, the context, the devices, the number of kernels.
_OF_PROGRAM = frozenset({0x1160, 0x1161, 0x1162, 0x1163, 0x1167})
_KERNEL_NAMES = 0x1168
# Of a build: all but its log (the status, the options, the kind and size of what was made).
_OF_BUILD = frozenset({0x1181, 0x1182, 0x1184, 0x1185})
# Of how a kernel can be launched, which a device says as it likes: a program is right with any
# answer. The size of groups and of its local memory, its multiple, its private memory.
_OF_LAUNCHES = frozenset({0x11B0, 0x11B2, 0x11B3, 0x11B4})


def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


# What makes memory for a text, reads it, puts it together, and gives it to OpenCL.
_HANDLING = _words(
    """
    malloc calloc realloc alloca __builtin_alloca aligned_alloc memalign valloc free mmap munmap
    fopen open fread read fseek fseeko lseek ftell ftello rewind fgets fclose close feof
    memcpy memmove memset strcpy strncpy stpcpy strcat strncat strlen strdup strndup
    sprintf snprintf vsprintf vsnprintf asprintf vasprintf
    clCreateProgramWithSource clBuildProgram clCompileProgram
    getline operator+ move forward copy make_pair make_unique make_shared swap
    """
)
_BUILDING = ("std::basic_stringstream", "std::basic_ostringstream", "std::basic_stringbuf")
# What may be asked of a string that holds such a text, or done to it.
_OF_STRING = _words(
    """
    size length empty capacity c_str data begin end cbegin cend str append assign push_back insert
    operator+= operator= reserve resize clear shrink_to_fit swap
    """
)


# What may get the name of a file, as it neither reads the file nor asks how large it is: what opens
# it is followed, and so is what is done with strings.
_NAMING = _HANDLING | _words(
    """
    freopen access stat lstat fstat exists is_regular_file file_size absolute canonical path
    strcmp strncmp strcasecmp strchr strrchr strstr strtok printf fprintf puts fputs perror vprintf
    vfprintf err errx warn warnx syslog exit getenv setenv realpath basename dirname
    operator<< operator/ operator== operator!= operator= operator+= operator< operator[] what
    compare find rfind substr find_last_of extension filename parent_path c_str string write fwrite
    __assert_fail __assert_rtn
    """
)
_TOLD = _NAMING | _OF_STRING
# What runs another program, or moves files or the folder that names begin in.
_RUNNING = ("system", "popen")
_COMMANDING = _words(
    """
    system popen execl execlp execle execv execvp execvpe fork vfork posix_spawn posix_spawnp
    rename renameat renameat2 link symlink copy_file create_symlink create_hard_link
    chdir fchdir chroot current_path
    """
)
_HARMLESS = frozenset(b"pause cls clear date hostname uname nproc lscpu clinfo sleep".split())
_SHELLS = frozenset(";&|<>`$()\n")
_OPENING = ("fopen", "open", "freopen", "openat", "fopen64", "open64")
_SIZING = ("stat", "lstat", "file_size")
# What is made of such a name: strings, streams, paths, errors, and the program's own objects.
_NAMED = (
    *("new std::basic_", "new std::filesystem::path", "new std::vector<", "new std::pair<"),
    *("new std::runtime_error", "new std::logic_error", "new std::invalid_argument", "new cl::"),
    *("new std::tuple<", "new std::initializer_list<", "new std::map<", "new std::array<"),
)


@dataclass
class Sight:
    """Looks at the calls of a host; `found` are those that see something, `texts` the files whose
    texts lie, or lay, in an object, by its serial; `shown` the string constants that calls get,
    each with one of these, whether they are a program's text or not; `commands` what may have
    changed any file, or what its name means."""

    found: dict[Observation, None] = field(default_factory=dict)
    texts: dict[int, set[str]] = field(default_factory=dict)
    shown: dict[Origin, Observation] = field(default_factory=dict)
    commands: dict[Origin, str] = field(default_factory=dict)

    def look(self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> None:
        """Note what a call of a library's function lets the host see."""
        name = call.callee or ""
        if name in ("clGetKernelInfo", "clGetProgramInfo") and len(arguments) == 5:
            self._fact(walk, call, arguments, name)
        if name == "clGetProgramBuildInfo" and len(arguments) == 6:
            self._log(walk, call, arguments)
        if name in ("clGetKernelWorkGroupInfo", "clGetKernelSubGroupInfo"):
            self._groups(walk, call, arguments)
        own = self._of_string(walk, call, state) if call.receiver is not None else set[str]()
        given = set[str]() if _is_handling(call) else _files_in(arguments, state)
        for literal in () if _is_handling(call) else _literals_in(arguments, state):
            what = f"'{call.method}' gets the text of a program"
            seen = Observation("text", what, walk.seen(call.at), literal=literal)
            self.shown.setdefault(literal, seen)
        self._tell(walk, call, arguments, state)
        self._order(walk, call, arguments, state)
        for path in sorted(own | given):
            what = f"'{call.method}' gets the text of '{path}', or its length"
            self.found[Observation("text", what, walk.seen(call.at), path)] = None

    def _tell(self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> None:
        """Note the texts that a function gets which may be the names of files."""
        if call.method in _SIZING:
            self._size(walk, call, arguments, state)
        known = call.method in _TOLD or call.method.startswith("cl")
        if _is_own(walk, call) or known or (call.callee or "").startswith(_NAMED):
            return
        said = (text.known(text_of(v, state)) for v in arguments if not _is_stream(v, state))
        for path in (each.decode("utf-8", "surrogateescape") for each in said if each):
            what = f"'{call.method}' gets '{path}'"
            self.found[Observation("file", what, walk.seen(call.at), path)] = None

    def _size(self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> None:
        """Note where the size is asked for of a file whose name is not followed."""
        said = [text.known(text_of(v, state)) for v in arguments[:1] if not _is_stream(v, state)]
        if call.receiver is not None or said == [None]:
            what = f"'{call.method}' is asked for the size of a file that is not known"
            self.found[Observation("text", what, walk.seen(call.at))] = None

    def _order(self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> None:
        """Note the files that are opened behind a command which may have written them."""
        if _commands(walk, call) and arguments and not _is_harmless(call, arguments, state):
            self.commands.setdefault(walk.seen(call.at), call.method)
        if not self.commands or not _opens(call):
            return
        paths = (text.known(text_of(value, state)) for value in arguments)
        for path in (each.decode("utf-8", "surrogateescape") for each in paths if each):
            for at, command in self.commands.items():
                what = f"'{command}' may have another file be '{path}', which is opened behind it"
                self.found[Observation("file", what, at, path)] = None

    def _of_string(self, walk: Walk, call: Call, state: State) -> set[str]:
        """The files in a string whose method looks at it."""
        found: set[str] = set()
        receiver = call.receiver
        if isinstance(receiver, NameRef | Member) and is_string(receiver.type):
            for place in places_of(walk, receiver, state):
                files = text.files_of(text_at(place, state))
                self.texts.setdefault(place.object.serial, set()).update(files)
                found |= set() if call.method in _OF_STRING else files
        return found

    def remember(self, arguments: tuple[Value, ...], state: State) -> None:
        """Note which texts lie where, after a call."""
        for value in arguments:
            for place in pointees(value) if isinstance(value, Pointer) else ():
                files = text.files_of(text_of(value, state))
                if files:
                    self.texts.setdefault(place.object.serial, set()).update(files)

    def _fact(self, walk: Walk, call: Call, arguments: tuple[Value, ...], name: str) -> None:
        number = number_of(arguments[1])
        asked = number.as_int if number is not None else None
        if is_null(arguments[3]) and is_null(arguments[4]):
            return
        at = walk.seen(call.at)
        if name == "clGetKernelInfo":
            if asked not in _OF_KERNEL:
                self.found[Observation("names", "the host asks for a kernel's name", at)] = None
        elif asked == _KERNEL_NAMES:
            self.found[Observation("names", "the host asks for the kernels' names", at)] = None
        elif asked not in _OF_PROGRAM:
            what = "the host asks for a program's text, or for what is made of it"
            self.found[Observation("text", what, at)] = None

    def _log(self, walk: Walk, call: Call, arguments: tuple[Value, ...]) -> None:
        number = number_of(arguments[2])
        unused = is_null(arguments[4]) and is_null(arguments[5])
        if not (unused or (number is not None and number.as_int in _OF_BUILD)):
            what = "the log of a build, which the host asks for, has a warning of this text"
            self.found[Observation("log", what, walk.seen(call.at))] = None

    def _groups(self, walk: Walk, call: Call, arguments: tuple[Value, ...]) -> None:
        number = number_of(arguments[2]) if call.callee == "clGetKernelWorkGroupInfo" else None
        at = walk.seen(call.at)
        if number is not None and number.as_int in _OF_LAUNCHES:
            what = "the host asks how a kernel can be launched"
            self.found[Observation("device", what, at)] = None
        else:
            what = "the host asks for what a kernel's text says"
            self.found[Observation("kernel", what, at)] = None


def _is_own(walk: Walk, call: Call) -> bool:
    return call.target is not None and call.target.key in walk.program.functions


def _commands(walk: Walk, call: Call) -> bool:
    named = call.method in _COMMANDING or call.callee == "std::filesystem::copy"
    return named and call.receiver is None and not _is_own(walk, call)


def _opens(call: Call) -> bool:
    made = (call.callee or "").startswith(("new std::basic_ifstream", "new std::basic_fstream"))
    return made or call.method in _OPENING


def _is_harmless(call: Call, arguments: tuple[Value, ...], state: State) -> bool:
    """Whether a command is known that writes no file."""
    command = text.known(text_of(arguments[0], state)) if call.method in _RUNNING else None
    words = command.split() if command and not _SHELLS & {*command.decode("latin-1")} else []
    return bool(words) and words[0] in _HARMLESS


def _is_stream(value: Value, state: State) -> bool:
    """Whether a value is a stream, or points to one: that has its file's name, and gives it away
    to nobody."""
    if isinstance(value, StructValue):
        return CONSUMED in dict(value.cells)
    return any(is_stream(place, state) for place in pointees(value))


def _is_handling(call: Call) -> bool:
    """Whether a function only hands texts on."""
    name = call.method.removeprefix("__builtin_")
    if call.receiver is None:
        made = [named(node.type) for node in call.arguments[:1]]
        streamed = name == "operator<<" and any(one.startswith(_BUILDING) for one in made)
        return name in _HANDLING or (call.callee or "").startswith("new ") or streamed
    of = named(call.receiver.type)
    if of.startswith(_BUILDING) or not of.startswith(("std::basic_ostream", "std::basic_ofstream")):
        return name in _OF_STRING | {"operator<<", "emplace_back", "read", "write"}
    return False


def _files_in(arguments: tuple[Value, ...], state: State) -> set[str]:
    """The files whose texts, or lengths of these, are in some values."""
    found: set[str] = set()
    for value in arguments:
        for choice in any_choice(value):
            found |= text.measured(choice.value) if isinstance(choice, Number) else set()
        found |= text.files_of(text_of(value, state))
    return found


def _literals_in(arguments: tuple[Value, ...], state: State) -> Iterator[Origin]:
    """The string constants that some values are, or hold."""
    for value in arguments:
        for part in text_of(value, state):
            if isinstance(part, text.KnownText) and part.literal is not None:
                yield part.literal
