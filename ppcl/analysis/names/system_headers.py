"""The headers that systems and compilers bring: no program has one of these names for its own."""

import re

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
