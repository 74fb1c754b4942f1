// restrict, volatile and const in all spots.

// kernel qualified
//   load d[0] 4
//   store e[4 * l0] 4
//   load a[4 * l0 + 4 * go0] 4
//   load b[4 * l0 + 4 * go0] 4
//   store c[4 * l0 + 4 * go0] 4
__kernel void qualified(__global const float *const restrict a, const __global volatile float *b,
                        global float *restrict volatile c, __constant const int *d,
                        volatile __local int *const e, const int n)
{
    const size_t i = get_global_id(0);
    const volatile __private int kept = n;
    volatile local int *const own = e;
    own[get_local_id(0)] = d[0];
    c[i] = a[i] + b[i] + kept;
}
