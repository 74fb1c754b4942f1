"""Headers: those that systems and compilers bring, of which no program has one for its own, and
those of the program's that a build may find in another folder than ppcl does.
"""

import os
import re
from collections.abc import Iterator, Sequence

from ppcl.analysis.facts import Facts
from ppcl.frontend import directives_in, is_binding

_FOLDERS = re.compile(
    rb"(?:CL|OpenCL|OpenGL|GL|GLUT|GLES\d?|EGL|sys|bits|gnu|arpa|net|netinet|mach|linux|asm|"
    rb"experimental|boost|Windows)/[\w./+-]+"
)
_C = """
    assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign
    stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads
    time uchar wchar wctype unistd fcntl dirent dlfcn getopt glob libgen memory malloc alloca poll
    pthread pwd regex sched search semaphore syslog termios ucontext utime values execinfo features
    windows Windows winsock2 direct io conio process crtdbg intrin tchar shlwapi psapi omp mpi
    immintrin x86intrin xmmintrin emmintrin smmintrin nmmintrin tmmintrin arm_neon cpuid
    """
_CPLUSPLUS = """
    algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts
    condition_variable coroutine deque exception execution expected filesystem format forward_list
    fstream functional future generator initializer_list iomanip ios iosfwd iostream istream
    iterator latch limits list locale map memory memory_resource mutex new numbers numeric optional
    ostream print queue random ranges ratio regex scoped_allocator semaphore set shared_mutex
    source_location span spanstream sstream stack stacktrace stdexcept stdfloat stop_token
    streambuf string string_view strstream syncstream system_error thread tuple type_traits
    typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
    cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg
    cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype
    """
_NAMES = frozenset(f"{name}.h".encode() for name in _C.split()) | {*_CPLUSPLUS.encode().split()}


def is_systems(name: bytes) -> bool:
    """Whether a header's name, as in `#include <name>`, is one that systems bring."""
    return name in _NAMES or _FOLDERS.fullmatch(name) is not None


def searched_headers(facts: Facts) -> Iterator[tuple[str, str]]:
    """The headers that do not stand beside what includes them, where a word of the build's command
    is not understood, each with that word: it may name a folder."""
    for unit in facts.hosts:
        words = [word for word in unit.build.unheard if not word.startswith(("-f", "-m"))]
        own = (path for path in unit.files if path != unit.path and not is_binding(path))
        if words:
            beside = frozenset(_beside(facts, unit.files))
            yield from ((path, words[0]) for path in own if path not in beside)


def _beside(facts: Facts, paths: Sequence[str]) -> Iterator[str]:
    """What files include that stands beside them, which is looked at first."""
    for path in paths:
        data = facts.files[path].data
        for directive in directives_in(data, 0, len(data)):
            if directive.name == "include" and directive.tokens[:1]:
                name = directive.tokens[0].text.strip(b'"').decode("utf-8", "surrogateescape")
                yield os.path.normpath(os.path.join(os.path.dirname(path), name))
