"""What tests of passes of others compile programs with, in memory (docs/passes.md).

These names stay, as those of `ppcl.api` do. They are apart from those because a pass has no use for
them, and must not load the driver, which loads it.
"""

from ppcl.driver.compile import Compiled, compile_program
from ppcl.driver.sources.project import Choices, Project, open_project

__all__ = ["Choices", "Compiled", "Project", "compile_program", "open_project"]
