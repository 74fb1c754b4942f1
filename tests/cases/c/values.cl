/* Values of all kinds that live across barriers. */
typedef struct { int a; float b; char c[3]; } Small;
typedef struct { Small inner[2]; float4 v; int tail; } Large;
union Both { int i; float f; };

// 16 by 8: regions
kernel void structs(global int *out, global const int *in, int n)
{
    local Small shared[8];
    int lid = get_local_id(0), gid = get_global_id(0);
    Small s = {gid, 2.5f, {1, 2, lid}};
    Large l;
    l.inner[1] = s;
    l.inner[0].a = lid;
    l.v = (float4)(lid);
    l.tail = n;
    shared[lid] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    s = shared[7 - lid];
    l.v.w += s.b;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = s.a + s.c[2] * 100 + (int)(l.v.w * 2.0f) * 1000 + l.inner[1].a + l.tail + l.inner[0].a;
}

// 16 by 8: states
kernel void structs_with_states(global int *out, global const int *in, int n)
{
    local Small shared[8];
    int lid = get_local_id(0), gid = get_global_id(0);
    Small s = {gid, 2.5f, {1, 2, lid}};
    Large l = {{{1, 2.0f}, {3}}, (float4)(4.0f)};
    int table[6] = {1, 2, gid};
    union Both both;
    both.f = 1.0f;
    if (gid - lid < 100) {
        shared[lid] = s;
        barrier(CLK_LOCAL_MEM_FENCE);
        s = shared[7 - lid];
        l.v.w += s.b;
        table[5] += table[2];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = s.a + s.c[2] * 100 + (int)(l.v.w * 2.0f) * 1000 + l.inner[1].a + l.tail + table[5]
             + (both.i == 0x3f800000);
}

// 16 by 8: regions
kernel void private_arrays(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0), gid = get_global_id(0);
    int table[3][4];
    char small[5] = {1, 2};
    for (int i = 0; i < 12; i++)
        table[i / 4][i % 4] = i * lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *row = table[1];
    row[lid & 3] += small[1] + small[4];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = table[1][lid & 3] + row[0] * 100 + table[2][3] * 10000;
}

// 16 by 8: regions
kernel void pointers(global int *out, global const int *in, int n)
{
    local int a[8], b[8];
    int lid = get_local_id(0), gid = get_global_id(0), own = lid;
    local int *from = a, *to = b;
    int *mine = &own;
    global int *slot = out + gid;
    a[lid] = lid * 3;
    for (int i = 0; i < n; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        to[lid] = from[(lid + 1) & 7] + i;
        local int *t = from;
        from = to;
        to = t;
        *mine += i;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    *slot = from[7 - lid] + own * 100;
}

// 16 by 8: regions
kernel void vectors_of_all_widths(global int *out, global const int *in, int n)
{
    local float4 shared[8];
    int lid = get_local_id(0), gid = get_global_id(0);
    char2 c = (char2)(lid, 1);
    float3 three = (float3)(gid, 1.5f, 2.0f);
    double8 wide = (double8)(0.5);
    short16 shorts = (short16)(lid);
    wide.s3 = gid;
    shared[lid] = (float4)(three, 4.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    three = shared[7 - lid].xyz + three.zyx;
    shorts.odd += (short8)(3);
    wide.lo *= 2.0;
    c.yx = c.xy;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = (int)three.x + (int)three.z * 100 + (int)wide.s3 + shorts.sf + shorts.se + c.x + c.y * 1000;
}

// 16 by 8: regions
kernel void local_scalars_are_read_again(global int *out, global const int *in, int n)
{
    local int shared;
    int lid = get_local_id(0);
    if (lid == 0)
        shared = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = shared + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 7)
        shared = 100;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = before * 1000 + shared;
}

// 16 by 8: regions
kernel void parameters_change(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0);
    out += get_global_id(0);
    n += lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    in += n;
    *out = *in * 10 + n;
}

// 16 by 8: regions
kernel void values_that_are_computed_again(global int *out, global const int *in, int n)
{
    const int lid = get_local_id(0), gid = get_global_id(0);
    const int base = n * 3, next = (lid + 1) & 7, far = next > 4 ? base : -base;
    local int shared[8];
    shared[lid] = base + next;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int seen = shared[next];
    const int more = base + next + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[lid] = seen;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[gid] = shared[7 - lid] + far + more * 1000;
}

// 16 by 8: regions
kernel void computed_before_a_loop_changes_it(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0), sum = 0, last = 0;
    for (int i = 0; i < n; i++) {
        int now = i * 2, mine = now + lid;
        sum += last;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += now + mine;
        last = mine;
    }
    out[get_global_id(0)] = sum;
}

constant int weights[4] = {1, 2, 3, 4};
constant float scale = 0.5f;

// 16 by 8: regions
kernel void constants_of_the_program(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0);
    int w = weights[lid & 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < weights[3]; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        w += (int)(weights[i] * scale * 4.0f);
    }
    out[get_global_id(0)] = w;
}

// 16 by 8: regions
kernel void looked_up_in_private_memory(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int table[4] = {1, 2, 3, 4};
    table[in[i] & 3] = i * 10;
    out[i] = table[(in[i] + i) & 3] + table[i & 3];
}

void choose(int *a, int *b, int which) { *(which ? a : b) += 100; }

// 16 by 8: regions
kernel void changed_through_pointers(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), a = in[i], b = i;
    choose(&a, &b, i & 1);
    out[i] = a * 1000 + b;
}

int less(int a, int b) { return 10 * a - b; }
int next(int *p) { return ++*p; }

// 16 by 4: regions
kernel void from_left_to_right(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), k = in[i], *p = &k;
    int4 v = (int4)(k++, (int2)(k, next(p)), k);
    int2 w = (int2)(*p = 2, k);
    out[i] = v.x + v.y * 10 + v.z * 100 + v.w * 1000 + less(k++, k) + less(next(&k), *p);
    out[i + 16] = w.x * 10 + w.y + max(k--, k) + less(k, k = 5) + less(k += n, less(k, next(p)));
}
