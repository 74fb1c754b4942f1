// Loops that packs of work-items run as vectors: what is the same for a row, what grows along it,
// and what each work-item has for itself.

// 96 by 48: regions
kernel void numbers_of_each(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    int sum = i, mixed = 3 * i - n;
    float real = 0.5f * i;
    uint bits = 7u;
    for (int k = 0; k < n; k++) {
        const int value = in[i + k];
        sum += value * (i - k);
        mixed ^= (value | k) & 0xff;
        real = real * 0.25f + (float)value - k;
        bits = bits * 5u + 1u;
        ++sum;
        mixed--;
    }
    out[i] = sum - mixed + (int)real + (int)bits;
}

// 20x9 by 20x3 + 2x1: regions
kernel void guarded_in_rows(global int *out, global const int *in, int n)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < 3 || !(y != 4) || x - n >= 13)
        return;
    global const int *row = in + y * n;
    int sum = 0;
    for (int k = 0; k < y; k++)
        sum += row[k] * in[x + k];
    if (y & 1) {
        for (int k = n; k > 0; k--)
            sum -= in[x + 2 * k] - k;
    }
    out[y * 23 + x] = sum;
}

// 51 by 17: regions
kernel void rows_that_are_no_whole_vectors(global int *out, global const int *in, int n)
{
    const size_t i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum = sum * 3 + in[i + k];
    out[i] = sum;
}

// 3 by 3: regions
kernel void a_row_of_three(global int *out, global const int *in, int n)
{
    const uint i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[i] << 1;
    for (int k = 0; k < n; k++)
        out[i] += sum * k;
}

// 64 by 32: regions
kernel void between_barriers_by_rows(global int *out, global const int *in, int n)
{
    local int tile[4][32];
    const int l = get_local_id(0), i = get_global_id(0);
    int sum = 1;
    for (int first = 0; first < n; ++first) {
        for (int k = 0; k < 4; ++k)
            tile[k][l] = in[i + first * k];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; ++k)
            sum += tile[k][l] * tile[k][first];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = sum;
}

// 64 by 32: regions
kernel void declared_with_a_loop(global int *out, global const int *in, int n)
{
    local int tile[32];
    const int l = get_local_id(0), i = get_global_id(0);
    int sum = in[i], other, half_of_it = 2, last = i;
    for (int k = 0; k < n; ++k)
        sum += in[i + k] * half_of_it;
    other = sum;
    for (int first = 0; first < n; ++first) {
        tile[l] = sum + first;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; ++k)
            other ^= tile[31 - l] + tile[k] * last;
        last++;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = sum + other + last;
}

// 40x2 by 20x2: regions
kernel void changed_where_it_is(global int *out, global const int *in, int n)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (y * 40 + x > 75)
        return;
    for (int k = 0; k < n; k++) {
        out[y * 40 + x] -= in[k + y] + x;
        out[y * 40 + x] ^= k;
    }
}

// 64 by 32: regions
kernel void neighbours_that_lie_apart(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    uint before = (uint)i - 1u;
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[2 * i + k] + in[100 - i] + in[before + 1u] + in[i & 7] + in[i];
    out[63 - i] = sum;
}

// 32 by 16: regions
kernel void names_of_ours(global int *out, global const int *in, int n)
{
    const int vector = get_global_id(0);
    int present = 0, vector_x = 1, lane = 2;
    if (vector > 29)
        return;
    for (int local_x = 0; local_x < n; local_x++)
        present += in[vector + local_x] * vector_x - lane;
    out[vector] = present;
}

// 70x3 by 35x3: regions
kernel void branches_that_divide_a_row(global int *out, global const int *in, int n)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= 66)
        return;
    int sum = 0, most = -100;
    for (int k = 0; k < n; k++) {
        const int value = in[x + k * y];
        if (value > most)
            most = value;
        if (value > 7 || (x > 3 && in[x - 3] == k)) {
            const int again = in[x + 1] - k;
            sum += again;
            if (again < 4 && y != 1) {
                sum ^= value;
                out[y * 70 + x] -= again;
            } else
                sum--;
        }
        sum += value == 3 ? in[k] : (x < 60 && k ? in[x + 5] : x);
    }
    out[y * 70 + x] += sum * 3 + most;
}

// 40 by 20: regions
kernel void what_is_read_for_some(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++) {
        sum += i > 4 ? in[i - 5] : k;
        if (i >= 10 && i < 30)
            sum += in[i - 10] * in[k];
        else if (k > 2)
            sum -= i;
    }
    out[i] = sum;
}

// 60 by 20: regions
kernel void from_anywhere(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    if (i > 57)
        return;
    int sum = 0;
    for (int k = 0; k < n; k++) {
        const int where = in[i + k];
        sum += in[where * 3 + k] - in[2 * i];
        if (where > 9)
            sum ^= in[where - 10];
        sum += in[i + 2] + (k < 2 ? in[where] : in[59 - i]);
    }
    out[i] = sum;
}

// 50 by 25: regions
kernel void builtin_functions_by_lane(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < n; k++) {
        const int value = in[i + k] - 4;
        const float there = (float)in[i];
        sum += max(value, k) + min(value, in[k]) - clamp(value, -1, 3) + mul24(value, 5);
        sum ^= any(value) + 2 * all(value - k) + select(value, k, in[i]);
        sum += (int)(fmax(there, 3.0f) + floor(there / 4.0f) + fabs(there - 6.0f) + sqrt(4.0f * there * there));
        sum += popcount(value) + abs_diff(value, k) + (int)sign(there - 3.0f) + (isgreater(there, 2.0f) ? 1 : 3);
    }
    out[i] = sum;
}

// 44 by 22: regions
kernel void integers_of_both_kinds(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    uint bits = 0x80000001u + i;
    for (int k = 0; k < n; k++) {
        const int value = in[i + k] - 7;
        sum += value / (k + 1) - value % (in[i] + 1) + (value << (k & 3)) + (value >> 1);
        bits = (bits >> (in[i] & 7)) ^ (bits << 3) ^ (uint)value;
        bits += value;
        sum -= bits / 5u % 1000u;
        if (value & 1)
            sum += (value > k) + 2 * (in[k] == value || !value);
        sum ^= ~value & (int)(bits > 100u);
        sum += (int)((float)(bits >> 9) * 0.5f) - (uint)((float)in[i] * 1.5f);
    }
    out[i] = sum;
}

// 60x2 by 30x2: regions
kernel void to_and_from_anywhere(global int *out, global const int *in, int n)
{
    const int i = get_global_id(0), y = get_global_id(1);
    local int tile[61];
    const uint reversed = 29u - get_local_id(0);
    int sum = 0;
    if (y == 1)
        tile[reversed * 2] = in[2 * i] + in[60 - i] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++) {
        sum += in[(uint)in[i] + k] + tile[reversed * 2] - in[3 * k];
        if (in[i] & 1)
            sum -= in[(uint)in[i] * 2u] + tile[2 * get_local_id(0)];
    }
    if (i > 2 && i < 55)
        out[119 - (i + 60 * y)] = sum;
    out[(i ^ 1) + 60 * y + 130] += sum * 2;
}
