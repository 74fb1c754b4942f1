"""Values of the host as expressions over what a run shows of a launch.

Plans speak of the analysis's polynomials; a run shows kernels, scalar arguments and sizes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ppcl.analysis.data.linked import argument_of
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import KernelModel, LaunchEvent
from ppcl.analysis.numbers.polynomial import Atom, Polynomial, Term

# Operations that mean the same in an expression as in C; `/` and `%` round towards zero.
_INFIX = frozenset(("/", "%", "<<", ">>"))
_PREFIX = frozenset(("min", "max"))
# Scalar parameters, by the kernel's name and their index.
Scalars = frozenset[tuple[str, int]]


def shown(facts: Facts, kernel: KernelModel, value: Polynomial, turned: Scalars) -> str | None:
    """The expression that a value has at every launch of a kernel; None where there is none. The
    scalars `turned` are worth something else by now than in the original's run."""
    launches = (each for each in facts.host.launches if each.kernel == kernel.name)
    return _agreed(expressed(value, list(_known(kernel, each, turned))) for each in launches)


def _agreed(texts: Iterable[str | None]) -> str | None:
    """The expression that holds at every launch."""
    found = set(texts)
    return found.pop() if len(found) == 1 else None


def _known(
    kernel: KernelModel, launch: LaunchEvent, turned: Scalars
) -> Iterator[tuple[str, Polynomial]]:
    """The values that a launch shows, by how an expression names them."""
    for parameter in kernel.parameters:
        if (kernel.name, parameter.index) in turned:
            continue
        argument = argument_of(launch, parameter.index)
        if argument is not None and argument.kind == "scalar" and argument.value is not None:
            yield parameter.name, argument.value
    for number, size in enumerate(launch.global_size or ()):
        yield f"global_size[{number}]", size


def expressed(value: Polynomial, known: Sequence[tuple[str, Polynomial]]) -> str | None:
    """A value as an expression over known ones; None where there is none of this simple kind."""
    for text, same in known:
        if same == value and value.as_int is None:
            return text
    atoms = dict(pair for text, given in reversed(known) for pair in _solved(text, given))
    products: list[str] = []
    for monomial, coefficient in value.terms:
        factors = [_atom_text(atom, known, atoms) for atom in monomial]
        if None in factors:
            return None
        number = [] if coefficient == 1 and factors else [str(coefficient)]
        products.append(" * ".join([*number, *filter(None, factors)]))
    return " + ".join(products) or "0"


def _solved(text: str, given: Polynomial) -> Iterator[tuple[Atom, str]]:
    """The unknown of `unknown + constant`, solved."""
    linear = [(monomial, factor) for monomial, factor in given.terms if monomial]
    if len(linear) == 1 and len(linear[0][0]) == 1 and linear[0][1] == 1:
        atom = linear[0][0][0]
        constant = (given - Polynomial.atom(atom)).as_int or 0
        sign = "-" if constant > 0 else "+"
        yield atom, text if constant == 0 else f"({text} {sign} {abs(constant)})"


def _atom_text(
    atom: Atom, known: Sequence[tuple[str, Polynomial]], atoms: Mapping[Atom, str]
) -> str | None:
    if atom in atoms or not isinstance(atom, Term):
        return atoms.get(atom)
    operands = [expressed(operand, known) for operand in atom.operands]
    texts = [text for text in operands if text is not None]
    if len(texts) < len(operands) or not texts:
        return None
    if atom.op in _INFIX and len(texts) == 2:
        return f"(({texts[0]}) {atom.op} ({texts[1]}))"
    return f"{atom.op}({', '.join(texts)})" if atom.op in _PREFIX else None
