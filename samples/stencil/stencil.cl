/* One step of a 7-point stencil: a point's new value is a weighted sum of its own and of those of
 * its six neighbours; points at the faces keep theirs. A work-item goes along a column of points,
 * in z: the value above a point is then its own, and then the one below. */
__kernel void stencil(__global const float *now,
                      __global float *next,
                      const int nx,
                      const int ny,
                      const int nz,
                      const float own,
                      const float side)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);

    if (x >= nx - 2 || y >= ny - 2)
        return;

    const int plane = nx * ny;
    const int column = (y + 1) * nx + x + 1;
    float below = now[column];
    float here = now[column + plane];

    for (int z = 1; z < nz - 1; ++z) {
        const int at = column + z * plane;
        const float above = now[at + plane];
        const float around = now[at - 1] + now[at + 1] + now[at - nx] + now[at + nx];

        next[at] = own * here + side * (below + above + around);
        below = here;
        here = above;
    }
}
