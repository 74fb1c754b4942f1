"""Commands that run single launches: `ppcl capture` takes them from a program's run, `ppcl replay`
runs them again."""
