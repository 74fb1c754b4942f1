"""The front end: libclang's trees of hosts and kernels as ppcl's.

Only this package imports clang.
"""

from ppcl.frontend.bindings import binding_text, is_binding
from ppcl.frontend.compile_commands import either, options_of_words, read_compile_commands
from ppcl.frontend.compiler_words import (
    BY_OPTION,
    COMPILER,
    changes_values,
    defined_by,
    undefined_by,
)
from ppcl.frontend.conditionals import (
    Conditional,
    Directive,
    conditionals,
    directives_in,
    is_include_guard,
    undefinitions,
)
from ppcl.frontend.directives import pieces
from ppcl.frontend.lexing import (
    COMMENT,
    Token,
    bracketed,
    next_token,
    spelling,
    split,
    stringifications,
    tokens,
    without_comments,
)
from ppcl.frontend.library import Definition, definitions, opencl_headers
from ppcl.frontend.literal import KernelText, joined_literals, literal_text
from ppcl.frontend.missing_headers import MISSING_FILE, missing_headers
from ppcl.frontend.options import HEADERS, ParseOptions, host_folders
from ppcl.frontend.parse import parse_host, parse_kernel, parse_kernel_text
from ppcl.frontend.pragmas import Pragma, pragmas
from ppcl.frontend.questions import Question, questions, questions_of
from ppcl.frontend.text import opencl_name

__all__ = [
    "BY_OPTION",
    "COMMENT",
    "COMPILER",
    "HEADERS",
    "MISSING_FILE",
    "Conditional",
    "Definition",
    "Directive",
    "KernelText",
    "ParseOptions",
    "Pragma",
    "Question",
    "Token",
    "binding_text",
    "bracketed",
    "changes_values",
    "conditionals",
    "defined_by",
    "definitions",
    "directives_in",
    "either",
    "host_folders",
    "is_binding",
    "is_include_guard",
    "joined_literals",
    "literal_text",
    "missing_headers",
    "next_token",
    "opencl_headers",
    "opencl_name",
    "options_of_words",
    "parse_host",
    "parse_kernel",
    "parse_kernel_text",
    "pieces",
    "pragmas",
    "questions",
    "questions_of",
    "read_compile_commands",
    "spelling",
    "split",
    "stringifications",
    "tokens",
    "undefined_by",
    "undefinitions",
    "without_comments",
]
