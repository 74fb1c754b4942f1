/* The potential at each point of a lattice, of all charges within the cutoff:
 *
 *   sum over atoms of charge / r * (1 - r^2 / cutoff^2)^2
 *
 * Atoms are sorted by cells whose edges are as long as the cutoff; those of cell c are first[c] to
 * first[c + 1] - 1. An empty layer of cells lies round all others, so that cell (0, 0, 0) of the
 * lattice has the number (1, 1, 1). A cell has as many points as two work-groups, one on top of the
 * other; all points of a group look for atoms in the same 27 cells. */
__kernel void cutcp(__global const float4 *atoms,
                    __global const int *first,
                    __global float *potential,
                    const int nx,
                    const int ny,
                    const int nz,
                    const int cells_x,
                    const int cells_y,
                    const float spacing,
                    const float cutoff)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int z = get_global_id(2);

    if (x >= nx || y >= ny || z >= nz)
        return;

    const int left = get_group_id(0);
    const int front = get_group_id(1);
    const int bottom = get_group_id(2) / 2;
    float sum = 0.0f;

    for (int k = bottom; k < bottom + 3; ++k)
        for (int j = front; j < front + 3; ++j) {
            const int cell = (k * cells_y + j) * cells_x + left;

            for (int i = first[cell]; i < first[cell + 3]; ++i) {
                const float dx = atoms[i].x - x * spacing;
                const float dy = atoms[i].y - y * spacing;
                const float dz = atoms[i].z - z * spacing;
                const float r2 = dx * dx + dy * dy + dz * dz;

                if (r2 < cutoff * cutoff) {
                    const float s = 1.0f - r2 / (cutoff * cutoff);
                    sum += atoms[i].w * rsqrt(r2) * s * s;
                }
            }
        }
    potential[(z * ny + y) * nx + x] = sum;
}
