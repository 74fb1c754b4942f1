// Local memory: arrays of one to three dimensions in kernels, and arguments.

// kernel transpose
//   load from[4 * l1 * n + 4 * go1 * n + 4 * l0 + 4 * go0] 4
//   store tile[68 * l1 + 4 * l0] 4
//   store passed[4 * l0] 4
//   store cube[16 * l1 + 4 * l0 + 48] 4
//   barrier
//   load tile[4 * l1 + 68 * l0] 4
//   load passed[4 * l0] 4
//   load cube[4 * l1 + 16 * l0 + 48] 4
//   store to[4 * l0 + 4 * go0] 4
kernel void transpose(global const float *from, global float *to, local float *passed, int n)
{
    local float tile[16][17];
    local int cube[2][3][4];
    int x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = from[get_global_id(1) * n + get_global_id(0)];
    passed[x] = 0.0f;
    cube[1][y][x] = 1;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    to[get_global_id(0)] = tile[x][y] + passed[x] + cube[1][x][y];
}

void row_sum(local float row[17], local float (*rows)[17], global float *to)
{
    to[get_group_id(0)] = row[0] + rows[1][2];
}

// kernel arrays_as_arguments
//   store tile[68 * l0] 4
//   barrier
//   load tile[204] 4
//   load tile[76] 4
//   store to[4 * g0] 4
kernel void arrays_as_arguments(global float *to)
{
    local float tile[16][17];
    tile[get_local_id(0)][0] = 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    row_sum(tile[3], tile, to);
}
