"""`python -m ppcl`: the command line."""

from ppcl.cli.main import main

if __name__ == "__main__":
    main()
