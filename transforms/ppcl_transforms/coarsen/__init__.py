"""coarsen: one work-item does the work of several neighbours.

## What
Work-items along one dimension of the NDRange are merged (PPOpenCL §3.3.1): what is the same for all
of them is done once, the rest in loops over them.

## Legal when
All launches of the kernel are followed, and the sizes of its groups along the dimension are a
multiple of the factor; or it does not see its groups, and does nothing for work-items beyond those
that its launches had, so that these can be rounded up. The kernel's control flow round barriers is
the same for a whole row of work-items. Nothing tells one work-item what another did: no result of
an atomic is used, nothing is printed, no loop waits for memory that the launch writes, no image is
both read and written. A kernel in strings of the host stands there in lines of plain text, without
escapes. The host does not ask for the sizes that a kernel's text gives; what the device says of a
kernel may be another now, and is noted. Sizes that attributes give (`reqd_work_group_size`) are
divided, too.

## Rewrite
Before, the host and the kernel:

    size_t global[2] = {width, rows}, local[2] = {64, 4};

    const int row = get_global_id(1);
    float sum = 0.0f;
    for (int t = 0; t < taps; ++t)
        sum += h[row * taps + t] * in[x + t];
    out[row * n + x] = sum;

After:

    size_t global[2] = {width, rows / 4}, local[2] = {64, 4 / 4};

    float sum[4];
    for (int item = 0; item < 4; ++item)
        sum[item] = 0.0f;
    for (int t = 0; t < taps; ++t)
        for (int item = 0; item < 4; ++item) {
            const int row = get_global_id(1) * 4 + item;
            sum[item] += h[row * taps + t] * in[x + t];
        }
    for (int item = 0; item < 4; ++item) {
        const int row = get_global_id(1) * 4 + item;
        out[row * n + x] = sum[item];
    }

Of two forms, loops and loops that ask to be unrolled (`#pragma unroll`, for compilers that make
lanes of neither), the better is taken, the plain one where they are equal. Loops round other loops
are not unrolled.

On a GPU, along x, a work-item does those that lie a group's (or the NDRange's) length apart, since
neighbours read neighbouring elements together: `get_global_id(0) + item * get_global_size(0)`.

A group keeps its extent: its work-items do several each, so that tiles, local memory and barriers
keep their meaning. A kernel's own guard (`if (row >= rows) return;`) is asked of the last of the
merged work-items; where that one is outside, each is done by itself, as before.

## Cost model
A work-item's cycles are counted with the target's latencies, loops by their number or the target's
nominal trip count. The *gain* is the share of the kernel's time that merging saves: of what is the
same for the neighbours `1 - 1 / factor` (Alg. 1), and on a CPU, besides,

- steps of a sum that wait for each other go on beside those of other sums (0.7 of their time);
- where the runtime does not vectorise by itself, its compiler makes `loop_lanes` lanes of innermost
  loops: of those over four and more work-items whose accesses are neighbours, and no longer of
  those that the kernel had; two of the operations in other loops over sums, and in those that are
  unrolled;
- it makes such lanes of the work-items of a kernel without loops, too, where these are neighbours
  along x. Where they are along y instead (`a[get_global_id(0) * n + get_global_id(1)]`), a loop
  over those is worth it even if nothing is done once for all (measured: Fan2 of Rodinia's gaussian
  is 3.1 times as fast by y8);
- where what is kept for each work-item leaves no register to compute with, no lanes are made
  (measured: hotspot3D of Rodinia and a lattice Boltzmann kernel with 8 and 11 values for each are
  0.9 and 0.8 times as fast with 16 work-items, 1.3 times with 8);
- sums in memory (`c[i] += ...`) that get no lanes share nothing, since a store may change what is
  read; but they wait less for each other;
- where merged work-items walk along rows of their own, more than the first cache has ways, each
  access waits for the next cache;
- what each work-item reads or writes once comes from memory, and stays as slow;
- 0.08 less for the loops over the work-items and for what they keep for each (measured: lbm, whose
  share is 0.04, is 0.9 times as fast).

Where work-items run one after another (pocl), no group with barriers is made one work-item wide:
pocl 3.1 and 5.0 fail on some kernels of such groups, or compute something else, as they do for
programs that were written so. A measurement may still take it: `ppcl tune` compares outputs.

On a GPU at least 128 work-items and a multiple of 32 must be left in a group, and 1,024 for each
unit: where the launch's sizes are no numbers, only a measurement tells (on an H200, kernels of
100,000 work-items are half as fast when two are merged). CPUs that make lanes of neighbours in x
keep them (Alg. 2). Elsewhere the gain is 0.

## References
PPOpenCL §3.3.1, §4.2.1, Algorithms 1 and 2, Figures 6 and 13.
"""

from ppcl_transforms.coarsen.coarsen import Coarsen

__all__ = ["Coarsen"]
