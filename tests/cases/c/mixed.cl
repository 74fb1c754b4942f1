/* Several things at once. */
// 16 by 8: regions
kernel void uniform_values_that_change(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), count = 0, last = n;
    if (n > 3)
        count += 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    count += n;
    for (int i = 0; i < count; i++) {
        int acc = 0, now = last - i;
        if (i > 0)
            acc += last;
        shared[lid] = acc + now;
        barrier(CLK_LOCAL_MEM_FENCE);
        acc += shared[(lid + i) & 7];
        last = now + (i == 2 ? count : i);
        if (i == 4)
            count--;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = acc + count * 1000;
    }
}

// 16 by 8: regions
kernel void only_once(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0);
    do {
        shared[lid] = lid;
        if (n == 6)
            break;
        barrier(CLK_LOCAL_MEM_FENCE);
        shared[lid] = shared[lid] + 1;
    } while (0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[7 - lid];
}

void pass_on(local int *shared, int *value, const int table[3], int4 *lanes)
{
    int lid = get_local_id(0);
    shared[lid] = *value + table[lid % 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    *value = shared[(lid + 1) & 7];
    lanes->y += *value;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// 16 by 8: regions
kernel void helper_with_pointers(global int *out, global const int *in, int n, local int *shared)
{
    const int table[3] = {1, 10, 100};
    int value = get_global_id(0), values[2] = {n, 2};
    int4 lanes = (int4)(0);
    for (int i = 0; i < 2; i++) {
        pass_on(shared, &value, table, &lanes);
        pass_on(shared, values + i, table, &lanes);
    }
    out[get_global_id(0)] = value + values[0] * 10 + values[1] * 100 + lanes.y * 1000;
}

// 16 by 8: states
kernel void states_in_nested_loops(global int *out, global const int *in, int n, local int *shared)
{
    const int table[3] = {1, 10, 100};
    int lid = get_local_id(0), gid = get_global_id(0), sum = 0;
    const int which = (gid - lid) / 8;
    for (int i = 0; i < 4; i++) {
        int acc = 0, k[2] = {i};
        int4 v = (int4)(i, which, lid, 1);
        for (int j = which; j < 3; j++) {
            if (j == i)
                continue;
            shared[lid] = sum + table[j] + k[0] + k[1];
            barrier(CLK_LOCAL_MEM_FENCE);
            acc += shared[(lid + j) & 7];
            v.xy += (int2)(acc, j);
            k[1]++;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (acc > 1000000)
                break;
        }
        do {
            barrier(CLK_LOCAL_MEM_FENCE);
            acc ^= v.x + v.y;
        } while (which + i++ < 0);
        i--;
        sum = (sum + acc) & 0xffff;
        if (which == 1 && i == 2)
            return;
        out[gid] = sum + v.z;
    }
}

// 16 by 8: regions
kernel void long_condition(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0), i = 0, sum = 0;
    while (i < n && in[i] != 15 && (i < 2 || n > 1)) {
        sum += in[i] * lid;
        barrier(CLK_LOCAL_MEM_FENCE);
        i += in[2];
    }
    out[get_global_id(0)] = sum * 10 + i;
}

// 16 by 8: regions
kernel void copies_of_the_group(global int *out, global const int *in, int n)
{
    local int copy[8];
    int lid = get_local_id(0);
    event_t event = async_work_group_copy(copy, in + 8 * get_group_id(0), 8, 0);
    wait_group_events(1, &event);
    copy[lid] = copy[lid] * 3 + n;
    barrier(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_copy(out + 8 * get_group_id(0), copy, 8, 0);
    wait_group_events(1, &event);
}

// 16 by 8: regions
kernel void own_elements_of_global_memory(global int *out, global const int *in, int n)
{
    size_t gid = get_global_id(0), other = gid ^ 3;
    out[gid] = in[gid];
    barrier(CLK_GLOBAL_MEM_FENCE);
    int seen = out[other];
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[gid] += seen * 100;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) < 4)
        out[other + 64] = out[other];
}

// 4 by 4: regions
kernel void nothing(global int *out, global const int *in, int n)
{
}

// 4 by 4: regions
kernel void nothing_but_a_barrier(global int *out, global const int *in, int n)
{
    barrier(CLK_LOCAL_MEM_FENCE);
}

// 64 by 32: regions
kernel void divergent_work_between(global int *out, global const int *in, int n)
{
    local float shared[32];
    int lid = get_local_id(0), gid = get_global_id(0), steps = 0;
    float x = in[gid] * 0.25f, y = 0.0f;
    for (int round = 0; round < 3; round++) {
        while (x * x + y * y < 4.0f && steps < 20 + round) {
            float t = x * x - y * y + 0.25f;
            y = 2.0f * x * y + 0.125f;
            x = t;
            steps++;
            if (steps == lid)
                break;
            if (steps & 1)
                continue;
            y += 0.0625f;
        }
        shared[lid] = steps;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid > 0 && shared[lid - 1] > shared[lid])
            steps -= 1;
        else if (lid & 4)
            x = 0.5f;
        else
            switch (steps % 4) {
            case 0: y = 0.25f; break;
            case 1: x *= 0.5f; /* falls through */
            default: y -= 0.125f;
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[gid] = steps;
}

// 16 by 8: regions
kernel void arrays_as_arguments(global int *out, global const int *in, int n)
{
    local int shared[2][8];
    float a[2][4] = {{1.0f, 2.0f, 3.0f, 4.0f}};
    int lid = get_local_id(0);
    vstore4((float4)(lid, 6.0f, 7.0f, 8.0f), 0, a[1]);
    shared[0][lid] = lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 v = vload4(0, a[1]) + vload4(0, a[0]);
    int2 w = vload2(lid & 3, shared[0]);
    out[get_global_id(0)] = (int)(v.x + v.w) * 100 + w.y;
}
