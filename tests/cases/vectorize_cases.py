"""The cases of the vectorization pass: coarsening's filter bank, and small changes of it."""

import json
from pathlib import Path

from twins import Twin, read_twins

from tests.command import run_ppcl

FOLDER = Path(__file__).parent / "vectorize"
PROGRAM = Path(__file__).parent / "coarsen"  # whose base it is, too
BASE = Twin("base", "the program as it is", "PPC260", (), (), target="pocl-cpu", choice="v8")
TWINS = [BASE, *read_twins(FOLDER / "twins.toml", target="pocl-cpu", choice="v8")]
WRITTEN = [twin for twin in TWINS if twin.want == "PPC260"]


def compiled(twin: Twin, where: Path) -> tuple[dict[str, bytes], dict[str, object]]:
    """Write a twin's files to `where`, compile it to `where/out`, and give texts and report."""
    texts = twin.texts(PROGRAM)
    for name, data in texts.items():
        (where / name).write_bytes(data)
    given = ["--target", twin.target, "--passes", "vectorize"]
    given += ["--decide", f"vectorize:bank={twin.choice}"] if twin.choice else []
    done = run_ppcl(["compile", *texts, "-o", "out", *given, "--report", "report.json"], where)
    assert done.returncode == 0, done.stderr
    return texts, json.loads((where / "report.json").read_text())
