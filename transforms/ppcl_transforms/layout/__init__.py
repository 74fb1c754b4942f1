"""layout: store a buffer coalesced or continuous, on both sides.

## What
A buffer that work-items read as `n[tid + j * A]` is *coalesced*: neighbouring work-items read
neighbouring elements. As `n[tid * N + j]` it is *continuous*: each work-item reads one run of
elements. GPUs want the first; a CPU that runs work-items one after another wants the second
(PPOpenCL §3.3.2). This pass picks the layout with which work-items wait less for memory on the
target, as modelled, and changes every index into the data, in the host program and in the kernels.

## Legal when
All of this is proved: the accesses of all linked buffers, kernel parameters and host arrays are
rows of one rectangle of `pitch x extent` elements, with the faster index inside its row; pitch and
extent are the same on both sides at every launch; allocations and transfers are whole; nothing
reaches the data but by these indices (no casts, vloads, memcpy, maps, sub-buffers, escaping
pointers); and the new index can be written with variables that are in scope. The slower index is
inside the rectangle because the allocation has exactly `pitch * extent` elements and the original
program is undefined beyond it. Loops are not reordered. The kernel gets a new name, so that a new
host with an old kernel file (or the reverse) fails instead of computing.

## Rewrite
Before, host and kernel:

    h_n[i + j * nA] = neighbour[i * nN + j];        int idx = n[tid + j*A];

After:

    h_n[i * nN + j] = neighbour[i * nN + j];        int idx = n[tid * N + j];

An element of an array of arrays, `m[i][j]`, becomes `(&m[0][0])[j * rows + i]`: by one index, which
must not be one into a row, for compilers take it that such an index stays there.

A host index `i` that runs over all elements, whatever their rows, becomes
`(i % nA) * nN + i / nA`. Where a loop does the same to each element (`h_n[i] = 0`, or
`h_n[i] = 2 * h_n[i]`, for all), it stays as it is.

## Cost model
The accesses of one work-group are enumerated in the order in which the target runs work-items, for
both layouts and two sets of nominal sizes. They go through caches of the target's sizes and sets
(LRU), and each miss waits for the next level: *waits* are the cycles of all misses one after
another, a work-item's share. *Lines* are those that its operations touch: one operation of
work-items in step touches as many as there are between their elements, each once. Neither says how
long a kernel runs, since much of a wait may be hidden, and what it takes to gather from many lines
differs from machine to machine. So a layout is changed where one of the two is less by a tenth (of
waits, by 5 cycles too), and the other no more, for one set of sizes, and for none the reverse.
Where they disagree, only a measurement can tell, and the program is left as it is (PPC225).

The expected *gain* is a share of the kernels' time. On a CPU a work-item is taken to need, in
cycles, its waits, and 5 (a load that waits for nothing) for each line that its operations touch and
for each access that it makes to other data; arithmetic is left out, so that the share is rather too
large. Saved are the waits, and 5 cycles for each line, in which the layouts differ by what counts
above; the share is the mean of both sets of sizes. On a GPU each access of neighbouring work-items
needs as much as it touches lines: one for each work-item where they lie a row apart, elements'
shares of a line where not. A layout that costs the same has gain 0, where waits and lines or the
sizes disagree it is unknown. So is it under another rule than the model's, which then says what is
done.

`layout{choose=distance}` is PPOpenCL's own rule: the smaller reuse distance in cache lines, the
median LRU stack distance of the same accesses. It is shown beside the others, but is blind where an
element is read again at once, and to what a gather costs. `layout{choose=continuous}` and
`layout{choose=coalesced}` take what you have measured to be faster, wherever it is legal. GPUs take
the coalesced layout always, but for these two.

`layout{only=d_a+d_b}` changes the data of these buffers alone; a remark on data names the buffer.

## References
PPOpenCL §3.1.2, §3.2.1, §3.3.2, Algorithm 3, Figures 2, 7 and 8.
"""

from ppcl_transforms.layout.layout import Layout

__all__ = ["Layout"]
