// Loops with masks, guards and promises to the compiler: what once went wrong, or easily could.

// 64 by 32: regions
kernel void strings_in_divided_loops(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    uint sum = i, m = i & 7;
    while (m) {
        char s[4] = "abc";
        for (uint k = 0; k < m; k++)
            s[k & 3] += k;
        sum = sum * 31 + s[0] + s[1] * 2 + s[3];
        m >>= 1;
    }
    out[i] = sum;
}

#define WAY(k)                   \
    if ((sum & 1023) == (k) * 4) \
        continue;                \
    sum = sum * 3 + (k);
#define WAYS(k) WAY(k) WAY(k + 1) WAY(k + 2) WAY(k + 3) WAY(k + 4) WAY(k + 5) WAY(k + 6) WAY(k + 7)
#define MANY(k) WAYS(k) WAYS(k + 8) WAYS(k + 16) WAYS(k + 24) WAYS(k + 32) WAYS(k + 40) WAYS(k + 48)

// 64 by 32: regions
kernel void many_ways_out(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    uint sum = i, left = i & 15;
    while (left) {
        left--;
        MANY(0) MANY(56) MANY(112) MANY(168)
    }
    out[i] = sum;
}

// 64 by 32: regions
kernel void generated_names(global int *out, global const int *in, int n)
{
    int item = get_global_id(0), lane = get_local_id(0);
    uint active = item, taken = 3, untaken = 4, in_round = 5, present = 6, whole = 7, pack_x = 8;
    uint pack_end = 9, local_x = 10, active_pack = 11, x_own = 12, ppcl = 13, end = 14;
    if (item == 77)
        return;
    while (active > 2) {
        uint x = active >> 1, local_y = x;
        if (x & 1) {
            uint x = 5;
            for (uint active = 0; active < x; active++) {
                if (active == (taken & 3))
                    continue;
                taken += active * lane + x;
            }
        } else if (x & 2) {
            uint x = 3;
            for (uint taken = x; taken < (uint)(item & 15); taken++)
                untaken += taken ^ x_own;
        }
        {
            uint x = in_round++;
            present ^= x * pack_x + local_y;
        }
        active -= x;
        end += pack_end ^ local_x;
    }
    out[item] = taken + untaken * 3 + in_round + present + whole + active_pack + end + ppcl;
}

// 64 by 32 + 7: regions
kernel void two_counters_in_a_head(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), lid = get_local_id(0);
    uint sum = i;
    for (int k = lid, j = 0; j < 6; j++, k += 2)
        sum = sum * 3 + k;
    uint left = i & 15;
    while (left > 1) {
        for (int k = lid, j = 0; j < 4; j++, k += 3)
            sum = sum * 5 + k;
        left >>= 1;
    }
    out[i] = sum;
}

// 64 by 32: regions
kernel void sides_with_effects(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), a = 0, b = 0;
    uint sum = i;
    while (a++ < (i & 7) && (b += a, b < 12 || (sum ^= b) & 1)) {
        sum = (sum & 1) ? sum * 3 + (b -= 2) : (sum >> 1) + a++;
        if ((sum & 2) && (a += 1) > 3 || (b++ & 4))
            continue;
        sum += (a > b) ? a : b;
    }
    out[i] = sum * 100 + a * 10 + b;
}

// 64 by 32: regions
kernel void only_returns(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    uint sum = i;
    out[i] = 3;
    while (1) {
        sum = sum * 3 + 1;
        if ((sum & 15) == 9)
            return;
        out[i] = sum;
        for (;;) {
            sum++;
            if (sum & 4)
                break;
            return;
        }
        do {
            if (sum & 8)
                break;
            sum ^= 5;
        } while (0);
        if (sum > 1000000)
            return;
    }
}

// 64 by 64: regions
kernel void two_ways_to_own_pairs(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    global int *a = out, *b = out + (in[0] - 3);
    for (int k = 0; k < n; k++) {
        int x = b[i * 2];
        a[i * 2 + 1] = x + in[i + k];
        int y = b[i * 2 + 1];
        a[i * 2] = x * 3 + y;
        out[i + 512] = y + in[i];
        out[i + 640] = x + in[i];
    }
}
