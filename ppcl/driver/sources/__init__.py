"""What a command works on: ppcl.toml, build lines and other commands, and the sources they name."""
