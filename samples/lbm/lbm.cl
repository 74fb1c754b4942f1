/*
 * One time step of the D2Q9 lattice Boltzmann method on a periodic lattice:
 * every work-item relaxes the nine distributions of its cell towards their
 * equilibrium (BGK) and passes each on to the neighbour it moves to.
 *
 * The nine distributions of a cell stand together: f[cell*9 + d].
 */
__constant int CX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant int CY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant float WEIGHT[9] = {
    4.0f / 9.0f,
    1.0f / 9.0f, 1.0f / 9.0f, 1.0f / 9.0f, 1.0f / 9.0f,
    1.0f / 36.0f, 1.0f / 36.0f, 1.0f / 36.0f, 1.0f / 36.0f
};

int wrap(int position, int extent)
{
    return position < 0 ? extent - 1 : position == extent ? 0 : position;
}

__kernel void lbm_step(__global const float *src,
                       __global float *dst,
                       int W,
                       int H,
                       int ncells,
                       float omega)
{
    int cell = get_global_id(0);

    if (cell < ncells) {
        int x = cell % W;
        int y = cell / W;
        float f[9];
        float rho = 0.0f, ux = 0.0f, uy = 0.0f;

        for (int d = 0; d < 9; ++d) {
            f[d] = src[cell * 9 + d];
            rho += f[d];
            ux += CX[d] * f[d];
            uy += CY[d] * f[d];
        }
        ux /= rho;
        uy /= rho;

        for (int d = 0; d < 9; ++d) {
            float cu = 3.0f * (CX[d] * ux + CY[d] * uy);
            float eq = WEIGHT[d] * rho * (1.0f + cu + 0.5f * cu * cu - 1.5f * (ux * ux + uy * uy));
            int next = wrap(y + CY[d], H) * W + wrap(x + CX[d], W);

            dst[next * 9 + d] = f[d] + omega * (eq - f[d]);
        }
    }
}
