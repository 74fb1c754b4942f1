"""Kernel launches that run again alone: captured in a program's run, kept as a folder, run in any
version of the kernel on any platform, compared and timed.

`launch` is what is kept of one, `capture` takes it from a run's log, `folder` writes and reads it;
`rewritten` puts it in the terms of a rewritten program; `worker` runs versions in turns, in a
process of its own, and `session` talks to it.
"""
