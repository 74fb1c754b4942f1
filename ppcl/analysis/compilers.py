"""Which questions of the host's conditions every compiler and option answers as ppcl's parser does.

The parser is clang, without the build's options: of what compilers define themselves, it speaks for
others only where it is on a list here. Sources: "Predefined Macros" of GCC 12's and Clang 18's
manuals, ISO C17 6.10.8, C++17 [cpp.predefined].
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ppcl.frontend import BY_OPTION, Question, defined_by, questions_of, undefined_by
from ppcl.ir.unit import Macro, TranslationUnit
from ppcl.source import words

# Whether they are defined is the machine's and the language's to say; of other machines' compilers,
# too. Where they are, they are not 0.
_MACHINES = """
    __linux__ __linux linux __gnu_linux__ __unix__ __unix unix __ELF__ __x86_64__ __x86_64
    __amd64__ __amd64 __LP64__ _LP64 __i386__ __i386 i386 __aarch64__ __arm__ __powerpc__
    __powerpc64__ __ppc__ __ppc64__ __PPC__ __riscv __ia64__ __s390__ __mips__ __sparc__
    __APPLE__ __MACH__ _WIN32 _WIN64 WIN32 __WIN32__ __WIN32 __CYGWIN__ __CYGWIN32__
    __MINGW32__ __MINGW64__ __ANDROID__ __FreeBSD__ __NetBSD__ __OpenBSD__ __DragonFly__
    __sun __sun__ __SVR4 __hpux _AIX __QNX__ __HAIKU__ __EMSCRIPTEN__ __wasm__
    _MSC_VER __BORLANDC__ __WATCOMC__ __DMC__ __INTEL_COMPILER __ICC __ICL __ECC __PGI __PGIC__
    __NVCOMPILER __SUNPRO_C __SUNPRO_CC __xlC__ __xlc__ __IBMC__ __IBMCPP__ __TINYC__ _CRAYC
    __HP_cc __HP_aCC __ARMCC_VERSION __CC_ARM __NVCC__ __CUDACC__ __CUDA_ARCH__ __CUDA__
    __HIPCC__ __HIP__ __HIP_DEVICE_COMPILE__ __OPENCL_VERSION__ __OPENCL_C_VERSION__
    __OPENCL_CPP_VERSION__ __OBJC__ __ASSEMBLER__ __GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__
    __cplusplus __STDC__ __STDC_VERSION__ __STDC_HOSTED__ __STRICT_ANSI__ __FILE__ __LINE__
    __DATE__ __TIME__ __COUNTER__ __VERSION__ __BYTE_ORDER__ __has_include __has_attribute
    _GNU_SOURCE
"""
_OF_MACHINES = frozenset(_MACHINES.split())
# Their values are the machine's, too.
_VALUES = re.compile(
    r"__(VERSION|DATE|TIME|FILE|BASE_FILE|LINE|COUNTER|BYTE_ORDER|ORDER_\w+|FLOAT_WORD_ORDER|SIZEOF_(?!WCHAR_T|LONG_DOUBLE)\w+|CHAR_BIT|"
    r"(SCHAR|SHRT|INT|LONG|LONG_LONG|SIZE|PTRDIFF|INTPTR|UINTPTR)_(MAX|WIDTH))__"
)
# What compilers of the last ten years say at the least, without another standard.
_LEAST = {"__GNUC__": 4, "__STDC_VERSION__": 201112, "__cplusplus": 201402}
# Standards whose number, in __STDC_VERSION__ or __cplusplus, is the same everywhere.
_STANDARDS = re.compile(r"(c|gnu)(99|9x|11|1x|17|18)|(c|gnu)\+\+(98|03|11|14|17)")
_OF_STANDARDS = ("__STDC_VERSION__", "__cplusplus")
# Names that are the compiler's, and those of one underscore that it, or an option, may define.
_RESERVED = re.compile(
    r"__\w+|_(OPENMP|OPENACC|REENTRANT|THREAD_SAFE|ILP32|FORTIFY_SOURCE|STDC_PREDEF_H|MT|DLL|CET)\Z"
)
# Of the library's names, those that an option gives another value, and those with two underscores.
_OF_OPTIONS = frozenset(["CHAR_MIN", "CHAR_MAX"])
_OF_LIBRARIES = frozenset(["__GLIBC__", "__GLIBC_MINOR__"])
# Newer headers of OpenCL define them, unless the program says which version it asks for.
_OF_OPENCL = frozenset(f"CL_VERSION_{each}" for each in ("2_0", "2_1", "2_2", "3_0"))
_TARGET = frozenset(["CL_TARGET_OPENCL_VERSION", "CL_HPP_TARGET_OPENCL_VERSION"])


@dataclass(frozen=True)
class Compilers:
    """What is known of the compilers that host files are built with."""

    units: Sequence[TranslationUnit]
    expanded: frozenset[str] = frozenset()

    def agree(self, question: Question) -> bool:
        """Whether the answer is the same where the program is built as ppcl was told."""
        name = question.name
        if name in self._given and name not in BY_OPTION:
            return True
        if name not in self._macros:
            return self._agree_on_own(question)
        if question.is_zero and all(macro.parameters is None for macro in self._macros[name]):
            asked = {q for macro in self._macros[name] for q in questions_of(macro.body)}
            return all(map(self._without(name).agree, asked))
        asked_value = question.of_value or question.is_zero
        return not asked_value or self.agree_on_value(name)

    def agree_on_value(self, name: str) -> bool:
        """Whether a name stands for the same where the program is built as ppcl was told."""
        return all(self._agree_on_own(Question(word, True)) for word in self._words_of(name))

    @cached_property
    def disputed(self) -> frozenset[str]:
        """The macros that are used and whose values are made of what compilers differ on."""
        used = {use.name for unit in self.units for use in unit.macro_uses}
        own = frozenset(name for unit in self.units for name in unit.predefined)
        differ = frozenset(name for name in own if not self._is_known(Question(name, True)))
        differ |= self._given & BY_OPTION
        return frozenset(name for name in used if differ & self._words_of(name))

    def _agree_on_own(self, question: Question) -> bool:
        name = question.name
        if name in _OF_OPENCL:
            return not _TARGET.isdisjoint(self._given | self._macros.keys())
        if name in BY_OPTION:
            return self._is_told(name) and not (question.of_value and name in self._given)
        if any(name in unit.predefined for unit in self.units):
            return self._is_known(question)
        if any(name in unit.elsewhere for unit in self.units):
            return self._is_of_library(question)
        if question.of_value and (name.startswith("__has_") or not name.isidentifier()):
            return False
        return name in _OF_MACHINES or not _RESERVED.match(name)

    def _is_told(self, name: str) -> bool:
        """Whether the options of all files define a macro, or those of none."""
        defining = [name in defined_by(unit.build.options) for unit in self.units]
        silent = [name in undefined_by(unit.build.options) for unit in self.units]
        return all(defining) or all(silent)

    def _is_known(self, question: Question) -> bool:
        name = question.name
        if not question.of_value:
            return name in _OF_MACHINES or bool(_VALUES.fullmatch(name))
        standards = [unit.build.standard for unit in self.units]
        if name in _OF_STANDARDS and all(map(_STANDARDS.fullmatch, standards)):
            return True
        if question.bound is not None and question.bound <= _LEAST.get(name, 0):
            return True
        return bool(_VALUES.fullmatch(name))

    def _is_of_library(self, question: Question) -> bool:
        if question.name in _OF_OPTIONS:
            return False
        is_own = question.name.startswith("__") and question.name not in _OF_LIBRARIES
        return not (question.of_value and is_own)

    def _words_of(self, name: str) -> frozenset[str]:
        """The names that a macro's value is made of, which are no macros of the program."""
        found, seen = {name}, set[str]()
        while more := found & self._macros.keys() - seen:
            seen |= more
            found |= {w for each in more for macro in self._macros[each] for w in _words(macro)}
        return frozenset(found - seen - (self._given - BY_OPTION))

    @cached_property
    def _given(self) -> frozenset[str]:
        return frozenset(name for unit in self.units for name, _ in unit.given)

    @cached_property
    def _macros(self) -> dict[str, list[Macro]]:
        found: dict[str, list[Macro]] = {}
        for macro in (macro for unit in self.units for macro in unit.macros):
            if macro.name not in self.expanded:
                found.setdefault(macro.name, []).append(macro)
        return found

    def _without(self, name: str) -> "Compilers":
        """A macro is not looked for in what it stands for."""
        return Compilers(self.units, self.expanded | {name})


def _words(macro: Macro) -> frozenset[str]:
    return frozenset(words(macro.body)) - frozenset(macro.parameters or ())
