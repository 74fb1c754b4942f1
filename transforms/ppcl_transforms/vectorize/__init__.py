"""vectorize: neighbouring work-items are the lanes of vectors.

## What
Work-items along x are merged (PPOpenCL §3.3.3, Inter-Vec), and what each does by itself is said by
OpenCL's vectors, with a lane for each of them.

## Legal when
Their work-items could be merged (`ppcl explain coarsen`), nothing is done by some of a vector's
work-items alone but at the rim of a guard, and neighbours read and write neighbouring elements of
`float`, `int` or `uint`, or the same one.

## Rewrite
Before, the host and the kernel:

    size_t global[2] = {width, rows}, local[2] = {64, 4};

    const int x = get_global_id(0);
    float sum = 0.0f;
    for (int t = 0; t < taps; ++t)
        sum += h[row * taps + t] * in[x + t];
    out[row * n + x] = sum;

After:

    size_t global[2] = {width / 4, rows}, local[2] = {64 / 4, 4};

    const int x = get_global_id(0) * 4;
    float4 sum = 0.0f;
    for (int t = 0; t < taps; ++t)
        sum += h[row * taps + t] * vload4(0, &in[x + t]);
    vstore4(sum, 0, &out[row * n + x]);

A kernel's own guard (`if (x >= width) return;`) is asked of the last of the work-items; where that
one is outside, each is done by itself, as before.

## Cost model
Where the runtime makes no lanes by itself, `1 - 1 / width` of a work-item's cycles are saved, as
far as the target's vectors are as wide; elsewhere nothing is expected. By hand on pocl 3.1 (2 cores
with AVX-512) a bank of filters was 3.6, 7.3 and 16 times as fast by 4, 8 and 16 lanes.

## References
PPOpenCL §3.3.3, Algorithm 4, Figure 9.
"""

from ppcl_transforms.vectorize.vectorize import Vectorize

__all__ = ["Vectorize"]
