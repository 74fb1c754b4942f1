/* Barriers in loops. `// GLOBAL by LOCAL [+ OFFSET]: FORM` says how the kernel below is launched,
   and whether its regions are loops over the work-items or its barriers have states. */
#define FENCE CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE

// 16 by 4: regions
kernel void loop_with_values(global int *out, global const int *in, int n)
{
    local int shared[4];
    int gid = get_global_id(0), lid = get_local_id(0);
    int sum = in[gid], twice;
    float4 lanes = (float4)(gid, 1.0f, 2.0f, lid);
    for (int i = 0; i < n; i++) {
        shared[lid] = sum + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        twice = 2 * shared[(lid + 1) % 4];
        lanes.y += (float)shared[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += twice % 7;
    }
    out[gid] = sum + (int)lanes.x + (int)lanes.y + (int)lanes.w;
}

// 16 by 8: regions
kernel void nested_loops(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = 0;
    for (int i = 0; i < in[0]; i++) {
        sum += i;
        for (int j = i; j < n; j += 2) {
            shared[lid] = sum + j;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum = sum * 3 + shared[7 - lid];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        sum &= 0xffff;
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void bound_changes_in_memory(global int *out, global const int *in, int n)
{
    local int bound[1];
    int lid = get_local_id(0), sum = 0;
    if (lid == 3)
        bound[0] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < bound[0]; i++) {
        sum += i * lid;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid == i)
            bound[0] = n - (i > 1);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void bound_in_a_local_scalar(global int *out, global const int *in, int n)
{
    local int bound;
    int lid = get_local_id(0), sum = 0;
    if (lid == 3)
        bound = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < bound; i++) {
        sum += i * lid;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void counter_changes_in_the_body(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = 0;
    for (int i = 0; i < 12; i++) {
        shared[lid] = i + lid;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[7 - lid];
        i += n / 3;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void vector_counter_changes_by_lane(global int *out, global const int *in, int n)
{
    int2 v;
    int sum = 0;
    for (v = (int2)(0, 0); v.x < 4; v += (int2)(1, 0)) {
        barrier(CLK_LOCAL_MEM_FENCE);
        v.y += 2;
        sum += v.y;
    }
    out[get_global_id(0)] = sum + v.y + 100 * v.x;
}

// 16 by 8: regions
kernel void counter_of_two_loops(global int *out, global const int *in, int n)
{
    int i, sum = 0, lid = get_local_id(0);
    for (i = 0; i < n; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += i * lid;
    }
    for (; i < 2 * n; ++i) {
        sum += i ^ lid;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum * 100 + i;
}

// 16 by 8: regions
kernel void while_halves(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0);
    int width = get_local_size(0) / 2;
    shared[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    while (width > 0) {
        if (lid < width)
            shared[lid] += shared[lid + width];
        barrier(CLK_LOCAL_MEM_FENCE);
        width >>= 1;
    }
    out[get_global_id(0)] = shared[0] + lid;
}

// 16 by 8: regions
kernel void do_while(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), round = 0, own = lid;
    do {
        shared[lid] = own;
        barrier(CLK_LOCAL_MEM_FENCE);
        own = shared[(lid + 3) & 7] + round;
        barrier(CLK_LOCAL_MEM_FENCE);
        round++;
    } while (round < n);
    out[get_global_id(0)] = own;
}

// 16 by 8: regions
kernel void do_while_that_continues(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0), round = 0, sum = 0;
    do {
        round++;
        if (round == 2)
            continue;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += round * lid;
    } while (round < n);
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void uniform_break(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = 0;
    for (int i = 0;; i++) {
        shared[lid] = i * lid;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[7 - lid];
        if (i == n)
            break;
        sum += 100;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (sum < 0)
            sum = 0;
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void uniform_continue(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = 0;
    for (int i = 0; i < 2 * n; i++) {
        sum += 1;
        if (i % 3 == 1)
            continue;
        shared[lid] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[(lid + i) % 8] % 5;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: states
kernel void continue_where_the_counter_is_not_the_groups(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0), sum = 0;
    for (int i = 0; i < 3 * n; i++) {
        sum += i;
        if (i % 3 == 1)
            continue;
        barrier(CLK_LOCAL_MEM_FENCE);
        i++;
        sum += lid;
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void divergent_break_of_an_inner_loop(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 8; j++) {
            if (j > lid)
                break;
            if (j == i)
                continue;
            sum += j;
        }
        shared[lid] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum = shared[lid ^ 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: states
kernel void condition_is_the_same_but_not_seen(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), gid = get_global_id(0), sum = 0;
    int bound = (gid - lid) / 8 + 3;
    for (int i = 0; i < bound; i++) {
        shared[lid] = sum + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[(lid + 5) % 8];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[gid] = sum;
}

// 16 by 8: states
kernel void break_that_is_the_same_but_not_seen(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), gid = get_global_id(0), sum = 0;
    for (int i = 0; i < 9; i++) {
        shared[lid] = sum + i + lid;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[7 - lid];
        if ((gid - lid) / 8 + i == 4)
            break;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[gid] = sum;
}

// 16 by 8: regions
kernel void barrier_begins_and_ends_the_body(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        shared[lid] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[(lid + 1) % 8];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
}

// 16 by 8: regions
kernel void no_round_at_all(global int *out, global const int *in, int n)
{
    int sum = get_local_id(0);
    for (int i = n; i < 3; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += 1000;
    }
    while (n < 2)
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void two_counters(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = 0;
    for (int i = 0, j = n; i < j; i++, j--) {
        shared[lid] = i * 10 + j + lid;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[(lid + j) & 7];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void pointer_as_counter(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0), sum = 0;
    for (global const int *p = in; p < in + n; p++) {
        sum += *p * lid;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: states
kernel void switch_with_barriers(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = lid;
    for (int i = 0; i < n; i++) {
        switch (i) {
        case 0:
            shared[lid] = sum;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum += shared[7 - lid];
            break;
        case 1:
        case 3:
            sum += 100;
            barrier(CLK_LOCAL_MEM_FENCE);
            /* falls through */
        case 4:
            sum += 1000;
            break;
        default:
            barrier(CLK_LOCAL_MEM_FENCE);
            sum -= 7;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void switch_within_a_region(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = lid;
    for (int i = 0; i < n; i++) {
        switch (lid & 3) {
        case 0: sum += 3; break;
        case 2: sum *= 2; /* falls through */
        case 1: sum -= i; break;
        default: if (i > 2) break; sum += 7;
        }
        shared[lid] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += shared[(lid + 1) & 7];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void loop_in_a_branch_in_a_loop(global int *out, global const int *in, int n)
{
    local int shared[8];
    int lid = get_local_id(0), sum = lid;
    for (int i = 0; i < n; i++) {
        if (i & 1) {
            for (int j = 0; j < 2; j++) {
                shared[lid] = sum + j;
                barrier(CLK_LOCAL_MEM_FENCE);
                if (j == 1 && n > 3)
                    break;
                sum += shared[(lid + 2) & 7];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        } else {
            int k = i;
            while (k > 0) {
                barrier(CLK_LOCAL_MEM_FENCE);
                sum += k--;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}

// 32 by 16: regions
kernel void counters_of_several_loops(global int *out, global const int *in, int n)
{
    local int shared_row[16];
    int lid = get_local_id(0), i, sum = 0;
    for (i = 0; i < n; i++)
        sum += in[(lid + i) & 15];
    shared_row[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0;
    for (i = 0; i < 16; i++)
        sum += shared_row[i] * (lid + i);
    out[get_global_id(0)] = sum;
}

// 32 by 16: regions
kernel void a_counter_that_outlives_its_loop(global int *out, global const int *in, int n)
{
    local int shared_row[16];
    int lid = get_local_id(0), i, sum = 0;
    for (i = 0; i < n; i++)
        sum += in[(lid + i) & 15];
    shared_row[lid] = sum + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (; i < 16; i++)
        sum += shared_row[i] * (lid + i);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = sum + i;
}

// 32 by 16: regions
kernel void summed_before_a_barrier(global int *out, global const int *in, int n)
{
    local int shared_row[16];
    int lid = get_local_id(0), sum = 0, last = -1;
    if (lid < 100) {
        int twice = lid * 2;
        for (int i = 0; i < n; i++) {
            sum += in[(lid + i) & 15] + twice;
            last = i + lid;
        }
    }
    shared_row[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared_row[15 - lid] * 1000 + sum + last;
}

// 60 by 20: regions
kernel void guards_on_what_is_kept(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0), most = n, sum = 0;
    for (int i = 0; i < 3; i++) {
        most += in[i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid < most) {
        for (int i = 0; i < n; i++)
            sum += in[(lid + i) & 15];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = sum + most;
}
