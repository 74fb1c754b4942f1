"""Mistakes in a kernel's text alone, for the engine's own check: those of `mutants`, and others
that change the order of effects, the place or guard of a load, or one name for another."""

import re
from collections.abc import Iterator
from itertools import pairwise

from tests.mutations.mutants import Mutant, mutants

_OTHERS = {
    "atomic_add": "atomic_sub",
    "atomic_sub": "atomic_add",
    "atomic_inc": "atomic_dec",
    "atomic_max": "atomic_min",
    "atomic_min": "atomic_max",
    "barrier": "mem_fence",
    "mem_fence": "barrier",
    "CLK_LOCAL_MEM_FENCE": "CLK_GLOBAL_MEM_FENCE",
    "CLK_GLOBAL_MEM_FENCE": "CLK_LOCAL_MEM_FENCE",
    "get_local_id": "get_global_id",
    "get_group_id": "get_local_id",
    "break": "continue",
    "continue": "break",
    "fmax": "fmin",
    "isless": "isgreater",
    "x": "y",
    "y": "z",
    "hi": "lo",
    "low": "high",
}
_QUIET = re.compile(r"//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*", re.DOTALL | re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")
_OPERAND = re.compile(r"(?<=[\s(\[\-!])[a-z]\w*(?=[\s)\].,;\[])")
_DECLARED = re.compile(r"\b(?:int|float|float4)\s+\*?(\w+)\b(?!\()|, (\w+) = ")
_STATEMENT = re.compile(r"^([ ]+)([^\s#/{}][^{}\n]*;)\n", re.MULTILINE)
_ARGUMENTS = re.compile(r"(?<=[\w,])([(,] ?)([\w.&\[\]]+), ([\w.&\[\]]+)(?=[,)])")
_CHOICE = re.compile(r"\? ([^?:;]+) : ([^?:;]+)(?=;)")
_GUARDED = re.compile(
    r"^([ ]+)((?:else )?(?:if|for) \(.*\)(?: \{)?)\n([ ]+[^\n{}]*;)\n", re.MULTILINE
)
_LOAD = re.compile(r"\b[a-z]\w*\[(?:[^\[\]]|\[[^\[\]]*\])*\](?! [-+*/^]?= )")
_SET = re.compile(r"(?:(?:__local )?\w+ )?(\w+)(?:\[[\w* ]*\])?(?: [-+*/]?=.*)?;")
# A variable of the work-item's own that is made of nothing that memory holds.
_PRIVATE = re.compile(r"(?:int|float\d?) \w+(?: = [^\[\];]*)?;")
_FIELDS = re.compile(r"(int|float) (\w+);\n( +)(int|float) (\w+)")

# A kind, where it begins and ends, and what stands there instead.
_Change = tuple[str, int, int, str]


def kernel_mutants(file: str, text: str) -> Iterator[Mutant]:
    """All mistakes in a kernel file, each once."""
    seen = {text}
    for each in mutants(file, "", text):
        if each.text not in seen:
            seen.add(each.text)
            yield each
    quiet = _QUIET.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for way in (_words, _names, _exchanged, _guards, _loads):
        for kind, start, end, now in way(quiet, text):
            new = text[:start] + now + text[end:]
            if new not in seen:
                seen.add(new)
                line = text.count("\n", 0, start) + 1
                yield Mutant(kind, file, line, text[start:end].strip(), now.strip(), new)


def _words(quiet: str, text: str) -> Iterator[_Change]:
    for found in _WORD.finditer(quiet):
        if found[0] in _OTHERS:
            yield "other word", found.start(), found.end(), _OTHERS[found[0]]


def _names(quiet: str, text: str) -> Iterator[_Change]:
    """One variable where another one is meant."""
    declared = list(dict.fromkeys(one or two for one, two in _DECLARED.findall(quiet)))
    for found in _OPERAND.finditer(quiet):
        if found[0] in declared:
            at = declared.index(found[0])
            for other in (declared[at - 1], declared[(at + 1) % len(declared)]):
                yield "other name", found.start(), found.end(), other


def _exchanged(quiet: str, text: str) -> Iterator[_Change]:
    """Two statements, arguments, choices or fields, each where the other one was."""
    for one, two in pairwise(_STATEMENT.finditer(quiet)):
        beside = one.end() == two.start() and one[1] == two[1] and one[2] != two[2]
        if beside and not _independent(one[2], two[2]):
            now = f"{text[two.start() : two.end()]}{text[one.start() : one.end()]}"
            yield "order of statements", one.start(), two.end(), now
    for found in _ARGUMENTS.finditer(quiet):
        yield "order of arguments", found.start(), found.end(), f"{found[1]}{found[3]}, {found[2]}"
    for found in _CHOICE.finditer(quiet):
        yield "order of choices", found.start(), found.end(), f"? {found[2]} : {found[1]}"
    for found in _FIELDS.finditer(quiet):
        now = f"{found[4]} {found[5]};\n{found[3]}{found[1]} {found[2]}"
        yield "order of fields", found.start(), found.end(), now


def _independent(one: str, two: str) -> bool:
    """Whether two statements may be exchanged: neither sets what the other one names, and one of
    them sets a variable, if anything."""
    sets = [_SET.match(each) for each in (one, two)]
    alone = any(found is not None and "atomic" not in found.string for found in sets)
    pairs = zip(sets, (two, one), strict=True)
    return alone and not any(s and re.search(rf"\b{s[1]}\b", other) for s, other in pairs)


def _guards(quiet: str, text: str) -> Iterator[_Change]:
    """A statement moved in front of what guards or repeats it."""
    for found in _GUARDED.finditer(quiet):
        body = found[3].strip()
        if "else" not in found[2] and not _PRIVATE.match(body):
            now = f"{found[1]}{body}\n{found[1]}{found[2]}\n"
            rest = now if found[2].endswith("{") else f"{now}{found[1]}    ;\n"
            yield "out of its guard", found.start(), found.end(), rest


def _loads(quiet: str, text: str) -> Iterator[_Change]:
    """A load alone moved in front of what guards or repeats it."""
    for found in _GUARDED.finditer(quiet):
        for load in _LOAD.finditer(found[3]) if "else" not in found[2] else ():
            body = f"{found[3][: load.start()]}early{found[3][load.end() :]}"
            ahead = f"__typeof__({load[0]} + 0) early = {load[0]};"
            now = f"{found[1]}{ahead}\n{found[1]}{found[2]}\n{body}\n"
            yield "load out of its guard", found.start(), found.end(), now
