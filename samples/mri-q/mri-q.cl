/* The matrix Q of the reconstruction of an image from samples of its Fourier transform at arbitrary
 * places (kx, ky, kz): for each voxel at (x, y, z)
 *
 *   Q = sum over samples of |phi|^2 * exp(2 * pi * i * (kx * x + ky * y + kz * z))
 */

/* |phi|^2 of each sample. */
__kernel void find_weights(__global const float *phi_re,
                           __global const float *phi_im,
                           __global float *weight,
                           const int samples)
{
    const int k = get_global_id(0);

    if (k < samples)
        weight[k] = phi_re[k] * phi_re[k] + phi_im[k] * phi_im[k];
}

/* One work-item per voxel; all go through the same samples in the same order. */
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
    const int voxel = get_global_id(0);

    if (voxel >= voxels)
        return;

    const float own_x = x[voxel];
    const float own_y = y[voxel];
    const float own_z = z[voxel];
    float re = 0.0f;
    float im = 0.0f;

    for (int k = 0; k < samples; ++k) {
        const float phase = 2.0f * M_PI_F * (kx[k] * own_x + ky[k] * own_y + kz[k] * own_z);

        re += weight[k] * cos(phase);
        im += weight[k] * sin(phase);
    }
    q_re[voxel] = re;
    q_im[voxel] = im;
}
