// Variables that are declared first and set later, in packs that run as vectors.

// 61 by 61: regions
kernel void declared_at_the_top(global int *out, global const int *in, int n)
{
    uint x, y, line;
    int i, off, far, center, sum;
    i = get_global_id(0);
    line = n * 3;
    center = n / 2;
    sum = 0;
    if (i >= center * 4 && i < 50 - center) {
        for (y = 0; y < n; y++) {
            off = line * (y - center);
            for (x = 0; x < n; x++) {
                far = 2 * (x - center);
                sum += in[y * n + x] * in[(i + off + far) & 1023];
            }
        }
        out[i] = sum;
    } else {
        out[i] = in[i];
    }
}

// 64 by 64: regions
kernel void set_again_and_again(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), t, sum = 0, last;
    t = in[i];
    sum += t * 2;
    t = in[i + 1];
    for (int k = 0; k < n; k++) {
        int own;
        sum += t;
        t = in[i + k];
        own = t & k;
        sum -= own;
        own = sum + t;
        last = own;
        if (own & 1)
            continue;
        sum ^= last;
    }
    out[i] = sum + t + last;
}

// 64 by 64: regions
kernel void set_where_few_come(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0, seen = 0, k = 0;
    int scale, bias, kept;
    kept = n + 1;
    while (k < in[i]) {
        int step;
        if (in[i + k] > 5) {
            scale = n * 2;
            step = k + n;
            sum += scale * in[i];
            for (int j = 0; j < n; j++)
                sum += step + j * scale;
            seen = k;
        }
        k++;
    }
    if (in[i] > 3) {
        bias = kept * 3;
        if (in[i] & 1)
            sum += bias;
        for (int j = 0; j < kept; j++)
            sum += bias * in[i + j];
    }
    out[i] = sum + seen * 1000;
}

// 64 by 64: regions
kernel void from_one_round_to_the_next(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0, before, rounds = 0;
    for (int k = 0; k < n; k++) {
        if (k > 0)
            sum += before * k;
        before = in[i + k];
    }
    int last;
    do {
        last = rounds * 3;
        rounds++;
    } while (rounds < in[i]);
    out[i] = sum + last * 100 + before;
}

// 64 by 64: regions
kernel void pointers_and_floats(global int *out, global const int *in, int n, local int *s)
{
    int i, k;
    float f, total;
    global const int *row;
    local int *own;
    i = get_global_id(0);
    row = in + n;
    own = s + i;
    *own = row[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    total = 0;
    for (k = 0; k < n; k++) {
        f = s[(i + k) & 63] * 0.5f;
        total += f * row[k];
    }
    out[i] = (int)total;
}

// 60 by 30: regions
kernel void under_switches_and_branches(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), x, y;
    switch (in[i] & 3) {
    case 0:
        x = 7;
        break;
    case 1:
        x = in[i + 1];
    default:
        x = n;
    }
    if (in[i] > 7)
        y = x + 1;
    else
        y = x - n;
    out[i] = x * 100 + y;
}

// 64 by 64: regions
kernel void begins_where_it_stands(global int *out, global const int *in, int n, local int *s)
{
    int own = get_local_id(0), i = get_global_id(0), sum = 0, taps = 0;
    s[own] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = own; j < own + n; j++)
        sum += s[j & 63] * in[taps++];
    for (int j = i + 1; j <= n + (i + 1); j += 2) {
        if (j & 4)
            continue;
        sum += in[j] - j;
    }
    for (int j = own - 1; j != own - 1 + n; ++j)
        for (int k = j; k < j + 3; k++)
            sum ^= in[(j & 7) + (k & 15)];
    out[i] = sum;
}

// 64 by 64: regions
kernel void begins_and_changes(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), from = i, sum = 0;
    for (int j = from; j < from + n; j++)
        if (in[j] > 5)
            from++;
    for (int j = i; j < i + n; j++) {
        sum += in[j];
        if (in[j] == 3)
            j++;
    }
    for (int j = i; j < i + in[i]; j++)
        sum -= j;
    for (uint j = i; j < i + 3u; j++)
        sum += j;
    out[i] = sum + from;
}
