"""The functions that generated C is made of, around their bodies."""

from collections.abc import Iterable, Iterator, Sequence

from pycparser import c_ast, c_parser

from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.backend.c.printer import INLINE, OF_ROWS
from ppcl.backend.lowering import workitem

GROUP = (
    "const struct ppcl_range *range, const unsigned long *group, void *const *arguments, "
    "char *memory"
)
SIZES = "const int size_x, const int size_y, const int size_z"
# How many work-items a pack has (`ppcl.backend.forms.strips`).
PACK = "const int pack"
ITEM = (
    "const struct ppcl_range *range, const unsigned long *group, const int local_x, "
    "const int local_y, const int local_z"
)
LOCAL_IDS = "const int local_x, const int local_y, const int local_z"
_OF_BOTH = ("range", "group", "arguments", "memory", "size_x", "size_y", "size_z")
OF_GROUP = (*_OF_BOTH, "pack")
OF_STEP = (*_OF_BOTH, "local_x", "local_y", "local_z")


def parameters(text: str) -> list[Tree]:
    """Parameters from C text."""
    parsed = c_parser.CParser().parse(f"void f({text});")
    found: list[Tree] = _as_size_t(parsed.ext[0].type.args.params)
    return found


def _as_size_t(trees: list[Tree]) -> list[Tree]:
    """pycparser knows no size_t: it is parsed as `unsigned long` and named here."""
    pending = list(trees)
    while pending:
        node = pending.pop()
        if isinstance(node, c_ast.IdentifierType) and node.names == ["unsigned", "long"]:
            node.names = ["size_t"]
        pending.extend(child for _, child in node.children())
    return trees


def function(
    name: str, result: Tree, taken: Sequence[Tree], body: Sequence[Tree], of_rows: bool = False
) -> Tree:
    """`PPCL_INLINE result name(taken) { body }`; `result` is a type without a name. One whose body
    has vectors is marked."""
    inner = _named(result, name)
    type_ = c_ast.FuncDecl(c_ast.ParamList(list(taken)) if taken else None, inner)
    kind = [INLINE, OF_ROWS] if of_rows else [INLINE]
    declared = c_ast.Decl(name, [], [], [], kind, type_, None, None)
    return c_ast.FuncDef(declared, None, ctree.block(body))


def _named(result: Tree, name: str) -> Tree:
    """A result's type with the function's name in it, as pycparser has it."""
    inner = result.type
    core = inner
    while not isinstance(core, c_ast.TypeDecl):
        core = core.type
    core.declname = name
    return inner


def work_item_names(used: Iterable[str], in_helper: bool) -> Iterator[Tree]:
    """The declarations of the sizes and first ids that a body uses."""
    names = set(used)
    for dimension, axis in enumerate(workitem.AXES):
        size = f"size_{axis}"
        if in_helper and size in names:
            yield _declared(size, "int", _of_range("local_size", dimension))
        if f"first_{axis}" in names:
            local = _of_range("local_size", dimension)
            group = ctree.element(ctree.name("group"), ctree.number(dimension))
            product = ctree.binary("*", group, local)
            value = ctree.binary("+", _of_range("offset", dimension), product)
            yield _declared(f"first_{axis}", "size_t", value)


def _of_range(field: str, dimension: int) -> Tree:
    array = ctree.member(ctree.name("range"), field, arrow=True)
    return ctree.element(array, ctree.number(dimension))


def _declared(name: str, kind: str, value: Tree) -> Tree:
    if kind == "int":
        value = ctree.cast("int", value)
    type_ = c_ast.TypeDecl(name, ["const"], None, c_ast.IdentifierType([kind]))
    return c_ast.Decl(name, ["const"], [], [], [], type_, value, None)


def unused(used: set[str], given: Sequence[str]) -> Iterator[Tree]:
    """`(void) name;` for those of the `given` parameters that a body does not use."""
    return (void(name) for name in given if name not in used)


def void(name: str) -> Tree:
    """`(void) name;`."""
    return ctree.cast("void", ctree.name(name))
