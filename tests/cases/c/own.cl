// What each work-item of a row has for itself, in front of guards and in structures.

// 51 by 17: regions
kernel void guards_of_what_varies(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    const int q = i & 7;
    if (q > 5)
        return;
    out[i] = in[i] + i;
}

// 50 by 25: regions
kernel void guards_of_squares_and_halves(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0), square = i * i;
    const float half_of_it = i * 0.5f;
    const int apart = i > 9 ? i - 9 : 9 - i;
    if (square > 900 || half_of_it == 3.5f || apart < 2)
        return;
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[i + k] - square;
    out[i] = sum + apart;
}

// 50 by 25: regions
kernel void declared_in_a_side(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++) {
        if (in[i] > 7) {
            const int again = in[i + 1] + k;
            sum += again;
        } else {
            sum--;
        }
    }
    out[i] = sum;
}

// 51 by 17: regions
kernel void set_in_front_of_a_guard(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    int sum = 0, other;
    if (i >= 45)
        return;
    for (int k = 0; k < n; k++)
        sum += in[i + k] * k;
    other = sum + i;
    out[i] = other;
}

// 66 by 33: regions
kernel void before_the_begin_of_an_array(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    local int two[3][33];
    for (int k = 0; k < 3; k++)
        two[k][l] = in[i] + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (int k = 0; k < n; k++)
        if (l > 0)
            sum += two[1][l - 1] + k;
    out[i] = sum;
}

typedef struct {
    int a;
    float b;
    int c[2];
} thing;

// 96 by 48: regions
kernel void members_that_are_arrays(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    thing t;
    t.a = 3;
    t.c[0] = 1;
    t.c[1] = 2;
    int sum = 0;
    for (int k = 0; k < n; k++) {
        sum += in[i + k];
        sum += t.c[0];
        t.c[k & 1] += 2;
        sum -= t.c[1] * 3;
    }
    out[i] = sum;
}

// 44 by 22: regions
kernel void truths_of_functions(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < n; k++) {
        const float v = in[i + k], w = in[k];
        sum += (float)isgreater(v, w) * 2.0f + (float)isless(v, w) - (float)isequal(v, w);
    }
    out[i] = (int)(sum * 4.0f);
}

// 50 by 25: regions
kernel void overflows_where_it_is_not(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++) {
        int last;
        if (i > 2)
            last = in[i];
        if (i > 2)
            sum += last * 2;
        if (i < 3)
            sum ^= i * 1000000000;
        if (in[i] < 4)
            sum += in[i] * 500000000 / 3;
    }
    out[i] = sum;
}

// 40x6 by 20x3: regions
kernel void kept_alike_in_a_row(global int *out, global const int *in, int n)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x > 37)
        return;
    const int left = get_group_id(0), front = get_group_id(1) / 2;
    global const int4 *quads = (global const int4 *)in;
    int sum = 0;
    for (int k = front; k < front + 3; k++)
        for (int j = left; j < n; j++) {
            const int cell = (k + y) % 5 + left;
            for (int i = in[cell] & 1; i < 3; i++) {
                sum += quads[i].x * x - quads[cell].w + k;
                if (sum & 1)
                    sum ^= quads[j].z + cell;
            }
        }
    out[y * 40 + x] = sum;
}

// 44 by 22: regions
kernel void carried_over_barriers(global int *out, global const int *in, int n)
{
    local int tile[22];
    const int l = get_local_id(0), i = get_global_id(0);
    int sum = in[i], spare, most = 3;
    float real = 0.5f;
    if (i < 40)
        most = sum;
    for (int first = 0; first < n; first++) {
        tile[l] = in[i + first];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 5; k++) {
            sum += tile[(l + k) % 22] * k;
            if (tile[k] > most)
                most = tile[k] + (first == 2 ? l : 0);
            spare = sum - k;
        }
        real += spare;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first == 1)
            sum -= most;
    }
    out[i] = sum + most + (int)real;
}

// 64 by 64: regions
kernel void alike_of_what_changes(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), z = 1, a = in[i];
    for (int k = 0; k < n; k++) {
        a += z;
        z += 1;
    }
    int c = z, d = c * 2;
    for (int k = 0; k < 3; k++)
        a += c ^ d;
    out[i] = a + c + z + d;
}

// 32 by 16: regions
kernel void alike_as_an_index(global int *out, global const int *in, int n)
{
    local int tile[16];
    int i = get_global_id(0), l = get_local_id(0), kept = n, sum = 0, own[4] = {i, 1, 2, 3};
    for (int round = 0; round < n; round++) {
        tile[l] = i + round;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 3; k++)
            kept = (kept * 5 + k) & 63;
        sum += in[in[kept & 7] & 63] + in[i + (kept & 3)] * tile[kept & 15];
        own[kept & 3] += sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = sum + kept + own[0] - own[3] * 2;
    for (int k = 0; k < n; k++)
        kept = kept + k;
    out[i] += in[kept & 63] - own[kept & 3];
}

// 64 by 16: regions
kernel void idle_in_a_region(global int *out, global const int *in, int n)
{
    local int tile[16];
    int x = get_global_id(0), lid = get_local_id(0), sum = in[x];
    size_t at = x;
    uint kept = ((uint)x / 4u) << 5;
    for (int round = 0; round < n; ++round) {
        tile[lid] = in[(n | kept) & 63];
        barrier(CLK_LOCAL_MEM_FENCE);
        uint other = (uint)at + kept + (kept / 2u);
        sum += (int)((uint)n ^ ((uint)sum - ((uint)at >> 3))) & 1023;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[at] = kept ^ sum;
}

// 32 by 32: regions
kernel void counters_of_other_types(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), s = 0;
    for (long k = -1; k < (uint)n; k++)
        s += in[3 * x] + in[x];
    for (uchar k = 250; k < n; k += 50)
        s ^= in[2 * x] + k;
    out[x] = s;
}

struct cell {
    uint a, b;
};

// 32 by 32: regions
kernel void a_structure_kept_over_a_barrier(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    struct cell s;
    s.a = (uint)n;
    if (in[i] & 16)
        s.a ^= in[i];
    s.b = (uint)n + 1u;
    struct cell *p = &s;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = p->a * 3u + s.b;
}

// 32 by 32: regions
kernel void an_array_kept_over_a_barrier(global int *out, global const int *in, int n)
{
    uint s[8], x = get_global_id(0);
    for (int i = 0; i < 8; i++) {
        uint kept = 9u - (x * 8u + (uint)i);
        s[i] = (uint)n % 8u;
        if (kept + kept > 27u && n > 0)
            s[i] ^= in[s[i] % 32];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (int i = 0; i < 8; i++)
        sum = sum * 3u + s[i];
    out[x] = sum;
}

// 40x3 by 20x3: regions
kernel void constants_of_one_declaration(global int *out, global const int *in, int n)
{
    size_t x = get_global_id(0), y = get_global_id(1), at = y * get_global_size(0) + x;
    if ((int)y >= n)
        return;
    uint b = in[x % 31];
    const uint b1 = b ^ in[b % 31], count = b & ((uint)y < (32u & (uint)n) ? b : (uint)n);
    out[at] = in[4] + (int)b1 - (int)(count ^ 3u);
}

uint times(uint number, uint by)
{
    uint found = 0u;
    for (uint i = 0; i < (by & 3u); ++i)
        found += number ^ i;
    return found;
}

// 64 by 16: regions
kernel void same_for_all_of_a_group(global int *out, global const int *in, int n)
{
    local int tile[16];
    int lid = get_local_id(0);
    uint kept = (uint)in[n] << 2, sum = in[get_global_id(0)];
    for (int round = 0; round < n; ++round) {
        tile[lid] = in[times(kept, sum) & 1023u];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[(lid + 1) & 15];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = kept ^ sum;
}
