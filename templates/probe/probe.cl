/* What `ppcl target probe` times. Each kernel does one thing, n times, so that nothing of it can be
 * foretold when it is compiled: what is added or multiplied, and how often, are arguments. */

#define EIGHT_TIMES(statement) \
    statement; statement; statement; statement; statement; statement; statement; statement

/* Loads that wait for each other: a place of memory holds the index of the next one. */
kernel void chase(global const uint *next, global uint *at, uint n)
{
    uint i = at[0];

    for (uint k = 0; k < n; k += 8) {
        EIGHT_TIMES(i = next[i]);
    }
    at[0] = i;
}

/* The same with two loads a step: of a place (it holds 0), then of what lies `beyond` elements on. */
kernel void chase_pairs(global const uint *next, global uint *at, uint beyond, uint n)
{
    uint i = at[0];

    for (uint k = 0; k < n; ++k)
        i = next[i + beyond + next[i]];
    at[0] = i;
}

/* Operations that wait for each other. */
kernel void integers(global uint *at, uint a, uint b, uint n)
{
    uint x = at[0];

    for (uint k = 0; k < n; k += 16) {
        EIGHT_TIMES(x ^= a; x += b);
    }
    at[0] = x;
}

kernel void add(global float *at, float a, uint n)
{
    float x = at[0];

    for (uint k = 0; k < n; k += 8) {
        EIGHT_TIMES(x += a);
    }
    at[0] = x;
}

kernel void multiply(global float *at, float a, uint n)
{
    float x = at[0];

    for (uint k = 0; k < n; k += 8) {
        EIGHT_TIMES(x *= a);
    }
    at[0] = x;
}

kernel void divide(global float *at, float a, uint n)
{
    float x = at[0];

    for (uint k = 0; k < n; k += 8) {
        EIGHT_TIMES(x /= a);
    }
    at[0] = x;
}

/* A loop in each work-item, on one element or on several at once. */
#define LOOP(name, type)                                                     \
    kernel void name(global type *to, float a, float b, uint n)              \
    {                                                                        \
        type x = (type)(get_global_id(0));                                   \
                                                                             \
        for (uint k = 0; k < n; ++k)                                         \
            x = x * a + b;                                                   \
        to[get_global_id(0)] = x;                                            \
    }

LOOP(loop1, float)
LOOP(loop4, float4)
LOOP(loop8, float8)
LOOP(loop16, float16)

/* Blocks of work-items go one of two ways, in turns; which one is first is `turn`. */
kernel void ways(global float *to, uint block, uint turn, float a, float b, uint n)
{
    float x = get_global_id(0);

    if ((get_local_id(0) / block + turn) % 2 == 0) {
        for (uint k = 0; k < n; ++k)
            x = x * a + b;
    } else {
        for (uint k = 0; k < n; ++k)
            x = (x + b) * a;
    }
    to[get_global_id(0)] = x;
}

/* A histogram in local memory: additions to places that cannot be foretold. */
kernel void count(global uint *to, uint n)
{
    local uint sums[32];
    uint x = get_local_id(0);

    if (x < 32)
        sums[x] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < n; ++k) {
        x = x * 1664525 + 1013904223;
        atomic_inc(&sums[x >> 27]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < 32)
        to[get_local_id(0)] = sums[get_local_id(0)];
}

/* Nothing, for all work-items but one that there is not. */
kernel void nothing(global uint *to, uint none)
{
    if (get_global_id(0) == none)
        to[0] = none;
}

/* One half of a buffer to the other, which begins `half_of_it` elements on. */
kernel void copy(global float4 *memory, uint half_of_it)
{
    memory[half_of_it + get_global_id(0)] = memory[get_global_id(0)];
}
