__kernel void row_sums(__global const int *table, __global int *sums, int rows, int columns)
{
    int row = get_global_id(0);
    if (row >= rows)
        return;
    int sum = 0;
    for (int j = 0; j < columns; j++)
        sum += table[row + j * rows];
    sums[row] = sum;
}
