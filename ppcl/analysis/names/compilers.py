"""Which questions of the host's conditions every compiler and option answers as ppcl's parser does.

The parser is clang, without the build's options: of what compilers define themselves, it speaks for
others only where it is on a list (`compiler_names`). What the system's headers say hangs on what
their own conditions ask.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.names.compiler_names import (
    BUILT_IN,
    CHOSEN,
    DEFINED,
    FAMILIES,
    LIMITS,
    NONZERO,
    OTHERS,
    RESERVED,
    VALUES,
)
from ppcl.frontend import (
    BY_OPTION,
    Definition,
    Question,
    defined_by,
    definitions,
    opencl_headers,
    questions_of,
    undefined_by,
)
from ppcl.ir.unit import Macro, TranslationUnit
from ppcl.source import words

# What compilers of the last ten years say at the least, without another standard.
_LEAST = {"__GNUC__": 4, "__STDC_VERSION__": 201112, "__cplusplus": 201402}
# Standards whose number, in __STDC_VERSION__ or __cplusplus, is the same everywhere.
_STANDARDS = re.compile(r"(c|gnu)(99|9x|11|1x|17|18)|(c|gnu)\+\+(98|03|11|14|17)")
_OF_STANDARDS = ("__STDC_VERSION__", "__cplusplus")
# Of the names with two underscores that headers define, those whose values are not the compiler's.
_OF_LIBRARIES = frozenset(["__GLIBC__", "__GLIBC_MINOR__"])
# What glibc makes of the standard and of what a program asks for (features.h), and what of threads,
# too, where that is a strict standard.
_FEATURES = re.compile(r"__USE_(MISC|GNU|ATFILE|UNIX98|(ISOC(?!2X)|XOPEN|LARGEFILE)\w*)")
_OF_THREADS = re.compile(r"__USE_POSIX\w*|_(DEFAULT|POSIX|POSIX_C)_SOURCE")
_IS_STRICT = re.compile(r"(c|iso)\d")
_THREADS = "_REENTRANT"
# What headers tell each other, and which files there are.
_BETWEEN_HEADERS = ("__need_", "PPCL_", "__has_include")
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

    def may_define(self, name: str) -> bool:
        """Whether some compilers, options or headers define a macro that the parser knew none of,
        and others do not."""
        known = name in BY_OPTION or bool(FAMILIES.match(name) or definitions(self._headers, name))
        return known and not self._agree_on_own(Question(name))

    @cached_property
    def disputed(self) -> frozenset[str]:
        """The macros that are used and whose values are made of what compilers differ on."""
        used = {use.name for unit in self.units for use in unit.macro_uses}
        own = frozenset(name for unit in self.units for name in unit.predefined)
        differ = frozenset(name for name in own if not self._is_known(Question(name, True)))
        made_of = {name: self._words_of(name) for name in used}
        library = frozenset(name for unit in self.units for name in unit.elsewhere) - own
        library &= frozenset().union(*made_of.values())
        differ = differ - BUILT_IN | self._given & BY_OPTION
        differ |= {name for name in library if self._hangs_on_options(name)}
        return frozenset(name for name in used if differ & made_of[name])

    def _hangs_on_options(self, name: str) -> bool:
        """Whether a header gives a macro another value with other options."""
        found = definitions(self._headers, name)
        asked = {question.name for each in found for question in each.asked} & BY_OPTION
        bodies = {word for each in found for word in each.words if len(each.words) == 1}
        own = {word for word in bodies if word.startswith("__") and word.endswith("__")}
        told = all(asked <= undefined_by(unit.build.options) for unit in self.units)
        return not (told and all(w in VALUES or LIMITS.fullmatch(w) for w in own))

    def _agree_on_own(self, question: Question) -> bool:
        name = question.name
        if name in self._listed(OTHERS):
            return True
        if name in _OF_OPENCL:
            return not _TARGET.isdisjoint(self._given | self._macros.keys())
        if name in BY_OPTION:
            return self._is_told(name) and not (question.of_value and name in self._given)
        if any(name in unit.predefined for unit in self.units):
            return self._is_known(question)
        if found := definitions(self._headers, name):
            if question.of_value and name.startswith("__") and name not in _OF_LIBRARIES:
                return False
            return self._is_of_library(question, found)
        if question.of_value and not name.isidentifier():
            return False
        if definitions(opencl_headers(), name):
            return True  # in one of them that the program does not read
        if name in BUILT_IN:
            return not (question.of_value or question.is_zero)
        return name in self._listed(DEFINED) or not RESERVED.fullmatch(name)

    def _is_told(self, name: str) -> bool:
        """Whether the options of all files define a macro, or those of none."""
        defining = [name in defined_by(unit.build.options) for unit in self.units]
        silent = [name in undefined_by(unit.build.options) for unit in self.units]
        taken = any(word.endswith(name) for unit in self.units for word in unit.build.unheard)
        return not taken and (all(defining) or all(silent))

    def _is_known(self, question: Question) -> bool:
        name = question.name
        if not question.of_value:
            return name in self._listed(NONZERO | VALUES if question.is_zero else DEFINED)
        standards = [unit.build.standard for unit in self.units]
        if name in _OF_STANDARDS and all(map(_STANDARDS.fullmatch, standards)):
            return True
        if question.bound is not None and question.bound <= _LEAST.get(name, 0):
            return True
        return name in self._listed(VALUES)

    def _listed(self, names: frozenset[str]) -> frozenset[str]:
        """Those of a list that no word of the command changes that is not understood: it may take
        back what it names, or choose another compiler."""
        words = [word for unit in self.units for word in unit.build.unheard]
        names = names if all(word.startswith("-U") for word in words) else names - CHOSEN
        return frozenset(name for name in names if not any(word.endswith(name) for word in words))

    def _is_of_library(self, question: Question, found: Sequence[Definition]) -> bool:
        """Whether all that the system's headers ask before they define a name has one answer, and,
        where its value is asked for, what that is made of."""
        name = question.name
        if _FEATURES.fullmatch(name) or _OF_THREADS.fullmatch(name):
            is_strict = any(_IS_STRICT.match(unit.build.standard) for unit in self.units)
            return not (_OF_THREADS.fullmatch(name) and is_strict) or self._is_told(_THREADS)
        others = self._without(name)
        if not (question.of_value or question.is_zero):
            return all(others._agree_above(q) for each in found for q in each.decided)
        made_of = {Question(word, True) for each in found for word in each.words}
        return all(others._agree_above(q) for each in found for q in each.asked | made_of)

    def _agree_above(self, question: Question) -> bool:
        """Whether a question of the system's headers has one answer. Of the options' macros, the
        parser tells them of threads only."""
        if question.name in self.expanded or question.name.startswith(_BETWEEN_HEADERS):
            return True
        if question.name in BY_OPTION:
            units = [unit.build.options for unit in self.units]
            is_told = question.name == _THREADS and self._is_told(_THREADS)
            return is_told or all(question.name in undefined_by(options) for options in units)
        if question.name in self._macros:
            return self.agree(question)
        found = definitions(self._headers, question.name)
        return self._is_of_library(question, found) if found else self._agree_on_own(question)

    def _words_of(self, name: str) -> frozenset[str]:
        """The names that a macro's value is made of, which are no macros of the program."""
        found, seen = {name}, set[str]()
        while more := found & self._macros.keys() - seen:
            seen |= more
            found |= {w for each in more for macro in self._macros[each] for w in _words(macro)}
        return frozenset(found - seen - (self._given - BY_OPTION))

    @cached_property
    def _headers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(path for unit in self.units for path in unit.headers))

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
