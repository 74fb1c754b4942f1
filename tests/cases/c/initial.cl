// What constants and variables begin with.

#define MANY 60 << 4
typedef struct {
    int2 pair;
    float f[2];
    int k;
} record;
typedef union {
    int i;
    uint u[2];
} either;

constant int shifted = MANY, listed[] = {1 << 3, MANY, 7 / 2, -7 / 2, -7 % 3, 1 << 33, -1 >> 1};
constant uint count = sizeof listed / sizeof listed[0];
constant float4 vectors[2] = {(float4)(5.f), (float4)((float2)(1, 2), 3, 4)};
constant float4 third = (float4)(1.0f / 4.0f, 2, 3 << 2, -1);
constant int2 sum = (int2)(4, 2) + (int2)(1, 1 << 2);
constant int3 three = {1, 2, 3};
constant int other = shifted, chosen = MANY > 3 ? 1 << 1 : 2;
constant record records[] = {{{1, 2 << 1}, {2.5f, 1.5f}, sizeof(record) >> 2}, {.k = 6}, {}};
constant int *constant place = &listed[1];
constant uchar small = (uchar)300;
constant ulong large = 1UL << 63;

constant int pairs[2][2] = {{1, 2}, {3, 4}};
constant int *constant row = pairs[1];

typedef struct {
    constant int *at;
} reader;

int element(constant int *p, int i) { return p[i]; }
int corner(constant int p[2][2], constant int (*q)[2]) { return p[1][0] * 10 + q[0][1]; }
constant int *later(constant int *p) { return p + 1; }
int whole(float4 v) { return (int)(v.x + 10 * v.y + 100 * v.z + 1000 * v.w); }

// 16 by 4: regions
kernel void constants(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    out[i] = shifted + listed[i % count] + whole(vectors[i & 1]) + sum.x * 3 + sum.y + three.z;
    out[i + 16] = other * 2 + chosen + records[i % 3].k + records[i & 1].pair.y + *place + small;
    out[i + 32] = whole(third * 4) + (int)(large >> 60) + (int)(records[0].f[i & 1] * 4);
}

// 16 by 4: regions
kernel void constants_behind_pointers(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    constant int *p = listed, *constant *q = &row;
    constant int(*r)[2] = pairs;
    reader from = {listed};
    p = i > 3 ? later(p) : p;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = element(listed, i & 3) + p[i & 1] + (*q)[1] + r[1][i & 1] + from.at[2];
    out[i + 16] = corner(pairs, r) + vload2(1, p).y + *(constant uchar *)row;
}

// 16 by 4: regions
kernel void lists(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int4 v = {1, in[i], 3, 4}, w = {v.yx, 5, 6};
    record r = {.k = 3}, s[2] = {{{1, 9}, {2, 3}}, {}};
    either e = {in[i]};
    char text[5] = "abc";
    out[i] = v.x + v.y * 10 + v.z * 100 + v.w * 1000 + w.x + w.y * 7 + w.w;
    out[i + 16] = r.k + r.pair.x + (int)r.f[1] + s[0].pair.x + s[0].pair.y + (int)s[0].f[1] + s[1].k;
    out[i + 32] = e.i + text[1] + text[3];
}

// 16 by 4: regions
kernel void lists_behind_a_barrier(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int4 v = {1, in[i], 3, 4}, w = {v.yx, 5, 6};
    record r = {.k = 3}, s[2] = {{{1, 9}, {2, 3}}, {}};
    either e = {in[i]};
    char text[5] = "abc";
    int2 flat[] = {1, 2, in[i], 4};
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = v.x + v.y * 10 + v.z * 100 + v.w * 1000 + w.x + w.y * 7 + w.w;
    out[i + 16] = r.k + r.pair.x + (int)r.f[1] + s[0].pair.x + s[0].pair.y + (int)s[0].f[1] + s[1].k;
    out[i + 32] = e.i + text[1] + text[3] + flat[i & 1].x * flat[1].y;
}
