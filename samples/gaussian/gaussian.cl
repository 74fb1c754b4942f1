/* One step of Gaussian elimination on a matrix that is stored by rows, a[row * pitch + column]: all
 * rows below the pivot's lose so much of the pivot's row that zeros come to stand below the pivot.
 * The zeros themselves are not written, for nothing reads them. */

/* How much of the pivot's row each row below loses. */
__kernel void find_factors(__global const float *a,
                           __global float *factors,
                           const int rows,
                           const int pitch,
                           const int pivot)
{
    const int row = get_global_id(0) + pivot + 1;

    if (row < rows)
        factors[row] = a[row * pitch + pivot] / a[pivot * pitch + pivot];
}

/* Each row below the pivot's loses it, from the column behind the pivot on. */
__kernel void eliminate(__global float *a,
                        __global const float *factors,
                        const int rows,
                        const int columns,
                        const int pitch,
                        const int pivot)
{
    const int column = get_global_id(0) + pivot + 1;
    const int row = get_global_id(1) + pivot + 1;

    if (column < columns && row < rows)
        a[row * pitch + column] -= factors[row] * a[pivot * pitch + column];
}
