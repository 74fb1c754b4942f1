// Packs that run as vectors, of which some statements run for one work-item after another.

#define WORK(k) ((in[i + (k)] * 3 ^ in[i + (k) + 1]) + (in[i + (k) + 2] & in[i + (k) + 3]) * 5 \
                 - (in[i + (k) + 4] | in[i] + (k)) + (in[i + 1] * 7 ^ in[i + 2] * 11 + (k) * 13))

uint stepped(uint *state)
{
    uint x = *state;
    for (int k = 0; k < 2; k++) {
        x ^= x << 13;
        if (x == 5)
            return 7;
        x ^= x >> 17;
    }
    *state = x;
    return x;
}

int halved(int x)
{
    for (;; x /= 2)
        if (x < 9)
            return x;
}

uchar rounded(uchar x)
{
    for (;; x++)
        if (!(x & 3))
            return x;
}

// 67 by 67: regions
kernel void helpers_with_loops(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++) {
        sum += WORK(k) + (WORK(k + 1) & 1023) - WORK(k + 2) * 3;
        int g = halved(sum & 255) + i;
        sum ^= g;
    }
    out[i] = sum;
}

// 61 by 61: regions
kernel void a_state_by_address(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    uint state = in[i] + 1;
    if (i > 57)
        return;
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        sum += stepped(&state) & 7;
    }
    out[i] = sum ^ state;
}

// 61 by 61: regions
kernel void asked_one_by_one(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        if (halved(in[i + k] & 63) > 5)
            sum -= WORK(k + 5) + i;
        else if (sum & 1)
            sum = halved(sum & 127) + i * 3;
    }
    out[i] = sum;
}

// 64 by 32: regions
kernel void counts(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        if (sum & 4)
            atomic_add(&out[sum & 31], k + i);
        atomic_inc(out + 32 + (sum & 7));
    }
}

// 66 by 33: regions
kernel void counts_in_local_memory(global int *out, global const int *in, int n)
{
    local int count[8];
    int i = get_global_id(0), sum = 0, own = get_local_id(0);
    if (own < 8)
        count[own] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        atomic_max(&count[sum & 7], in[i] & 255);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = sum ^ count[own & 7];
}

// 47 by 47: regions
kernel void narrow_numbers(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    uchar small = in[i];
    short least = 0;
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        small = rounded(small + k);
        least -= rounded(sum) * 100;
    }
    out[i] = sum + small * 3 + least;
}

// 45 by 45: regions
kernel void switches_and_ids(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    global const int *mine = in + i;
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        switch (sum & 3) {
        case 0:
            sum += halved(get_local_id(0) * 9);
            break;
        case 1:
            sum ^= mine[k];
        default:
            sum -= (int)get_global_id(0);
        }
    }
    out[i] = sum;
}

// 39 by 39: regions
kernel void arrays_of_their_own(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0, own[4] = {1, 2, 3, 4};
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        own[k & 3] += halved(sum & 511);
        sum += halved(own[sum & 3] & 63);
    }
    out[i] = sum + own[0] - own[1] + own[2] * own[3];
}

// 40 by 40: regions
kernel void choices_of_a_row(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++) {
        sum += WORK(k) - (WORK(k + 1) | 3) + WORK(k + 3) * WORK(k);
        sum += n > 4 ? sum >> 3 : in[i];
        int last = k > 2 ? sum : i;
        sum ^= last * 3;
    }
    out[i] = sum;
}

// 64 by 64: regions
kernel void masks_that_a_lane_sets(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), s = 0, w = 1;
    long wide = (long)in[x] * 1000003;
    if (wide > 5) {
        for (int k = 0; k < n; k++) {
            s += in[x + k] * k + in[x + k + 1] * 3 + (in[x + k + 2] ^ 5);
            s ^= k;
        }
    } else {
        for (int k = x & 1; k < n; k++)
            s -= in[x + k] * 3 + (in[x + k + 2] ^ 5) * (in[x + k + 1] & 7);
    }
    w *= 3;
    s += (int)(wide & 7) * w;
    for (int k = 0; k < n; k++) {
        s += in[x + k] * k + in[x + k + 1] * 3 + (in[x + k + 2] ^ 5);
        s ^= k + w;
        s &= 0xffff;
    }
    out[x] = s + w;
}
