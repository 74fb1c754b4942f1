// Loops that work-items leave at different times, which packs run with masks.

// 96 by 48: regions
kernel void leaves_at_its_own_time(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), rounds = 0;
    float x = (float)(i % 7) * 0.25f, y = 0.0f;
    while (x * x + y * y <= 4.0f && rounds < n * 4) {
        float t = x * x - y * y + 0.25f;
        y = 2.0f * x * y + 0.125f * (float)(i & 3);
        x = t;
        rounds++;
    }
    out[i] = rounds * 100 + (int)(x * 8.0f);
}

// 80 by 40: regions
kernel void breaks_and_continues(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0, k;
    for (k = i & 3; k < 40; k++) {
        if ((k + i) % 5 == 0)
            continue;
        sum += k ^ i;
        if (sum > 200) {
            sum -= 1000;
            break;
        }
        sum += 3;
    }
    out[i] = sum * 64 + k;
}

// 96 by 32: regions
kernel void returns_from_loops(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = i;
    out[i] = 7;
    if (i % 11 == 4)
        return;
    for (int k = 0; k < 12; k++) {
        sum = sum * 3 + k;
        if ((sum & 31) == 17) {
            out[i] = -sum;
            return;
        }
    }
    for (int k = 0; k < n; k++)
        sum ^= k << (i & 3);
    out[i] = sum;
}

// 64 by 32: regions
kernel void does_at_least_once(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), value = i, count = 0;
    do {
        count++;
        if (value & 1) {
            value = value * 3 + 1;
            continue;
        }
        value >>= 1;
    } while (value > 1 && count < 50);
    out[i] = count * 1000 + value;
}

// 72 by 36: regions
kernel void even_loops_in_divided_ones(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), steps = 9;
    for (int p = i; p < 200; p += 72) {
        uint value = 0;
        for (int bit = 0; bit < steps; ++bit) {
            if ((p >> bit) & 1)
                value ^= 0x9e3779b9u * (bit + 1);
            if (bit == 3)
                continue;
            value += bit;
        }
        for (steps = 3; steps < 9; steps += 2)
            value = value * 5u + steps;
        out[p] = (int)value;
    }
    if (i == 5)
        out[700] = steps;
}

// 64 by 32: regions
kernel void counters_that_outlive_a_loop(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), b = 77, sum = 0;
    while (sum < i * 2) {
        for (b = 0; b < 6; b++)
            sum += b;
        sum -= i & 3;
    }
    out[i] = sum * 100 + b;
}

// 64 by 32: regions
kernel void divided_loops_in_even_ones(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    uint sum = 1;
    for (int k = 0; k < n; k++) {
        uint left = (i * 7 + k) & 31;
        while (left) {
            sum = sum * 3 + (left & 1);
            left >>= 1;
        }
        if (sum == 0)
            break;
    }
    out[i] = (int)sum;
}

// 64 by 32: regions
kernel void divided_loops_in_divided_ones(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int a = 0; a < (i & 7); a++) {
        int b = a;
        while (b < (i >> 2)) {
            b += 2;
            if (((b * i) & 15) == 9)
                break;
            for (int c = 0; c < (b & 3); c++) {
                if (((a + b + c) & 7) == 7)
                    continue;
                sum += c * b;
            }
        }
        sum ^= a + b;
        if (sum > 5000)
            return;
    }
    out[i] = sum;
}

// 64 by 32: regions
kernel void loops_on_both_sides(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    uint hash = i;
    if (i % 3 != 0) {
        for (int k = 0; k < n; k++)
            hash = hash * 31u + k;
        if (hash & 4)
            for (int k = 0; k < 4; k++)
                hash ^= hash >> 3;
        hash++;
    } else {
        int rounds = 0;
        for (int k = 0; k < 2 * n; k++) {
            hash ^= hash << (k & 7);
            if (k > (i & 7))
                break;
            rounds++;
        }
        hash += rounds;
    }
    out[i] = (int)hash;
}

// 64 by 32: regions
kernel void masked_stores_and_loads(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), k = 0;
    while (k < (i & 7)) {
        if (i + 64 * k < 512)
            out[i + 64 * k] = k * i;
        k++;
    }
    for (k = i & 3; k < 7; k++)
        if (i + k < 16)
            out[i + 512] = in[i + k] + k;
}

// 64 by 32: regions
kernel void private_arrays_in_divided_loops(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), kept[8], sum = 0;
    for (int k = 0; k < 8; k++)
        kept[k] = i + k;
    for (int k = 0; k < 20; k++) {
        kept[k & 7] += sum;
        sum = (sum + kept[(k + 3) & 7]) & 0xffff;
        if (sum > 500 + i)
            break;
    }
    out[i] = sum + kept[2];
}

// 48 by 24: regions
kernel void masks_around_barriers(global int *out, global const int *in, int n)
{
    local uint row[24];
    int i = get_global_id(0), lid = get_local_id(0);
    uint sum = i;
    for (int r = 0; r < 3; r++) {
        int left = lid & 7;
        while (left > 0) {
            sum = sum * 3 + left;
            left -= 1 + (sum & 1);
        }
        row[lid] = sum & 0xff;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += row[23 - lid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (sum & 1)
        return;
    for (int k = 0; k < n; k++)
        sum += k * lid;
    out[i] = (int)sum;
}

// 37 by 37: regions
kernel void fewer_than_a_vector_at_the_end(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    int x = in[i] + i, steps = 0;
    while (x > 3 && steps < 60) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    out[i] = steps * 100 + x;
}

// 80 by 40: regions
kernel void loops_where_not_taken(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    if (in[i] > 5)
        sum += 3;
    else {
        while (sum < i)
            sum += 2;
    }
    for (int k = 0; k < n; k++)
        sum += k;
    out[i] = sum;
}

// 45 by 45: regions
kernel void loops_in_a_branch_of_a_loop(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = i;
    while (sum < 100) {
        if (sum & 1) {
            while (sum % 7)
                sum += 1;
        }
        sum++;
    }
    out[i] = sum;
}

// 40 by 40: regions
kernel void loops_where_not_taken_alone(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    if (in[i] > 5) {
        while (sum < i)
            sum += 2;
    } else
        sum += 3;
    out[i] = sum;
}

// 67 by 67: regions
kernel void counted_and_left(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = in[i] & 63, rounds = 0;
    for (int k = 0; k < n * 5; k++) {
        rounds++;
        if (sum & 1) {
            sum += 3 + k;
            continue;
        }
        if (sum > 150 + i)
            break;
        for (int j = 0; j < 4; j++) {
            sum += in[i + j] & 7;
            if ((sum & 31) == j)
                break;
            sum ^= j;
        }
        sum += k;
    }
    out[i] = sum * 100 + rounds;
}

// 53 by 53: regions
kernel void counted_and_returned(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = in[i] & 63;
    if (i > 50)
        return;
    out[i] = -1;
    for (int k = i & 1; k < 20; k++)
        for (int j = 0; j < n; j++) {
            sum += j * k;
            if (sum > 60 + i) {
                out[i] = sum * 100 + k;
                return;
            }
        }
    out[i] = sum;
}

// 59 by 59: regions
kernel void kept_for_those_that_left(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), z = in[i] & 31, w = 1, last = 0, sum = 0;
    for (int o = 0; o < n; o++) {
        int own = z + o, behind = 3;
        for (int k = 0; k < 9; k++) {
            own = own * 3 & 127;
            z += own & 3;
            w = own ^ k;
            last = w;
            if (own > 90 + (i & 7))
                break;
            behind = own;
            if (k & 1)
                sum += w;
        }
        sum ^= behind + last;
        z &= 63;
    }
    while (w < 500) {
        w = w * 2 + (i & 3) + 1;
        z = w ^ 5;
    }
    out[i] = sum * 100 + z;
}

// 64 by 64: regions
kernel void a_mask_beside_another(global int *out, global const int *in, int n)
{
    int x = get_global_id(0);
    if (in[x] > 4) {
        out[x] = 3;
    } else {
        if (in[x] < 0) {
            out[x + 64] = 5;
            out[x] = 1;
        } else {
            int t = 0;
            for (int k = 0; k < n; k++)
                t += in[x + k * 3] * k;
            out[x] = t;
        }
    }
}

// 32 by 16: regions
kernel void a_branch_of_all_in_a_loop_that_is_left(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), w = 0, f = in[i] & 63;
    while (f < 100) {
        if (n > 2) {
            for (int k = 0; k < (i & 7); k++)
                f += k * 3;
            f += (in[i] & 31) + 1;
        }
        w++;
    }
    out[i] = f * 100 + w;
}

// 32 by 16: regions
kernel void such_a_branch_in_a_counted_loop(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), f = i;
    for (int j = 0; j < 20; j++) {
        if (n > 2) {
            while (f < (in[i] & 15) * j)
                f += 3;
            f++;
        } else
            f += 2;
        if (f > 40)
            break;
    }
    out[i] = f;
}
