__kernel void stencil(__global const float *now,
                      __global float *next,
                      const int nx,
                      const int ny,
                      const int nz,
                      const float own,
                      const float side)
{
    const int first = get_global_id(0) * 16;
    const int y = get_global_id(1);

    if (first >= nx - 2 || y >= ny - 2)
        return;

    const int plane = nx * ny;
    const int count = min(16, nx - 2 - first);
    const int column = (y + 1) * nx + first + 1;
    float below[16], here[16];
    for (int l = 0; l < count; ++l) {
        below[l] = now[column + l];
        here[l] = now[column + plane + l];
    }

    for (int z = 1; z < nz - 1; ++z) {
        for (int l = 0; l < count; ++l) {
            const int at = column + z * plane + l;
            const float above = now[at + plane];
            const float around = now[at - 1] + now[at + 1] + now[at - nx] + now[at + nx];

            next[at] = own * here[l] + side * (below[l] + above + around);
            below[l] = here[l];
            here[l] = above;
        }
    }
}
