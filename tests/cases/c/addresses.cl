// Private variables that are reached by their addresses behind a barrier, or in other rounds.

#define WAIT barrier(CLK_LOCAL_MEM_FENCE)

typedef struct {
    int *to;
    int own[2];
} holder;

// 64 by 16: regions
kernel void address_of_a_number(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), c;
    int *p = &c;
    c = in[i];
    WAIT;
    out[i] = *p + 100;
}

// 64 by 16: regions
kernel void address_of_an_element(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int a[4] = {in[i], in[i + 1], in[i + 2], in[i + 3]}, b[4];
    int *p = a + (i & 1), *q = &b[1];
    b[1] = i, b[2] = 2 * i;
    WAIT;
    out[i] = p[2] * 100 + q[1];
}

// 64 by 16: regions
kernel void address_in_a_record(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), c = in[i] * 3;
    holder h, other = {0, {1, 2}};
    h.to = i & 1 ? &c : other.own;
    WAIT;
    *h.to += 5;
    WAIT;
    out[i] = h.to[0];
}

// 64 by 16: regions
kernel void address_of_a_record(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    holder h = {0, {in[i], in[i] + 1}}, *p = &h;
    int *q = p->own;
    q++;
    WAIT;
    out[i] = *q;
}

int sum_of(holder h) { return h.own[0] + h.own[1]; }

// 64 by 16: regions
kernel void records_without_a_name(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    holder h;
    h = (holder){0, {in[i], 2}};
    WAIT;
    out[i] = h.own[0] + sum_of((holder){.own = {n, i}});
}

// 64 by 16: regions
kernel void address_of_an_address(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), c = in[i], *p = &c, **pp = &p;
    WAIT;
    out[i] = **pp * 2;
}

void set(int **to, int *address) { *to = address; }
int *same(int *address) { return address; }

// 64 by 16: regions
kernel void address_by_helpers(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), c = in[i], d = in[i] + 7;
    int *p, *q = same(&d);
    set(&p, &c);
    WAIT;
    out[i] = *p * 100 + *q;
}

int waits(int *address)
{
    *address += 1;
    WAIT;
    return *address * 2;
}

// 64 by 16: regions
kernel void address_for_a_helper_that_waits(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), c = in[i];
    out[i] = waits(&c) + c;
}

// 64 by 16: regions
kernel void addresses_that_change_places(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), a = in[i], b = i, *p = &a, *q = &b;
    for (int k = 0; k < n; k++) {
        int *t = p;
        p = q;
        q = t;
        WAIT;
        *p += k;
    }
    out[i] = *p * 100 + *q;
}

// 64 by 16: regions
kernel void address_as_a_number(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), c = in[i];
    ulong where = (ulong)&c;
    WAIT;
    out[i] = *(private int *)where;
}

// 64 by 16: regions
kernel void address_of_a_vector(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    int4 v = (int4)(in[i], in[i + 1], in[i + 2], in[i + 3]);
    int *p = (int *)&v;
    WAIT;
    p[1] += 50;
    out[i] = p[0] * 1000 + p[1];
}

// 64 by 16: regions
kernel void address_of_a_parameter(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), *p = &n;
    *p += in[i];
    WAIT;
    out[i] = n;
}

// 64 by 16: states
kernel void address_where_each_waits_by_itself(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), c, a[3], *p = &c;
    holder h;
    h.to = &a[1];
    for (int k = 0; k <= (in[0] < get_local_id(0)) * 0 + 1; k++) {
        c = in[i] + k;
        a[1] = a[2] = c * 3;
        WAIT;
        out[i] = *p + 100 * h.to[1];
    }
}

// 64 by 16: regions
kernel void addresses_between_rounds(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    int a[4], *p = &a[i & 1], *q = &sum;
    a[0] = i, a[1] = in[i], a[2] = 3, a[3] = 4;
    for (int k = 0; k < n; k++) {
        *q += in[i + k] * p[k & 1];
        a[1] += k;
    }
    for (int k = 0; k < (i & 7); k++)
        *q += p[k & 1];
    out[i] = sum;
}

// A pointer to nothing in particular becomes one to something.
typedef struct {
    int *first;
    global const int *second;
} places;

int *chosen(int *p, int any) { return any ? p : NULL; }
int *to_int(void *p) { return p; }
int is_there(const int *p, global const int *q) { return (p != NULL ? *p : -1) + (q ? *q : 0); }

// 16 by 4: regions
kernel void pointers_to_nothing(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), own = in[i];
    places s = {NULL, in}, t = {0};
    void *plain = &own;
    int *p = NULL, *q = plain;
    global const void *from = in + 2;
    t.second = from;
    if (i & 1)
        p = to_int(plain);
    barrier(CLK_LOCAL_MEM_FENCE);
    s.first = i > 3 ? p : NULL;
    out[i] = is_there(s.first, s.second) + is_there(chosen(q, i & 2), t.second) * 100;
    out[i + 16] = is_there(NULL, from) + (s.first == NULL) + (t.first == 0) * 2;
}
