// Doubles in packs that run as vectors.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// 64 by 64: regions
kernel void sums_of_doubles(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    double sum = 0, x = in[i] * 0.1;
    for (int k = 0; k < n; k++) {
        sum += x * in[i + k] / 3.0 + k;
        x = sum > 9.5 ? x - 1.5 : x + in[k];
    }
    out[i] = (int)(sum * 1000.0);
    out[i + 64] = (int)(uint)(x * 77.0 + 1e5) + (sum < x) + (sum == x) * 2;
}

// 61 by 61: regions
kernel void literals_without_f(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    float x = in[i] / 2.0, y = 1.0 / (in[i + 1] + 1.0f);
    for (int k = 0; k < n; k++) {
        x = x * 0.5 + y * 2.5;
        y *= 1.25;
        x += 0.001;
        y -= x > 3.0 ? 0.5 : 0.25;
    }
    int whole = in[i];
    whole *= 1.5;
    whole += 0.75f;
    out[i] = (int)(x * 4096) + (int)(y * 1024) + whole;
}

// 64 by 32: regions
kernel void memory_of_doubles(global int *out, global const int *in, int n)
{
    global double *d = (global double *)out;
    int i = get_global_id(0), k = (i * 5) & 63;
    d[i + 64] = in[i] * 1.5 + 1;
    d[128 + 2 * i] = in[i] - 0.5;
    d[256 + k] = in[k] * 3 + d[128 + 2 * i];
    d[320 + i] = d[256 + k] + d[64 + i];
}

// 70 by 35: regions
kernel void doubles_under_masks(global int *out, global const int *in, int n)
{
    global double *d = (global double *)out;
    int i = get_global_id(0);
    d[i] = in[i] + 0.25;
    if (in[i] > 5 && d[i] < 14.0) {
        double own = d[i] * 2;
        if (in[i] & 1)
            own = -own;
        else
            d[i + 100] = own + 1;
        d[i + 200] = own;
    } else if (in[i] > 2)
        d[in[i] + 300 + 16 * (i & 7)] = 0;
    out[i + 900] = d[i] > 4 || d[i] < 2;
}

// 64 by 64: regions
kernel void leaves_when_large(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), rounds = 0;
    double re = 0, im = 0, x = (in[i] - 10) * 0.2, y = (i - 30) * 0.04;
    while (re * re + im * im < 4.0 && rounds < 40) {
        double next = re * re - im * im + x;
        im = 2 * re * im + y;
        re = next;
        rounds++;
    }
    out[i] = rounds;
}

// 64 by 64: regions
kernel void builtins_of_doubles(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    double x = in[i] * 0.37 - 2, y = in[i + 1] + 0.5, sum = 0;
    for (int k = 0; k < n; k++) {
        sum += sqrt(y + k) + fabs(x) + fmax(x, y - k) * fmin(x, 1.0) + floor(x * k) + ceil(y / 3);
        sum += fma(x, y, sum) * 0.01 + mad(x, 0.5, 1.0) + clamp(sum, -1.0, 1.0);
        x = rint(sum) * 0.1 + trunc(y) - copysign(0.5, x);
    }
    out[i] = (int)(sum * 16);
    out[i + 64] = convert_int_rte(x * 3) + convert_uchar_sat(sum) + (int)convert_float(y);
}

// 64 by 64: regions
kernel void kept_doubles(global int *out, global const int *in, int n, local int *s)
{
    int i = get_global_id(0);
    double own = in[i] * 1.1, part[3];
    for (int k = 0; k < 3; k++)
        part[k] = own + k;
    s[i] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; k++)
        own += part[k % 3] * s[(i + k) & 63];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[i] = (int)own;
    part[s[i] % 3] = 7.5;
    out[i] = (int)(own * 10 + part[0] + part[1] * 2 + part[2] * 3);
}

// 48 by 24: regions
kernel void bits_and_ids(global int *out, global const int *in, int n)
{
    size_t i = get_global_id(0);
    double x = i, share = (double)i / get_global_size(0);
    uchar byte = share * 255.0;
    bool large = share > 0.5;
    out[i] = (int)(x * 3.5) + byte * 1000 + large;
    out[i + 64] = (int)((uint)(x * 80000000.0) >> 4) - (int)(float)(share * 100);
}

// 64 by 64: regions
kernel void bytes_in_some_lanes(global int *out, global const int *in, int n)
{
    global const uchar *bytes = (global const uchar *)in;
    global const char *signs = (global const char *)in;
    int i, t, r;
    double d;
    i = get_global_id(0);
    d = in[i] * 0.5;
    t = 4095 - i;
    if (t > 4072)
        r = bytes[t] + signs[4 * i];
    else
        r = in[i] + bytes[i] - signs[i];
    out[i] = r + (int)(d * 4);
}

// 40 by 20: regions
kernel void signs_of_zeros(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    double d = -0.0 * in[i], e = in[i] & 1 ? d : -d;
    for (int k = 0; k < n; k++) {
        d = sin(d);
        e = sin(e);
    }
    out[i] = signbit(d) + signbit(e) * 2;
}
