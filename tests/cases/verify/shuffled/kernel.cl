__kernel void scale(__global int *table, int rows, int columns)
{
    int row = get_global_id(0);
    if (row < rows)
        for (int j = 0; j < columns; j++)
            table[row * columns + j] = 3 * table[row * columns + j] + j;
}
