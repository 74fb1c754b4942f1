/* Each row meets two of its columns that a list names; what is near counts. */
float at(__global const float *table, int row, int column, int rows, int columns)
{
    return row < rows && column < columns ? table[row + column * rows] : 0.0f;
}

__kernel void walk(__global const float *table, __global const int *next, __global float *out,
                   __global int *counts, int rows, int columns)
{
    int row = get_global_id(0);
    if (row >= rows)
        return;

    int first = next[row];
    int second = next[rows - 1 - row];
    float near = 0.0f, far = 1.0f;
    for (int j = 0; j < columns; j++) {
        float own = at(table, row, j, rows, columns);
        float other = at(table, row, first, rows, columns);
        float third = at(table, row, second, rows, columns);
        float d = own - other;
        if (d * d > 4.0f) {
            far = far * 0.5f + third / (other + 1.0f);
            continue;
        }
        near += d - third;
    }
    if (first != second)
        near = near / far;
    out[row] = near;
    out[rows + row] = far;
    counts[row % 64] = first - second;
}
