// Kernels whose neighbours in memory are those along dimension 1, and launches whose groups have
// short rows though nobody asks for the group.

// 9x31 by 3x1: regions
kernel void row_is_the_first_id(global int *out, global const int *in, int n)
{
    int row = get_global_id(0), column = get_global_id(1);
    if (row < n && column > 0)
        out[row * 31 + column] = in[row * 31 + column] - in[row * 31 + column - 1];
    else if (row > n)
        out[row * 31 + column] = row;
}

// 5x40 by 1x40: regions
kernel void product_by_rows(global int *out, global const int *in, int n)
{
    size_t i = get_global_id(0), j = get_global_id(1);
    int sum = 0;
    for (int k = 0; k < n; ++k)
        sum += in[i * n + k] * in[k * get_global_size(1) + j];
    out[i * get_global_size(1) + j] = sum;
}

int place(int line, int width)
{
    return line * width + get_global_id(1);
}

// 8x12 by 2x4 + 3x5: regions
kernel void with_an_offset(global int *out, global const int *in, int n)
{
    int line = get_global_id(0) - get_global_offset(0);
    out[place(line, 17)] = in[place(line, 17) + n] + get_global_offset(1) * 100
                         + get_work_dim() * 1000 + get_global_size(0) * 10;
}

// 4x10x6 by 1x5x3: regions
kernel void three_where_the_second_is_next(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    out[(z * 4 + x) * 10 + y] = in[(z * 4 + x) * 10 + y] * (z + 1) + in[x];
}

// 8x32 by 2x16: regions
kernel __attribute__((reqd_work_group_size(2, 16, 1)))
void in_groups_of_a_known_size(global int *out, global const int *in, int n)
{
    local int shared[2][16];
    int row = get_global_id(0), column = get_global_id(1);
    shared[get_local_id(0)][get_local_id(1)] = in[row * 32 + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[row * 32 + column] = shared[1 - get_local_id(0)][15 - get_local_id(1)]
                           + get_group_id(0) * 100 + get_group_id(1) * 1000
                           + get_num_groups(0) * 10 + get_local_size(1);
}

// 8x32 by 2x16: regions
kernel void in_groups_of_any_size(global int *out, global const int *in, int n)
{
    int row = get_global_id(0), column = get_global_id(1);
    out[row * 32 + column] = in[row * 32 + column] * 2 + get_local_id(1) * 100 + get_local_id(0);
}

// 70 by 1: regions
kernel void alone(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; ++k)
        sum += in[i + k] ^ k;
    out[i] = sum;
}

// 24x6x2 by 3x2x1 + 8x0x1: regions
kernel void short_rows(global int *out, global const int *in, int n)
{
    int i = get_global_id(0) - 8, at = ((get_global_id(2) - 1) * 6 + get_global_id(1)) * 24 + i;
    out[at] = in[at] + get_global_size(0);
}

// 48 by 2: regions
kernel void one_after_another(global int *out, global const int *in, int n)
{
    int place = atomic_inc((global int *)out);
    atomic_add(&out[1], in[get_global_id(0)]);
    if (place > 47)
        out[2] = n;
}

// 48 by 2: regions
kernel void of_its_group(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    out[i] = in[i] + get_group_id(0) * get_num_groups(0);
}

// 5x3x20 by 1x3x5: regions
kernel void the_third_is_next(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), sum = 0;
    for (int k = 0; k < n; ++k)
        sum += in[(x * 3 + y) * 20 + z + k] ^ k;
    if (z > 0 && z < 19)
        sum += in[(x * 3 + y) * 20 + z - 1];
    out[(x * 3 + y) * 20 + z] = sum + get_global_size(2) * 100 + get_global_size(0);
}

// 4x2x9 by 2x1x3 + 3x0x2: regions
kernel void the_third_with_an_offset(global int *out, global const int *in, int n)
{
    int x = get_global_id(0) - 3, z = get_global_id(2) - 2, y = get_global_id(1);
    out[(x * 2 + y) * 9 + z] = in[(x * 2 + y) * 9 + z] * n + get_global_offset(2) + get_work_dim();
}
