"""Starts `ppcl`: an interrupt ends the process while its modules are loaded, too."""

import signal
from importlib import import_module


def start() -> None:
    """Run `ppcl`."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    main = import_module("ppcl.cli.main").main
    signal.signal(signal.SIGINT, before)
    main()
