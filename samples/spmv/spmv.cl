// Sparse matrix times vector, y = A x, one work-item per row.
// ELL format: entry k of a row is val[row + k * rows], its column col[row + k * rows];
// every row is padded to the same width with zeros.
__kernel void spmv_ell(__global const float *val,
                       __global const int *col,
                       __global const float *x,
                       __global float *y,
                       const int rows,
                       const int width)
{
    const int row = get_global_id(0);

    if (row < rows) {
        float sum = 0.0f;
        for (int k = 0; k < width; ++k)
            sum += val[row + k * rows] * x[col[row + k * rows]];
        y[row] = sum;
    }
}
