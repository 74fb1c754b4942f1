/* Expressions whose printing or evaluation is easy to get wrong. */

// 16 by 8: regions
kernel void targets_with_effects(global int *out, global const int *in, int n)
{
    int gid = get_global_id(0), i = 0, a[4] = {100, 200, 300, 400};
    int2 v[3] = {(int2)(1, 2), (int2)(3, 4), (int2)(5, 6)};
    a[i++] += n - 2;
    a[i++] >>= 3;
    a[i] %= n;
    v[i--].x = 9;
    v[i--] += (int2)(7);
    out[gid] = a[0] + a[1] + a[2] + a[3] + v[0].x + v[1].y + v[2].x * 1000 + i * 100000;
}

// 16 by 8: regions
kernel void precedence(global int *out, global const int *in, int n)
{
    int gid = get_global_id(0), a = in[gid], b = n, c;
    c = a - (b - 3) - -a + -(-b);
    c += (a + b) * 2 / (b - 7) % 9;
    c ^= a & b | a << 2 ^ b;
    c += (a, b) + (a ? b : a, 3) + !(a && b || !a);
    c += (a = b, a + 1) * (int)(2.75f * (float)(b + b));
    c = a == 5 ? b < 3 ? 1 : 2 : (c > 4 ? c : -c);
    out[gid] = c + (~a & 0xff) + sizeof(int) * (1 + sizeof(a)) + (a < b == b < a);
}

// 16 by 8: regions
kernel void narrow_types(global int *out, global const int *in, int n)
{
    int gid = get_global_id(0);
    uchar a = gid * 40;
    char b = (char)(gid * 40);
    ushort c = 65530;
    short d = (short)40000;
    uint e = 4294967295u;
    long f = -9223372036854775807L - 1;
    ulong g = 18446744073709551615ul;
    bool h = in[gid];
    c += gid;
    a -= 3;
    b >>= 2;
    d /= (short)n;
    e += gid;
    g >>= 3;
    out[gid] = a + b + c + d + (int)e + (int)(f >> 60) + (int)(g & 255) + h * 100000
             + (e > -1) + (gid - 20 < 3u) * 7;
}

// 16 by 8: regions
kernel void literals(global int *out, global const int *in, int n)
{
    int gid = get_global_id(0);
    float a = 1e-3f, b = 0x1p3f, c = .5f, d = 1e30f, e = INFINITY, f = 16777217.0f;
    double g = 0.1, h = 1e300;
    out[gid] = (int)(a * 1e6f) + (int)b + (int)(c * 2) + (d < e) + (int)(f == 16777216.0f)
             + (int)(g * 1000) + (h > 1e299) + 'a' + '\n' + 0x7f + 017 + (int)1.9 + isnan(NAN)
             + (int)M_PI_F + (FLT_EPSILON < 1e-6f) + INT_MAX / 1000000 + CHAR_BIT;
}

// 16 by 8: regions
kernel void vector_expressions(global int *out, global const int *in, int n)
{
    int gid = get_global_id(0);
    int4 a = (int4)(gid, 1, (int2)(2, 3)), b = 5;
    uchar4 c = (uchar4)(250, 1, 2, 3);
    int4 less = a < b, both = less && a, chosen = less ? a : b;
    float4 f = convert_float4(a) * 1.5f - (float4)(1.0f, 2.0f, 3.0f, 4.0f);
    a.xz = b.yw + a.zx;
    a.s3 = (a.lo + a.hi).y;
    c += (uchar4)(10);
    b <<= a & 3;
    b -= -chosen;
    a++;
    --b;
    out[gid] = a.x + a.y + a.z + a.w + dot(f, f) + c.x + less.y + both.x * 3 + b.x + b.w * 10
             + any(a > b) + (!a).x + (~b).y + (a == b).z;
}

// 16 by 8: regions
kernel void control(global int *out, global const int *in, int n)
{
    int gid = get_global_id(0), s = 0, i;
    for (i = 0, s = 1; i < 3; i++, s += i)
        ;
    for (;;) {
        if (s > 20)
            break;
        else if (s & 1)
            s += 3;
        else
            s += 2;
    }
    do s--; while (s > in[gid]);
    if (s)
        if (gid & 1)
            s += 100;
        else
            s += 200;
    while (i-- > 0) { if (i == 1) continue; s += i; }
    goto end;
    s = 0;
end:
    out[gid] = s;
}

// 16 by 8: regions
kernel void atomics(global int *out, global const int *in, int n)
{
    local int count, copy[8];
    int lid = get_local_id(0);
    if (lid == 0)
        count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&count, lid);
    copy[lid] = in[8 * get_group_id(0) + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = count + copy[7 - lid] * 100;
}

int __attribute__((overloadable)) chosen(int x) { return x + 1; }
int __attribute__((overloadable)) chosen(float x) { return (int)(x * 3.0f); }

// 16 by 8: regions
kernel void overloads(global int *out, global const int *in, int n)
{
    out[get_global_id(0)] = chosen(n) + chosen(2.5f);
}
