/* A stencil along each row, through a tile of local memory that has two sides. */
#define WIDTH 64
#define CLAMPED(x, most) ((x) < 0 ? 0 : (x) >= (most) ? (most) - 1 : (x))

float weighed(float left, float own, float right)
{
    return 0.25f * left + 0.5f * own - 0.125f * right;
}

__kernel void walk(__global const float *table, __global const int *next, __global float *out,
                   __global int *counts, int rows, int columns)
{
    __local float tile[2 * WIDTH];
    int row = get_global_id(0);
    int own = get_local_id(0);
    float sum = 0.0f;
    int side = 0;

    for (int j = 0; j < columns; j++) {
        if (row < rows)
            tile[side * WIDTH + own] = table[row + j * rows];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (row < rows) {
            float left = own > 0 ? tile[side * WIDTH + own - 1] : 0.0f;
            float right = own < WIDTH - 1 && row + 1 < rows ? tile[side * WIDTH + own + 1] : 0.0f;
            sum += weighed(left, tile[side * WIDTH + own], right);
        }
        side = 1 - side;
    }
    if (row < rows) {
        out[row] = sum;
        out[rows + row] = sum - next[CLAMPED(row + columns, rows)];
    }
}
