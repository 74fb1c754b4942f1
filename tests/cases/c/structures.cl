// Structures: in memory, and as variables that are their members in packs that run as vectors.

typedef struct {
    int x, y;
} Pair;

typedef struct {
    Pair at;
    int w, next;
    short kind;
    uchar flags[2];
} Part;

typedef struct {
    int4 whole;
    int more[3];
    Pair pair;
} Long;

Pair plus(Pair a, Pair b)
{
    Pair result = {a.x + b.x, a.y + b.y};
    return result;
}

Pair turned(Pair a)
{
    Pair result;
    result.x = -a.y;
    result.y = a.x;
    return result;
}

int norm(const Pair *a)
{
    return a->x * a->x + a->y * a->y;
}

void grow(Pair *a, int by)
{
    a->x += by;
    a->y -= by;
}

// 67 by 67: regions
kernel void read_by_member(global int *out, global const int *in, int n)
{
    global const Part *parts = (global const Part *)in;
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++)
        sum += parts[i].at.x * k + parts[k].at.y + parts[i + k].w;
    out[i] = sum;
}

// 67 by 67: regions
kernel void read_by_arrow(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), sum = 0;
    global const Part *own = (global const Part *)in + i;
    global const Part *first = (global const Part *)in;
    for (int k = 0; k < n; k++)
        sum += own->at.y * k + first->w + own->kind;
    out[i] = sum;
}

// 61 by 61: regions
kernel void anywhere(global int *out, global const int *in, int n)
{
    global const Pair *pairs = (global const Pair *)in;
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++) {
        int at = in[i + k] & 63;
        sum += pairs[at].x ^ k;
        if (at > 20)
            sum -= pairs[at + k].y;
    }
    out[i] = sum;
}

// 61 by 61: regions
kernel void written(global int *out, global const int *in, int n)
{
    global Pair *pairs = (global Pair *)out;
    int i = get_global_id(0), last = 60 - i, sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[i + k];
    pairs[i].x = sum;
    pairs[((i * 7) % 61)].y = sum + i;
    if (sum & 1)
        pairs[last + 61].x = i;
}

// 64 by 64: regions
kernel void copied_and_changed(global int *out, global const int *in, int n)
{
    global Part *parts = (global Part *)out;
    int i = get_global_id(0);
    Part own = ((global const Part *)in)[i];
    for (int k = 0; k < n; k++) {
        own.at.x += in[i + k] * own.w;
        own.flags[k & 1] += k;
        own.kind -= own.at.x;
    }
    own.next = 0;
    parts[i] = own;
}

// 50 by 50: regions
kernel void small_members(global int *out, global const int *in, int n)
{
    global const Part *parts = (global const Part *)in;
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++)
        sum += parts[i].kind * k + parts[i].flags[1] - parts[k].flags[0];
    out[i] = sum;
}

// 53 by 53: regions
kernel void helpers_of_structures(global int *out, global const int *in, int n)
{
    int i = get_global_id(0), k = 0;
    Pair z = {in[i] & 3, in[i + 1] & 3}, c = {1, 2};
    while (norm(&z) < 4000 && k < n * 4) {
        z = plus(turned(z), c);
        grow(&z, in[k] & 7);
        k++;
    }
    out[i] = z.x * 1000 + z.y + k;
}

// 40 by 40: regions
kernel void exchanged_members(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    Pair a = {in[i], in[i + 1]}, b;
    for (int k = 0; k < n; k++) {
        Pair t = {a.y, a.x - k};
        a = t;
        b = a;
        a = plus(b, t);
    }
    out[i] = a.x ^ b.y;
}

// 40 by 40: regions
kernel void one_after_another(global int *out, global const int *in, int n)
{
    global Part *parts = (global Part *)out;
    int i = get_global_id(0);
    Part own;
    for (int k = 0; k < 2; k++) {
        parts[i * 2 + k].at.x = in[i + k] & 255;
        parts[i * 2 + k].at.y = in[i] & 255;
        parts[i * 2 + k].w = i;
        parts[i * 2 + k].next = 1 - k;
        parts[i * 2 + k].kind = parts[i * 2 + k].flags[0] = parts[i * 2 + k].flags[1] = k;
    }
    own = parts[i * 2];
    for (int k = 0; k < n; k++) {
        own = parts[i * 2 + own.next];
        own.at.x += k;
    }
    parts[i * 2 + own.next] = own;
}

// 30 by 30: regions
kernel void nested_lists(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    Long own = {(int4)(in[i], in[i + 1], n, 1), {in[i + 2], 2}, {i, n}};
    for (int k = 0; k < n; k++) {
        own.whole += (int4)(k, own.whole.x, own.more[k % 3], 3);
        own.more[(k + in[i]) & 1] ^= own.whole.y;
        own.pair.x += own.more[2] + k;
    }
    out[i] = own.whole.x + own.whole.y * 3 + own.whole.w + own.pair.x + own.pair.y + own.more[1];
}

// 45 by 45: regions
kernel void chosen_members(global int *out, global const int *in, int n)
{
    global const Pair *pairs = (global const Pair *)in;
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++) {
        int at = in[i + k] & 31;
        sum += at > 9 ? pairs[at].x : pairs[i].y;
        sum += at > 3 && pairs[i + k].x > 0 ? pairs->x : k;
    }
    out[i] = sum;
}

// 33 by 33: regions
kernel void kept_whole(global int *out, global const int *in, int n)
{
    int i = get_global_id(0);
    Pair a = {in[i], 1}, other = a;
    Pair *which = in[i] & 1 ? &a : &other;
    for (int k = 0; k < n; k++)
        which->x += in[i + k];
    Pair last = other;
    out[i] = a.x + last.x * 3;
}
