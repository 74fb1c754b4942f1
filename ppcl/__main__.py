"""`python -m ppcl`: the command line."""

from ppcl.cli.start import start

if __name__ == "__main__":
    start()
