/*
 * Lennard-Jones potential energy of every atom over its neighbours (lengths in
 * sigma, energies in epsilon), truncated and shifted so that it is zero at the
 * cut-off. One work-item per atom.
 *
 * The neighbour list is stored coalesced: neighbour j of atom i is n[i + j*A],
 * so that neighbouring work-items read neighbouring elements.
 */
#define CUTOFF2 10.24f                               /* (3.2 sigma)^2 */
#define CUTOFF6 (1.0f / (CUTOFF2 * CUTOFF2 * CUTOFF2))
#define SHIFT (CUTOFF6 * (CUTOFF6 - 1.0f))           /* a quarter of the energy at the cut-off */

__kernel void md_energy(__global float *f,
                        __global const float4 *p,
                        __global const int *n,
                        int N,
                        int A)
{
    int tid = get_global_id(0);

    if (tid < A) {
        float4 own = p[tid];
        float energy = 0.0f;

        for (int j = 0; j < N; ++j) {
            int idx = n[tid + j*A];
            float4 pos = p[idx];

            float dx = own.x - pos.x;
            float dy = own.y - pos.y;
            float dz = own.z - pos.z;
            float r2 = dx*dx + dy*dy + dz*dz;

            if (r2 < CUTOFF2) {
                float s = 1.0f / r2;
                float s3 = s * s * s;
                energy += s3 * (s3 - 1.0f) - SHIFT;
            }
        }
        f[tid] = 4.0f * energy;
    }
}
