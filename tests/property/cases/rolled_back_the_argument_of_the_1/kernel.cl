struct cell { uint a; float b; };
struct pair { uint first; uint second; };
__constant uint factors[4] = {3u, 5u, 7u, 11u};

uint mixed(uint value, uint times, uint plus)
{
    return value * times + plus;
}

uint row_of_t0(__global const uint *t0_v, int i_v)
{
    uint sum = 1u;
    for (int j_v = 0; j_v < (columns_v * 2); j_v++)
        sum = sum * 3u + t0_v[j_v * rows_v + i_v];
    return sum;
}

__kernel void ka_v(__global const uint *t0_v, __global uint *counts, __global uint *out_ka, int mode_v)
{
    __local uint tile_v[8];
    uint lid = get_local_id(0) + get_local_id(1) * get_local_size(0);
    uint group = get_local_size(0) * get_local_size(1);
    int i_v = get_global_id(1);
    int c_v = get_global_id(0);
    uint acc_v = (uint)i_v * 7u + 1u;
    acc_v += (uint)c_v * 31u;
    for (uint w = 0; w < (acc_v & 3u); w++) {
        if (mode_v > 2) {
            if (i_v < rows_v && c_v < columns_v) {
                for (int j_v = (columns_v * 2) - 1; j_v >= 0; j_v--)
                    acc_v = acc_v * 3u + t0_v[j_v * rows_v + i_v];
            }
        }
        for (int r = 0; r < 3; r++) {
            acc_v += factors[acc_v & 3u] * factors[i_v & 3];
        }
    }
    if ((get_group_id(0) & 1) == 0) {
        for (uint w = 0; w < (acc_v & 3u); w++) {
            acc_v += factors[acc_v & 3u] * factors[i_v & 3];
        }
        {
            struct pair p = {acc_v, (uint)i_v};
            p.first += p.second * 3u;
            acc_v = p.first ^ p.second;
        }
        if ((get_group_id(0) & 1) == 0) {
            if (i_v < rows_v && c_v < columns_v) {
                acc_v += row_of_t0(t0_v, i_v);
            }
            if (i_v < rows_v && c_v < columns_v) {
                for (int j_v = 0; j_v < (columns_v * 2); j_v++) {
                    int at = j_v * rows_v + i_v;
                    acc_v = acc_v * 3u + t0_v[at];
                }
            }
            if (i_v < rows_v && c_v < columns_v) {
                atomic_add(&counts[acc_v & 7u], 1u);
            }
        }
    }
    tile_v[lid] = acc_v;
    barrier(CLK_LOCAL_MEM_FENCE);
    acc_v += tile_v[(lid + 1u) % group];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i_v < rows_v && c_v < columns_v) {
        if (c_v == 0) {
            out_ka[i_v] = acc_v;
        }
    }
}

__kernel void kb_v(__global uint *t0_v, __global uint *out_kb, int mode_v)
{
    __local uint tile_v[8];
    uint lid = get_local_id(0) + get_local_id(1) * get_local_size(0) + get_local_id(2) * get_local_size(0) * get_local_size(1);
    uint group = get_local_size(0) * get_local_size(1) * get_local_size(2);
    int i_v = get_global_id(1);
    int c_v = get_global_id(0);
    int z = get_global_id(2);
    uint acc_v = (uint)i_v * 7u + 1u;
    acc_v += (uint)c_v * 31u;
    if (mode_v > 2) {
        switch (acc_v & 3u) {
            case 0:
            acc_v += 5u;
            break;
            case 1:
            acc_v ^= 9u;
            default:
            acc_v += 2u;
        }
        tile_v[lid] = acc_v;
        barrier(CLK_LOCAL_MEM_FENCE);
        acc_v += tile_v[(lid + 1u) % group];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile_v[lid] = acc_v;
        barrier(CLK_LOCAL_MEM_FENCE);
        acc_v += tile_v[(lid + 3u) % group];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i_v < rows_v && c_v < columns_v) {
        t0_v[(c_v * 2 + z) * rows_v + i_v] = t0_v[(c_v * 2 + z) * rows_v + i_v] + acc_v + (uint)(c_v * 2 + z);
        if (c_v == 0 && z == 0) {
            out_kb[i_v] = acc_v;
        }
    }
}

__kernel void kc_v(__global const uint *t0_v, __global uint *out_kc, int mode_v)
{
    int i_v = get_global_id(0);
    int c_v = get_global_id(1);
    int z = get_global_id(2);
    uint acc_v = (uint)i_v * 7u + 1u;
    acc_v += (uint)c_v * 31u;
    for (int j_v = 0; j_v < (columns_v * 2); j_v++) {
        int at = j_v * rows_v + i_v;
        acc_v = acc_v * 3u + t0_v[at];
    }
    if (c_v == 0 && z == 0) {
        out_kc[i_v] = acc_v;
    }
}
