// Pointers that differ between work-items, arrays of arrays, and tiles.

typedef struct {
    int x, y;
    int4 more;
    int weight;
} star;

// 45 by 15: regions
kernel void rows_by_pointers(global int *out, global const int *in, int n)
{
    int row = get_global_id(0);
    global const int *from = in + row * n;
    global int *to = out + row;
    int most = from[0], sum = 0;
    for (int j = 1; j < n; ++j)
        if (from[j] > most)
            most = from[j];
    for (int j = 0; j < n; ++j)
        sum += (from[j] - most) * (from[j] & 7) + (j ^ most) * 3;
    to[0] = sum;
}

// 61 by 61 + 3: regions
kernel void pointers_that_walk(global int *out, global const int *in, int n)
{
    int i = get_global_id(0) - 3;
    if (i > 58)
        return;
    global const int *p = &in[i], *q = in + 3 + 2 * i, *end = q + n;
    int sum = 0;
    for (; q < end; q++) {
        sum += *p * 3 + (q[0] ^ p[1]) * 5 - (*q | i);
        p += 2;
        sum -= (*p & 15) * (p[-1] + 7);
    }
    out[i] = sum, sum += 2;
    out[i] ^= sum;
}

// 33 by 33: regions
kernel void walks_of_different_lengths(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    global const int *p = in + i;
    while (*p % 7 != 0 && sum < 100000) {
        sum += *p * 3 + (p[1] ^ sum) - (p[2] & 63) * 5;
        p += 1 + (sum & 1);
    }
    out[i] = sum;
}

// 40 by 20: regions
kernel void structures_by_pointers(global int *out, global const int *in, int n)
{
    local star all[20];
    int i = get_global_id(0), l = get_local_id(0);
    local star *own = &all[l];
    own->x = in[i];
    own->y = in[i + 1];
    own->more = (int4)(in[i + 2], in[i + 3], i, l);
    own->weight = in[i] & 15;
    barrier(CLK_LOCAL_MEM_FENCE);
    int a = 0, b = 0;
    for (int k = 0; k < 20; k++) {
        local const star *other = all + k;
        a += (other->x - own->x) * other->weight + other->more.y * own->more.z;
        b ^= other->y * own->weight + a;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    own->weight += a;
    own->more.x = b;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = all[19 - l].weight + all[l].more.x * 3;
}

// 24x8 by 8x4: regions
kernel void a_tile_by_columns(global int *out, global const int *in, int n)
{
    local int a[8][9], b[4][2][8];
    int li = get_local_id(0), lj = get_local_id(1), i = get_global_id(0), j = get_global_id(1);
    int s = 0;
    for (int t = 0; t < n; t++) {
        a[li][lj] = in[i * 8 + lj + t];
        a[7 - li][8 - lj] = in[j * 24 + i];
        if (lj == 0)
            a[li][4] = t + li;
        b[lj][li & 1][7 - (li >> 1)] = in[i + j] + t;
        b[lj][~li & 1][li >> 1] = in[t + li];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; k++)
            s += a[li][k] * b[k][li & 1][lj] - a[k][li] + (a[in[i] & 7][lj] ^ b[lj][1][li]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i != 5)
        a[li][lj] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[j * 24 + i] = a[li][lj] + (li > 2 ? a[li - 3][lj] : s);
}

// 33x31: regions
kernel void turned_round(global int *out, global const int *in, int n)
{
    size_t row = get_global_id(0), column = get_global_id(1);
    out[row * get_global_size(1) + column] = in[column * get_global_size(0) + row] + n;
}

// 70x9 by 1x1: regions
kernel void turned_round_one_by_one(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y + x * 9] = in[x + y * 70] * 2;
}

int wrapped(int x, int n)
{
    return (x + n) % n;
}

// 8x6 by 4x3: regions
kernel void rows_and_columns_in_strides(global int *out, global const int *in, int n)
{
    int w = 21, h = 13;
    for (int y = get_global_id(1); y < h; y += get_global_size(1))
        for (int x = get_global_id(0); x < w; x += get_global_size(0)) {
            int alive = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dx || dy)
                        alive += in[wrapped(y + dy, h) * w + wrapped(x + dx, w)] & 1;
            out[y * w + x] = alive == 3 || (alive == 2 && in[y * w + x] & 1);
        }
}

// 16 by 16: regions
kernel void all_in_strides(global int *out, global const int *in, int n)
{
    int total = n * 19;
    for (int t = get_global_id(0); t < total; t += get_global_size(0)) {
        int i = t / n, j = t % n;
        out[t] = i > 0 && j > 0 ? in[t] - in[(i - 1) * n + j] * in[i * n + j - 1] : -in[t];
    }
}

// 52 by 13: regions
kernel void vectors_behind_pointers(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int4 s = (int4)(0);
    int2 t = (int2)(1);
    for (int k = 0; k < n; k++) {
        s += vload4(0, in + 4 * i) * vload4(k, in) + vload4(i, in + 8);
        t ^= vload2(k, in + 2 * i) + vload2(0, in + 3 * i) + vload3(0, in + 3 * i + k).zy;
        s -= vload4(i & 1, in + in[i]);
    }
    out[i] = s.x + s.y * 3 + s.z * 5 + s.w * 7 + t.x - t.y;
}

// 20 by 20: regions
kernel void vectors_changed_in_memory(global int *out, global const int *in, int n)
{
    local int4 v[20];
    local int2 w[20];
    int i = get_global_id(0);
    v[i] = vload4(i, in);
    w[i] = (int2)(i, n);
    for (int k = 0; k < n; k++) {
        v[i] += k * v[i];
        v[i] ^= (int4)(i, k, n, 3);
        w[i] *= v[i].xw;
        if (in[i] & 1)
            w[i] -= (int2)(k, in[k]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int4 other = v[19 - i];
    out[i] = other.x + other.y * 3 + other.z * 5 + other.w * 7 + w[i].x + w[i].y;
}

// 48 by 24: regions
kernel void sums_of_several_numbers(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), s = 0;
    for (int k = 0; k < n; k++) {
        s += *(in + (in[i] & 15) + k) * 3 + (in + (in[k] & 7))[i] * 5;
        s ^= (&in[in[i] & 31])[in[i + k] & 31] + *(in + i + (in[i] & 3));
    }
    out[i] = s;
}
