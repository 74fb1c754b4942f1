"""What the C and C++ libraries' functions do to what the walk tracks."""

from dataclasses import dataclass
from typing import TypeGuard

from ppcl.analysis.numbers.polynomial import ZERO, Polynomial, make_term
from ppcl.analysis.walk.core.frame import Ended
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import NOT_SET, ZEROED, Number, Pointer, Unknown, Value
from ppcl.analysis.walk.libc.memory import BYTEWISE, use_bytes
from ppcl.analysis.walk.libc.number_text import number_in_text
from ppcl.analysis.walk.libc.text_format import FORMATS
from ppcl.analysis.walk.libc.written_formats import write_through
from ppcl.ir.expression import Call
from ppcl.ir.types import FloatType, IntType


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENDING = frozenset({"exit", "abort", "_exit", "_Exit", "quick_exit", "__assert_fail", "longjmp"})
_ENDING |= {"std::exit", "std::abort", "std::terminate"}
_READING = _words(
    """
    printf fprintf puts fputs putchar fputc putc perror strcmp strncmp strlen strcasecmp
    fclose fflush fseek ftell rewind feof ferror atoi atol atof rand srand clock getenv usleep
    sleep isdigit isspace toupper tolower setlocale fopen strdup strerror omp_get_wtime
    __errno_location random srandom drand48 lrand48 srand48 difftime getpid sysconf isatty access
    isalpha isalnum isupper islower isxdigit ispunct isprint fgetc getc getchar putc
    """
)
_WRITING = _words(
    """
    strtol strtoul strtoll strtoull strtod strtof
    scanf fscanf sscanf gettimeofday clock_gettime time stat fstat gets fgets getline snprintf
    sprintf vsnprintf strcpy strncpy strcat getrusage times timespec_get clock_getres nanosleep
    localtime_r gmtime_r mktime strftime rand_r getcwd gethostname
    """
)
_WHOLE = _words(
    """
    memcmp fwrite qsort write strstr strchr strrchr
    """
)
_READ_ONLY = frozenset({"fwrite", "write", "memcmp"})
_PURE = _words(
    """
    ceil floor round trunc rint sqrt fabs abs labs pow exp log log2 log10 sin cos tan asin acos
    atan atan2 sinh cosh tanh fmod fmin fmax hypot cbrt erf erfc exp2 fma isnan isinf ceilf
    floorf roundf truncf sqrtf fabsf powf expf logf log2f log10f sinf cosf tanf asinf acosf
    atanf atan2f fmodf fminf fmaxf hypotf cbrtf erff erfcf exp2f fmaf llabs
    expm1 log1p asinh acosh atanh copysign fdim lround llround lrint nearbyint tgamma lgamma
    expm1f log1pf asinhf acoshf atanhf copysignf fdimf lroundf lrintf rintf nearbyintf sinhf coshf
    tanhf
    """
)


_JUMPING = frozenset({"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"})
_ALLOCATING = _words(
    "malloc calloc realloc aligned_alloc memalign _mm_malloc valloc alloca __builtin_alloca"
)


@dataclass
class Libc:
    """The model of libc and of free functions of the C++ library."""

    def call(
        self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The effect of a library call, None for one that is not known."""
        name = (call.callee or "").removeprefix("std::")
        if name in _ENDING or call.callee in _ENDING:
            raise Ended
        if name in _ALLOCATING:
            return _allocate(walk, call, name, arguments, state)
        if name == "posix_memalign" and len(arguments) == 3:
            return _posix_memalign(walk, call, arguments, state)
        if name in _PURE:
            return _pure(walk, call, name, arguments)
        if name in ("min", "max") and len(arguments) == 2:
            return _extreme(walk, call, name, arguments)
        if name == "free":
            return _result(walk, call, name)
        return _touching(walk, call, name, arguments, state)


def _touching(
    walk: Walk, call: Call, name: str, arguments: tuple[Value, ...], state: State
) -> Value | None:
    """The effect of a function that reads or writes what it gets pointers to."""
    number = number_in_text(name, arguments, state)
    if name in _READING:
        for argument in arguments:
            walk.escape(argument, state, f"read as a whole by '{name}'", call.at, writes=False)
        if name in FORMATS:
            write_through(walk, call, arguments, state)
    elif name in _WRITING:
        for argument in arguments:
            walk.escape(argument, state, f"given to '{name}'", call.at)
    elif name in BYTEWISE and len(arguments) > 1:
        use_bytes(walk, call, name, arguments, state)
    elif name in _WHOLE or name in BYTEWISE:
        for argument in arguments:
            reason = f"used as a whole by '{name}'"
            walk.escape(argument, state, reason, call.at, writes=name not in _READ_ONLY)
    elif name in _JUMPING:
        walk.gap("PPC101", f"'{name}' is not followed", call.at)
    else:
        return None
    copies = name in ("memcpy", "memmove", "memset")
    return arguments[0] if copies else number or _result(walk, call, name)


def _is_exact(value: Value) -> TypeGuard[Number]:
    return isinstance(value, Number) and value.precision == "exact"


def _result(walk: Walk, call: Call, name: str) -> Value:
    if isinstance(call.type, IntType | FloatType):
        return walk.fresh("input", name, id(call))
    return Unknown(f"the result of '{name}'", call.at)


def _allocate(
    walk: Walk, call: Call, name: str, arguments: tuple[Value, ...], state: State
) -> Value:
    numbers = [a.value for a in arguments if isinstance(a, Number)]
    if name == "realloc":
        walk.escape(arguments[0], state, "reallocated", call.at)
    size: Polynomial | None = None
    if name == "calloc" and len(numbers) == 2:
        size = numbers[0] * numbers[1]
    elif name in ("aligned_alloc", "memalign"):
        size = numbers[1] if len(numbers) == 2 else None
    elif numbers:
        size = numbers[0] if name != "realloc" else numbers[-1]
    target = walk.allocate("heap", name, size, None, call.at, id(call))
    state.forget(target, ZEROED if name == "calloc" else NOT_SET)
    if name == "realloc":
        walk.escape(Pointer(target, ZERO), state, "reallocated", call.at)
    return Pointer(target, ZERO)


def _posix_memalign(walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> Value:
    size = arguments[2].value if isinstance(arguments[2], Number) else None
    target = walk.allocate("heap", "posix_memalign", size, None, call.at, id(call))
    for place in pointees(arguments[0]):
        state.store(place.object, place.start or 0, Pointer(target, ZERO))
        walk.name_object(target, place.object.name)
    return walk.fresh("input", "status", id(call))


def _pure(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...]) -> Value:
    values = tuple(a.value for a in arguments if _is_exact(a))
    if len(values) < len(arguments) or max((v.depth for v in values), default=0) > 4:
        return _result(walk, call, name)
    return Number(make_term(name.removesuffix("f") if name.endswith("lf") else name, values))


def _extreme(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...]) -> Value:
    values = [a.value for a in arguments if _is_exact(a)]
    if len(values) < 2 or max(v.depth for v in values) > 4:
        return _result(walk, call, name)
    return Number(make_term(name, tuple(sorted(values, key=str))))
