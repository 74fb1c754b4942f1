"""Writes the ledger anew, and `stale` beside figures of other texts.

python -m tests.ledger [PROGRAM...]      or `make ledger`
"""

import sys

from tests.ledger.entries import PROGRAMS, Ledger
from tests.ledger.figures import PAGES, marked


def main() -> None:
    for name in sys.argv[1:] or PROGRAMS:
        ledger = Ledger(name)
        ledger.path.write_text(ledger.text, "utf-8")
    for page in PAGES:
        page.write_text(marked(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
