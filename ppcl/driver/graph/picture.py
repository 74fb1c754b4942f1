"""Pictures of the graph, drawn by Graphviz where it is installed."""

import shutil
import subprocess

from ppcl.analysis.facts import Facts
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.graph.listing import graph_dot


def has_graphviz() -> bool:
    """Whether pictures can be drawn here."""
    return shutil.which("dot") is not None


def graph_svg(facts: Facts) -> str:
    """The fused graph as SVG. Raises PpclError (usage) where Graphviz is not installed."""
    dot = shutil.which("dot")
    if dot is None:
        message = "--format svg needs Graphviz (`dot`), which is not installed; use --format dot"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    done = subprocess.run(
        [dot, "-Tsvg"], input=graph_dot(facts), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise PpclError(f"Graphviz failed: {done.stderr.strip()}", exit_code=ExitCode.INTERNAL)
    return done.stdout
