"""Writes the ledger anew, `stale` beside figures of other texts, and the kernels that pages show.

python -m tests.ledger [PROGRAM...]      or `make ledger`
"""

import sys

from tests.ledger.entries import PROGRAMS, Ledger
from tests.ledger.figures import PAGES, marked
from tests.ledger.kernels import SHOWN, filled


def main() -> None:
    for name in sys.argv[1:] or PROGRAMS:
        ledger = Ledger(name)
        ledger.path.write_text(ledger.text, "utf-8")
    for page in PAGES:
        page.write_text(marked(page.read_text("utf-8")), "utf-8")
    for page in SHOWN:
        page.write_text(filled(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
