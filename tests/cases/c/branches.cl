/* Barriers in branches, and returns. */

// 16 by 8: regions
kernel void uniform_branch(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = lid;
    if (n > 3) {
        shared[lid] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += 10 * shared[7 - lid];
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void branch_by_group(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = lid;
    if (get_group_id(0) == 1) {
        shared[lid] = sum + 5;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += 10 * shared[7 - lid];
    } else if (in[get_group_id(0)] == 3) {
        shared[lid] = sum * 3;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum -= shared[lid ^ 3];
        barrier(CLK_LOCAL_MEM_FENCE);
    } else
        sum = 0;
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void two_barriers_in_both(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = lid;
    for (int i = 0; i < n; i++) {
        if ((i ^ get_group_id(0)) & 1) {
            shared[lid] = sum;
            barrier(CLK_LOCAL_MEM_FENCE);
            int next = shared[(lid + 1) & 7];
            barrier(CLK_LOCAL_MEM_FENCE);
            sum += next;
        } else {
            int next = sum;
            barrier(CLK_LOCAL_MEM_FENCE);
            shared[lid] = next + i;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum -= shared[lid ^ 1] - next;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: states
kernel void two_barriers_in_both_not_seen(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), gid = get_global_id(0), sum = lid;
    int which = (gid - lid) / 8;
    for (int i = 0; i < n; i++) {
        if ((i ^ which) & 1) {
            shared[lid] = sum;
            barrier(CLK_LOCAL_MEM_FENCE);
            int next = shared[(lid + 1) & 7];
            barrier(CLK_LOCAL_MEM_FENCE);
            sum += next;
        } else {
            int next = sum;
            barrier(CLK_LOCAL_MEM_FENCE);
            shared[lid] = next + i;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum -= shared[lid ^ 1] - next;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[gid] = sum;
}

// 16 by 8: regions
kernel void uniform_return_first(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), gid = get_global_id(0);
    if (in[get_group_id(0)] == 10)
        return;
    shared[lid] = gid;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = shared[7 - lid];
}

// 16 by 8: regions
kernel void uniform_return_in_a_loop(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), gid = get_global_id(0), sum = 0;
    for (int i = 0; i < n; i++) {
        shared[lid] = sum + lid;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[7 - lid];
        out[gid] = sum;
        if (i + (int)get_group_id(0) == 3)
            return;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[gid] = -sum;
}

// 16 by 8: states
kernel void return_that_is_the_same_but_not_seen(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), gid = get_global_id(0);
    if (gid - lid >= 8)
        return;
    shared[lid] = gid * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = shared[7 - lid];
}

// 16 by 8: regions
kernel void divergent_return_after_the_last_barrier(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), gid = get_global_id(0);
    shared[lid] = in[gid];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid > n)
        return;
    for (int i = 0; i < 4; i++) {
        if (shared[lid] == i)
            return;
        out[gid] = shared[(lid + i) & 7];
    }
    if (lid == 2)
        return;
    out[gid] += 50;
}

// 16 by 8: regions
kernel void no_barrier_but_returns(global int *out, global const int *in, int n)
{
    int gid = get_global_id(0);
    if (in[gid] < n)
        return;
    for (int i = 0;; i++) {
        int kept = i * gid;
        if (kept > 20) {
            out[gid] = kept;
            return;
        }
        if (i == 6)
            break;
    }
    out[gid] = 7;
}

// 16 by 4: regions
kernel void branch_without_a_block(global int *out, global const int *in, int n)
{
    local int shared[4];
    int lid = get_local_id(0);
    shared[lid] = lid + n;
    if (n)
        barrier(CLK_LOCAL_MEM_FENCE);
    else
        out[0] = 1;
    out[get_global_id(0)] = shared[3 - lid];
}

// 16 by 4: regions
kernel void work_between_branches_of_all_items(global int *out, global const int *in, int n)
{
    local int shared[4];
    int lid = get_local_id(0), a = 1, b = 2;
    if (n > 1) {
        a = lid;
        if (n > 2) {
            shared[lid] = a;
            barrier(CLK_LOCAL_MEM_FENCE);
            b = shared[3 - lid];
            if (n > 100) {
                barrier(CLK_LOCAL_MEM_FENCE);
                b = 9;
            }
            a += b;
        }
        b *= 3;
    }
    out[get_global_id(0)] = a * 100 + b;
}

// 41x5 by 41x1: regions
kernel void rims_that_return(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), y = get_global_id(1), w = 41, at = y * w + x;
    if (x == 0 || y == 0 || x == w - 1 || y == 4) {
        out[at] = in[at];
        return;
    }
    if (in[at] & 1) {
        out[at] = in[at - 1];
        if (in[at] & 2) {
            out[at] += 3;
            return;
        }
        out[at] -= n;
    } else if (in[at] & 4) {
        out[at] = 7;
        return;
    }
    out[at] += in[at - 1] + in[at + 1] + in[at - w] + in[at + w];
}

// 45 by 45: regions
kernel void read_again_and_again(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[3 * i] * k - in[3 * k + 1] + in[(i * 7) & 63];
    for (int k = n; k < (in[0] & 1); k++)
        sum += in[3 * i + 100000 * (n + 1)];
    for (int k = 0; k < 6; k++) {
        if (in[2 * i] > k * 100)
            continue;
        for (int j = i & 3; j < 3; j++)
            sum ^= in[2 * i + 1] + j;
        sum += k;
    }
    out[i] = sum;
}

// 60 by 60: regions
kernel void counters_of_counters(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), s = 0;
    for (int j = 0, k = j + 1; k < n; k++) {
        s += in[3 * x] * k + in[x + k];
        s += in[2 * x] - j;
    }
    for (int k = 0, m = k + 2; k <= m && k < n; k++)
        s ^= in[3 * x + 1] + k;
    out[x] = s;
}

// 45 by 15: regions
kernel void ends_in_every_branch(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), m = in[i] & 3;
    if (i > 40)
        return;
    if (m == 0)
        return;
    else if (m == 1) {
        if (in[i + 1] & 1)
            return;
        out[i] = in[i] * 3;
    } else {
        out[i] = -in[i];
        for (int k = 0; k < n; k++)
            out[i] ^= in[i + k];
    }
    if (in[i] & 8)
        return;
    out[i] += 7;
    return;
}

// 9x5: regions
kernel void rim_or_else(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x == 0 || x == 8 || y == 0 || y == 4) {
        return;
    } else {
        out[y * 9 + x] = in[y * 9 + x - 1] + in[y * 9 + x + 1] - in[(y - 1) * 9 + x] * n;
    }
}
