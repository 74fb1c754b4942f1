// Helper functions and private arrays that packs run as vectors.

int wrap(int position, int extent)
{
    return position < 0 ? extent - 1 : position == extent ? 0 : position;
}

uint next_random(uint *state)
{
    uint x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    *state = x;
    return x;
}

float uniform_of(uint *state)
{
    return (float)(next_random(state) >> 8) * 0x1p-24f;
}

int sign_of(int x)
{
    if (x < 0)
        return -1;
    if (x == 0)
        return 0;
    return 1;
}

int steps_of(int x, int most)
{
    int count = 0;
    for (int k = 0; k < most; k++) {
        if (x > k * 7) {
            x -= k;
            count++;
        }
    }
    return count * 100 + x;
}

int first_above(int x, int limit)
{
    for (int k = 0; k < 20; k++)
        if (x + k * k > limit)
            return k;
    return -1;
}

int at(global const int *in, int x, int y, int width)
{
    return in[y * width + x];
}

void swap_if(int *a, int *b, int is_more)
{
    if (is_more) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

int sum_of(const int *values, int count)
{
    int sum = 0;
    for (int k = 0; k < count; k++)
        sum += values[k] * (k + 1);
    return sum;
}

float4 scaled(float4 v, float by)
{
    v.w += 1.0f;
    return v * by;
}

void set_first(float4 *v, float x)
{
    v->x = x;
    v->yz += x;
}

int shrunk(int x)
{
    x -= 3;
    return x / 2;
}

float half_of(float x)
{
    return x / 2;
}

int half_int(int x)
{
    return x / 2;
}

float as_float_of(int x)
{
    return x;
}

uint as_uint_of(int x)
{
    return x;
}

int low_of(int x)
{
    return (x >> 2) % 16;
}

float one_or_two(int x)
{
    if (x > 3)
        return 1;
    return 2;
}

int h1(int x) { return x * x + (x >> 3); }
int h2(int x) { return h1(x) + h1(x + 1); }
int h3(int x) { return h2(x) + h2(x + 1); }
int h4(int x) { return h3(x) + h3(x + 1); }
int h5(int x) { return h4(x) + h4(x + 1); }
int h6(int x) { return h5(x) + h5(x + 1); }
int h7(int x) { return h6(x) + h6(x + 1); }
int h8(int x) { return h7(x) + h7(x + 1); }
int h9(int x) { return h8(x) + h8(x + 1); }
int h10(int x) { return h9(x) + h9(x + 1); }
int h11(int x) { return h10(x) + h10(x + 1); }
int h12(int x) { return h11(x) + h11(x + 1); }

// 96 by 48: regions
kernel void neighbours_around(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = -2; k <= 2; k++)
        sum += in[wrap(i + k, 96)] * (k + 3) + wrap(wrap(i - 95, 4) + k, 7);
    out[i] = sum;
}

// 64 by 32: regions
kernel void throws_dice(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), inside = 0;
    uint state = i * 7919u + 17u;
    for (int k = 0; k < n * 5; k++) {
        float x = uniform_of(&state), y = uniform_of(&state);
        if (x * x + y * y < 1.0f)
            inside++;
    }
    out[i] = inside * 64 + (int)(state & 63u);
}

// 80 by 40: regions
kernel void signs(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++)
        sum = sum * 3 + sign_of(in[i + k] - 5) + (sign_of(sum) < 0 ? shrunk(sum) : k);
    out[i] = sum;
}

// 66 by 33: regions
kernel void steps_in_steps(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = i;
    for (int k = 0; k < n; k++)
        sum = (sum ^ steps_of(sum & 63, k + 2)) & 0xffff;
    out[i] = sum + steps_of(i, 3);
}

// 48 by 48: regions
kernel void leaves_in_the_middle(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++)
        sum += first_above(in[i + k], k * 20) * (k + 1);
    out[i] = sum;
}

// 8x8 by 8x4: regions
kernel void by_place(global int *out, global const int *in, int n)
{
    int x = get_global_id(0), y = get_global_id(1), sum = 0;
    for (int k = 0; k < n; k++)
        sum += at(in, x + k, y, 8) - at(in, x, k, 8);
    out[y * 8 + x] = sum;
}

// 96 by 32: regions
kernel void sorts_its_own(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), values[7];
    for (int k = 0; k < 7; k++)
        values[k] = in[i + k * 3];
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 6; b++)
            if (values[b] > values[b + 1]) {
                int t = values[b];
                values[b] = values[b + 1];
                values[b + 1] = t;
            }
    out[i] = values[3] * 1000 + values[0] + values[6];
}

// 96 by 32: regions
kernel void counts_its_own(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), counts[8] = {1, 0, 2}, place = 0;
    for (int k = 0; k < n * 3; k++) {
        counts[in[i + k] & 7] += k + 1;
        place = (place + counts[(in[i] + k) & 7]) & 7;
        if (counts[place] > 20)
            counts[place] = counts[7 - place] - 2;
    }
    out[i] = sum_of(counts, 8) + place;
}

// 60 by 20: regions
kernel void tiles_in_registers(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    float acc[2][3], a[2];
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 3; c++)
            acc[r][c] = (float)(r - c);
    for (int k = 0; k < n; k++) {
        for (int r = 0; r < 2; r++)
            a[r] = (float)in[i + k + r];
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 3; c++)
                acc[r][c] += a[r] * (float)in[k * 3 + c];
    }
    out[i] = (int)(acc[0][0] + 2.0f * acc[0][2] - acc[1][1] + 3.0f * acc[1][2]);
}

// 64 by 64: regions
kernel void swaps(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), low = in[i], high = in[i + 3];
    for (int k = 0; k < n; k++) {
        swap_if(&low, &high, low > high);
        low += k + 1;
        swap_if(&high, &low, (in[i + k] & 3) == 0);
    }
    out[i] = low * 100 + high;
}

// 48 by 16: regions
kernel void scales(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0, sum_2 = 0;
    float4 v = (float4)((float)i, 1.0f, 2.0f, 3.0f), t = 0.0f;
    for (int k = 0; k < n; k++) {
        t += scaled(v, 0.5f) + scaled(t, 0.25f);
        set_first(&v, t.w);
        int position = shrunk(sum_2 + k), x = shrunk(position);
        sum += position - x;
        sum_2 += x;
    }
    out[i] = (int)(t.x + t.y * 2.0f + t.w * 8.0f) + sum * 3 + sum_2;
}

// 96 by 48: regions
kernel void behind_barriers(global int *out, global const int *in, int n)
{
    local int shared[48];
    int i = get_global_id(0), l = get_local_id(0), own[4] = {i, 2, 3, 4};
    for (int round = 0; round < 3; round++) {
        shared[l] = own[round] + wrap(i + round, 50);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; k++)
            own[k] += shared[(l + k) % 48] - k;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = own[0] ^ own[1] ^ own[2] ^ own[3];
}

// 64 by 32: regions
kernel void begins_loops(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0, k;
    for (int a = steps_of(2, 1); a < n * 40; a += 9)
        sum += a + in[i];
    for (k = shrunk(3); k < n; k++)
        sum ^= k << (i & 3);
    for (int a = shrunk(9), b = sign_of(i - 5); a < n; a++)
        sum += a * b;
    swap_if(&sum, &sum, 1);
    out[i] = sum + k;
}

// 64 by 64: regions
kernel void converts_on_the_way(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    float s = 0.0f, x = 1.5f;
    for (int k = 0; k < n; k++) {
        s += half_of(k) + as_float_of(k) / 2 + as_float_of(in[i]) / 2;
        sum += half_int(x * k) + (int)(as_uint_of(-k) / 2 & 0xffu) + low_of(x * 8.0f) + low_of(in[i + k]);
        s += k > 2 && one_or_two(k) / 4 > 0.3f ? one_or_two(in[i]) / 4 : half_of(in[i + k]);
    }
    out[i] = (int)(s * 8.0f) + sum;
}

// 64 by 64: regions
kernel void too_many_calls(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < 3; k++)
        sum += h12(k + i);
    out[i] = sum;
}

int taken_from(int *pool)
{
    *pool -= 3;
    return *pool + 1;
}

// 64 by 64: regions
kernel void takes_from_a_pool(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), pool = in[i], sum = 0;
    for (int round = 0; round < n; round++) {
        sum ^= taken_from(&pool);
        sum = sum + round * 3;
        pool = taken_from(&pool) + round;
        if (taken_from(&pool) > 4)
            sum -= taken_from(&pool) * (in[i + round] & 3);
    }
    out[i] = sum + pool * 1000;
}

int first_below(int x, int bound)
{
    for (;; x /= 2)
        if (x < bound)
            return x;
}

int pair_of(int a, int n)
{
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < 5) {
            if (((i * 7) ^ (j * 3)) == (a & 15))
                return i * 10 + j;
            if (j == 3 && (a & 16))
                break;
            j++;
        }
        if ((a & 63) == i)
            return -1;
    }
    return 99;
}

void reduced(int *x, int by)
{
    do {
        *x -= by;
        if ((*x & 7) == 3)
            return;
    } while (*x > 40);
    *x ^= 1;
}

float found_in_branch(float x, int n)
{
    if (x > 8.0f) {
        for (int i = 0; i < n; i++) {
            if (x < i)
                return 0.5f;
            x -= 1.0f;
        }
    } else {
        x += 2.0f;
    }
    return x;
}

// 63 by 63: regions
kernel void returns_in_loops(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    float all = 0.0f;
    for (int k = 0; k < n; k++) {
        sum += first_below(in[i + k] & 4095, 9 + k);
        sum ^= pair_of(in[i] + k, 4) * 3;
        int own = in[i + k] & 255;
        reduced(&own, 5 + (i & 3));
        sum += own;
        all += found_in_branch((float)(sum & 15), n);
    }
    out[i] = sum + (int)(all * 2.0f);
}
