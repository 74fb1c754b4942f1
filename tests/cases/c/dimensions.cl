/* Launches of one to three dimensions, with sizes that do not divide nicely, and offsets. */

// 15 by 5 + 7: regions
kernel void one_dimension(global int *out, global const int *in, int n)
{
    local int shared[5];
    int lid = get_local_id(0);
    shared[lid] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[4 - lid] + get_global_offset(0) * 100 + get_group_id(0) * 10000
                          + get_global_size(0) + get_num_groups(0) + get_work_dim();
}

// 9x14 by 3x7: regions
kernel void two_dimensions(global int *out, global const int *in, int n)
{
    local int shared[7][3];
    const size_t x = get_local_id(0), y = get_local_id(1);
    const size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
    shared[y][x] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = shared[6 - y][2 - x] + get_local_size(0) * 100 + get_local_size(1) * 1000;
}

// 6x4x5 by 3x2x5: states
kernel void three_dimensions_with_states(global int *out, global const int *in, int n)
{
    local int shared[5][2][3];
    int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    int at = (get_global_id(2) * 4 + get_global_id(1)) * 6 + get_global_id(0);
    int kept = at;
    shared[z][y][x] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < get_global_id(0) - x + 1; i++) {
        kept += shared[4 - z][1 - y][2 - x];
        barrier(CLK_LOCAL_MEM_FENCE);
        shared[z][y][x] += i;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[at] = kept;
}

// 16 by 8: regions
kernel void dimensions_that_are_not_there(global int *out, global const int *in, int n)
{
    out[get_global_id(0)] = get_global_id(1) + get_global_size(2) * 10 + get_local_size(1) * 100
                          + get_num_groups(2) * 1000 + get_group_id(1) + get_local_id(2)
                          + get_global_offset(1);
}

// 16x2 by 8x1: regions
kernel void dimension_that_is_computed(global int *out, global const int *in, int n)
{
    size_t at = get_global_id(0) + 16 * get_global_id(1);
    int sum = 0;
    for (uint d = 0; d < 3; d++)
        sum = sum * 10 + get_global_id(d) + get_local_size(d) + get_num_groups(d);
    out[at] = sum;
}

// 7: regions
kernel void size_that_the_runtime_chooses(global int *out, global const int *in, int n)
{
    int value = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = value;
}

// 8 by 4: regions
kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void required_size(global int *out, global const int *in, int n)
{
    local int shared[4];
    shared[get_local_id(0)] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[3 - get_local_id(0)];
}

// 3 by 1: regions
kernel void groups_of_one(global int *out, global const int *in, int n)
{
    local int shared[1];
    shared[0] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < shared[0]; i++)
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[0];
}
