"""The keys that the programs of a host are found by when it builds them at run time."""

from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.programs import KernelProgram
from ppcl.analysis.kernels.text import FileText, KnownText
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.backend.key import Key, key_of, used_defines


def keys_of(facts: Facts, unit: KernelUnit) -> Iterator[tuple[str, Key]]:
    """The names and keys of the programs that are made of a text. Where the text or the options are
    not known in full, the key is of the files and the macros that they use of the command line's,
    which are the host's files' too: the run finds the kernels by it, or says what differs."""
    if not unit.programs:
        data = facts.files[unit.unit.path].data
        yield unit.unit.path, key_of(data, guessed_options(facts, unit))
    for program in unit.programs:
        text = program_text(facts, program)
        options = program.written
        yield (
            program.name,
            key_of(
                facts.files[unit.unit.path].data if text is None else text,
                guessed_options(facts, unit) if options is None else options,
            ),
        )


def guessed_options(facts: Facts, unit: KernelUnit) -> str:
    """What the host is taken to build a unit with where its options are not followed."""
    text = b"\n".join(facts.files[path].data for path in unit.unit.files)
    return " ".join(f"-D{define}" for define in used_defines(unit.defines, text))


def program_text(facts: Facts, program: KernelProgram) -> bytes | None:
    """What the host gives to clCreateProgramWithSource, None where that is not known."""
    files = iter(program.files)
    found: list[bytes] = []
    for part in program.parts:
        if isinstance(part, KnownText):
            found.append(part.value)
        elif isinstance(part, FileText) and program.files:
            found.append(facts.files[next(files)].data)
        elif program.files:
            return b"".join(facts.files[path].data for path in program.files)
        else:
            return None
    return b"".join(found)
