"""What a device says of itself, and what is measured where it does not say, or not the truth.

A probe runs twice, each time in a process of its own: what both runs do not agree on has not
settled, and says so.

`samples` is what one run brings back: answers and times. `worker` is its process, `queries` and
`measures` what it asks and times, `session` starts it. `curve` finds the caches in the latencies of
growing buffers; `figures` makes the figures of a run of its times; `agreement` holds two runs
against each other; `facts` makes the target of both.
"""
