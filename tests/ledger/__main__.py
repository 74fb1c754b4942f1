"""Writes the ledger anew: `python -m tests.ledger [SAMPLE...]`, or `make ledger`."""

import sys

from tests.ledger.entries import NAMES, path_of, written


def main() -> None:
    for name in sys.argv[1:] or NAMES:
        path_of(name).write_text(written(name), "utf-8")


if __name__ == "__main__":
    main()
