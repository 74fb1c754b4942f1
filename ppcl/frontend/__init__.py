"""The front end: libclang's trees of hosts and kernels as ppcl's.

Only this package imports clang.
"""

from ppcl.frontend.bindings import binding_text, is_binding
from ppcl.frontend.compile_commands import options_of_words, read_compile_commands
from ppcl.frontend.conditionals import (
    Conditional,
    conditionals,
    directives_in,
    is_include_guard,
    undefinitions,
)
from ppcl.frontend.lexing import (
    Token,
    bracketed,
    next_token,
    spelling,
    split,
    stringifications,
    tokens,
)
from ppcl.frontend.literal import KernelText, joined_literals, literal_text
from ppcl.frontend.missing_headers import MISSING_FILE, missing_headers
from ppcl.frontend.options import HEADERS, ParseOptions, host_folders
from ppcl.frontend.parse import parse_host, parse_kernel, parse_kernel_text
from ppcl.frontend.pragmas import Pragma, pragmas

__all__ = [
    "HEADERS",
    "MISSING_FILE",
    "Conditional",
    "KernelText",
    "ParseOptions",
    "Pragma",
    "Token",
    "binding_text",
    "bracketed",
    "conditionals",
    "directives_in",
    "host_folders",
    "is_binding",
    "is_include_guard",
    "joined_literals",
    "literal_text",
    "missing_headers",
    "next_token",
    "options_of_words",
    "parse_host",
    "parse_kernel",
    "parse_kernel_text",
    "pragmas",
    "read_compile_commands",
    "spelling",
    "split",
    "stringifications",
    "tokens",
    "undefinitions",
]
