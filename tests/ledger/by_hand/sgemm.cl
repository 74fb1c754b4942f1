__kernel void sgemm(__global const float *A, const int lda,
                    __global const float *B, const int ldb,
                    __global float *C, const int ldc,
                    const int m, const int n, const int k,
                    const float alpha, const float beta)
{
    const int first = get_global_id(0) * 16;
    const int col = get_global_id(1);

    if (first >= m || col >= n)
        return;

    const int count = min(16, m - first);
    float sum[16] = {0.0f};
    for (int p = 0; p < k; ++p)
        for (int l = 0; l < count; ++l)
            sum[l] += A[first + l + p * lda] * B[col + p * ldb];

    for (int l = 0; l < count; ++l) {
        const int at = first + l + col * ldc;
        C[at] = alpha * sum[l] + beta * C[at];
    }
}
