"""A parsed file as a translation unit of the tree."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ppcl.diag import PpclError
from ppcl.frontend import native
from ppcl.frontend.calls import CALLS
from ppcl.frontend.declarations import function, record, variable
from ppcl.frontend.expressions import EXPRESSIONS, opaque
from ppcl.frontend.files import IN_MACRO, Locations, UserFiles
from ppcl.frontend.invocations import Invocation, Invocations, ordered
from ppcl.frontend.kinds import Kind
from ppcl.frontend.names import Names
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.frontend.spans import KernelPlaces, Spans
from ppcl.frontend.statements import STATEMENTS, opaque_statement
from ppcl.frontend.type_table import Types
from ppcl.frontend.unexposed import UNEXPOSED
from ppcl.ir.unit import Function, Language, Macro, MacroUse, Problem, Record, TranslationUnit
from ppcl.ir.statement import Variable
from ppcl.source import Span
