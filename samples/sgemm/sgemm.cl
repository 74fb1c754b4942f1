/* C = alpha * A * B + beta * C; one work-item computes one element of C. */
__kernel void sgemm(__global const float *A, const int lda,
                    __global const float *B, const int ldb,
                    __global float *C, const int ldc,
                    const int m, const int n, const int k,
                    const float alpha, const float beta)
{
    const int row = get_global_id(0);
    const int col = get_global_id(1);

    if (row >= m || col >= n)
        return;

    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
        sum += A[row + p * lda] * B[col + p * ldb];

    C[row + col * ldc] = alpha * sum + beta * C[row + col * ldc];
}
