"""Names that compilers define by themselves, and on which all of them agree.

GCC and Clang, in C and in C++, under every option that ppcl takes for known: a test asks those that
are installed. Sources: "Predefined Macros" of GCC 12's and Clang 18's manuals, ISO C17 6.10.8,
C++17 [cpp.predefined].
"""

import re

# Compilers for other systems or other languages define them, and are not 0 there.
_OTHERS = """
    __APPLE__ __MACH__ __MACOSX _WIN32 _WIN64 WIN32 __WIN32__ __WIN32 __CYGWIN__ __CYGWIN32__
    __MINGW32__ __MINGW64__ __ANDROID__ __FreeBSD__ __NetBSD__ __OpenBSD__ __DragonFly__
    __sun __sun__ __SVR4 __hpux _AIX __QNX__ __HAIKU__ __EMSCRIPTEN__ __wasm__
    _MSC_VER __BORLANDC__ __WATCOMC__ __DMC__ __OPENCL_VERSION__ __OPENCL_C_VERSION__
    __OPENCL_CPP_VERSION__ __OBJC__ __ASSEMBLER__ __KERNEL__
"""
# Likewise for this system: a word of the command that is not understood may choose them.
_COMPILERS = """
    __INTEL_COMPILER __ICC __ICL __ECC __PGI __PGIC__ __NVCOMPILER __SUNPRO_C __SUNPRO_CC __xlC__
     __xlc__ __IBMC__ __IBMCPP__ __TINYC__ _CRAYC __HP_cc __HP_aCC __ARMCC_VERSION __CC_ARM
    __NVCC__ __CUDACC__ __CUDA_ARCH__ __CUDA__ __HIPCC__ __HIP__ __HIP_DEVICE_COMPILE__
"""
# The system and the language say whether they are defined; where they are, they are not 0.
_SYSTEM = """
    __linux__ __linux linux __gnu_linux__ __unix__ __unix unix __ELF__ _GNU_SOURCE
    __GNUC__ __cplusplus __STDC_VERSION__ __STRICT_ANSI__
"""
# Likewise the machine, which such a word may choose, too.
_MACHINE = """
    __x86_64__ __x86_64 __amd64__ __amd64 __LP64__ _LP64 __ILP32__ _ILP32 __i386__ __i386 i386
    __aarch64__ __arm__ __powerpc__ __powerpc64__ __ppc__ __ppc64__ __PPC__
    __riscv __ia64__ __s390__ __mips__ __sparc__
"""
# All define them, but as what is the compiler's to say.
_DEFINED = """
    __GNUC_MINOR__ __GNUC_PATCHLEVEL__ __SIZE_TYPE__ __PTRDIFF_TYPE__ __WCHAR_TYPE__
"""
# Likewise what a program says of its own text, and operators.
_BUILT_IN = """
    __LINE__ __COUNTER__ __FILE__ __BASE_FILE__ __DATE__ __TIME__ __VERSION__
    __has_include __has_attribute
"""
# Their values are the machine's, too.
_VALUES = """
    __STDC__ __STDC_HOSTED__ __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__ __ORDER_BIG_ENDIAN__
    __ORDER_PDP_ENDIAN__ __CHAR_BIT__
    __SIZEOF_SHORT__ __SIZEOF_INT__ __SIZEOF_LONG__ __SIZEOF_LONG_LONG__ __SIZEOF_POINTER__
    __SIZEOF_SIZE_T__ __SIZEOF_PTRDIFF_T__ __SIZEOF_FLOAT__ __SIZEOF_DOUBLE__
    __SCHAR_MAX__ __SHRT_MAX__ __INT_MAX__ __LONG_MAX__ __LONG_LONG_MAX__ __SIZE_MAX__
    __PTRDIFF_MAX__ __INTPTR_MAX__ __UINTPTR_MAX__ __INTMAX_MAX__ __UINTMAX_MAX__
    __INT8_MAX__ __INT16_MAX__ __INT32_MAX__ __INT64_MAX__
    __UINT8_MAX__ __UINT16_MAX__ __UINT32_MAX__ __UINT64_MAX__
    __SHRT_WIDTH__ __INT_WIDTH__ __LONG_WIDTH__ __SIZE_WIDTH__ __PTRDIFF_WIDTH__ __INTPTR_WIDTH__
"""
# Limits of floats, which compilers spell in several ways.
LIMITS = re.compile(r"__(FLT|DBL|LDBL)_(?!EVAL)\w+__|__DECIMAL_DIG__")

OTHERS = frozenset(_OTHERS.split())
SYSTEM = frozenset(_SYSTEM.split())
MACHINE = frozenset(_MACHINE.split())
VALUES = frozenset(_VALUES.split())
BUILT_IN = frozenset(_BUILT_IN.split())
COMPILERS = frozenset(_COMPILERS.split())
DEFINED = frozenset(_DEFINED.split()) | BUILT_IN | OTHERS | SYSTEM | MACHINE | COMPILERS | VALUES
NONZERO = OTHERS | SYSTEM | MACHINE | COMPILERS
CHOSEN = MACHINE | COMPILERS | VALUES
# Of names that no header defines, those that a compiler, an option or a compiler's own header may.
RESERVED = re.compile(
    r"__(?!need_)\w+|_(OPENMP|OPENACC|REENTRANT|THREAD_SAFE|FORTIFY_SOURCE|MT|DLL|CET)|"
    r"_[A-Z]\w*_H(_\w*)?|_(BSD_|GCC_)?(R?SIZE|PTRDIFF|WCHAR|WINT|RUNE|U?INTPTR|MAX_ALIGN)_T(_\w*)?|"
    r"_T_(SIZE|PTRDIFF|WCHAR)_?|_SIZET_|_VA_LIST\w*|_Bool|_GXX_\w+|_MM_\w+|"
    r"(FLT|DBL|LDBL|DEC)(\d+X?)?_(HAS_SUBNORM|(NORM|TRUE|SUBNORMAL)_M\w+|SNAN|IS_IEC_60559|"
    r"DECIMAL_DIG|EVAL_METHOD|INFINITY|NAN)|(FLT|DEC)\d+X?_\w+|(CR_)?DECIMAL_DIG|BITINT_MAXWIDTH|"
    r"(BOOL|[SU]?CHAR|U?(SHRT|INT|L?LONG)|SIZE|PTRDIFF|WCHAR|WINT|SIG_ATOMIC)_WIDTH|BOOL_MAX|INFINITY|NAN|"
    r"U?LONG_LONG_M(AX|IN)|R?SIZE_MAX"
    # OpenCL's headers have more of these with each version; some include <stdlib.h>.
    r"|CL_(API|USE_DEPRECATED|HAS)_\w+|CL_PROGRAM_STRING_DEBUG_INFO|CL_\w+_(KHR|EXT|AMD|ARM|INTEL|NV|QCOM|APPLE|IMG|POCL)"
    r"|cl_(khr|ext|amd|arm|intel|nv|qcom|APPLE|img|pocl)_\w+"
    r"|EXIT_(SUCCESS|FAILURE)|RAND_MAX|MB_CUR_MAX|BYTE_ORDER|(BIG|LITTLE|PDP)_ENDIAN|NFDBITS"
    r"|FD_(SETSIZE|SET|CLR|ISSET|ZERO)|W(NOHANG|UNTRACED|(IF)?(EXIT|SIGNAL|STOP|CONTINU)\w*)|alloca"
)
# Of names with two underscores, those that some compilers may define, as their manuals have them.
FAMILIES = re.compile(
    r"__(GCC|GNUC|GXX|CLANG|clang|llvm|VERSION|FP|FLT\d*X?|DBL|LDBL|BFLT\d+|DEC\d*|DECIMAL|FINITE|"
    r"U?INT\w*|SIZEOF|SIZE|ATOMIC|STDC|cpp|SIG|WCHAR|WINT|PTRDIFF|CHAR|SCHAR|SHRT|LONG|OPTIMIZE|NO|"
    r"MMX|SSE\w*|AVX\w*|FMA\w*|F16C|BMI\d?|POPCNT|AES|LZCNT|FAST|SANITIZE|SSP|EXCEPTIONS|PIC|PIE|"
    r"pic|pie|CET|RECIPROCAL|ROUNDING|SUPPORT|BIGGEST|STRICT|USER|REGISTER|PRAGMA|tune|HAVE)_"
    # Each machine has its own, which `-march=` chooses.
    r"|__\w+__\Z"
)
