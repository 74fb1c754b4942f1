"""The constants that give a generated host the number of its columns."""

from tests.property.model import Constant

_TEXTS: dict[Constant, str] = {
    "guarded": """\
#ifndef COLUMNS
#define COLUMNS {0}
#endif
#define columns COLUMNS
""",
    "macro": "#define columns ({0} * 1)\n",
    "enum": "enum sizes {{ columns = {0} }};\n",
    "const": "static const int columns = {0};\n",
    "constexpr": "constexpr int columns = {0};\n",
    "sizeof": """\
static const char *const column_names[] = {{{1}}};
#define columns ((int)(sizeof column_names / sizeof *column_names))
""",
}


def constant_text(constant: Constant | None, columns: int) -> str:
    """The declaration of `columns`, if it is a constant."""
    if constant is None:
        return ""
    return _TEXTS[constant].format(columns, ", ".join(f'"{n}"' for n in range(columns)))
