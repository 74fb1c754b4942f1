__kernel void compute_q(__global const float *kx,
                        __global const float *ky,
                        __global const float *kz,
                        __global const float *weight,
                        const int samples,
                        __global const float *x,
                        __global const float *y,
                        __global const float *z,
                        __global float *q_re,
                        __global float *q_im,
                        const int voxels)
{
    const int first = get_global_id(0) * 16;

    if (first >= voxels)
        return;

    const int count = min(16, voxels - first);
    float re[16] = {0.0f};
    float im[16] = {0.0f};

    for (int k = 0; k < samples; ++k) {
        #pragma unroll
        for (int l = 0; l < count; ++l) {
            const int voxel = first + l;
            const float phase = 2.0f * M_PI_F * (kx[k] * x[voxel] + ky[k] * y[voxel] + kz[k] * z[voxel]);

            re[l] += weight[k] * cos(phase);
            im[l] += weight[k] * sin(phase);
        }
    }
    for (int l = 0; l < count; ++l) {
        q_re[first + l] = re[l];
        q_im[first + l] = im[l];
    }
}
