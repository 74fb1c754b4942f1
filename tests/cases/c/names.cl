/* Names that C, C++ or the generated code use, and names that are used twice. */
struct class { int item; int template; };
int this(int new) { return new + 1; }
int item(int group) { return this(group) * 2; }

// 16 by 8: regions
kernel void namespace(global int *out, global const int *in, int n, local int *try)
{
    int item = get_local_id(0), item_ = 5, group = get_group_id(0), size_x = 3, first_x = 9;
    struct class c = {item, n};
    int local_x = c.template, state = 1, self = 2, waiting = 3, contexts = 4, memory = 6, range = 8;
    try[item] = group + size_x + first_x + local_x;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 9) {
        int item_ = item + c.item;
        out[get_global_id(0)] = try[7 - item] + item_ * 100 + this(state) + range;
    }
    out[get_global_id(0)] += item_ + self + waiting + contexts + memory;
}

// 16 by 8: states
kernel void names_in_states(global int *out, global const int *in, int n, local int *int8_t)
{
    int state = get_local_id(0), self = get_global_id(0), state_ = 4, x = 1, x_2 = 2;
    if (self - state < 100) {
        int x = 10;
        int8_t[state] = self;
        barrier(CLK_LOCAL_MEM_FENCE);
        x_2 += x;
    }
    out[self] = int8_t[7 - state] + 100 * x + 1000 * x_2 + state_;
}

// 16 by 8: regions
kernel void shadowed(global int *out, global const int *in, int n)
{
    int x = get_local_id(0);
    int y = x + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    {
        int x = 50;
        out[get_global_id(0)] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        x += y;
        {
            float x = 2.0f;
            int y = x;
            out[get_global_id(0)] += y * 1000;
        }
        out[get_global_id(0)] += x;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    {
        int x = 9;
        out[get_global_id(0)] += y * 100000 + x;
    }
    out[get_global_id(0)] += x;
}

// 16 by 8: regions
kernel void numbered(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += i;
    }
    for (int i = 0; i < n; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int i_2 = 100;
        sum += i + i_2;
    }
    out[get_global_id(0)] = sum;
}

// 16 by 8: regions
kernel void given(global int *out, global const int *in, int n)
{
    int given_n = 7;
    n += given_n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int n = 0; n < 3; n++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        given_n += n;
    }
    out[get_global_id(0)] = n * 100 + given_n;
}

// 16 by 8: regions
kernel void same_name_in_both(global int *out, global const int *in, int n)
{
    int lid = get_local_id(0);
    for (int k = 0; k < 2; k++) {
        int t = lid + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] = t;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 2; k++) {
        float t = lid * 1.5f;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[get_global_id(0)] += (int)t * 100;
    }
}

int f(int x) { return x + 1; }

// 16 by 8: regions
kernel void like_generated_functions(global int *out, global const int *in, int n)
{
    int f_1 = 5, f_2 = 6, f_3 = 7, f_4 = 8, f_5 = 9, f_6 = 10;
    out[get_global_id(0)] = f(f_1) + f(f_2) + f(f_3) + f(f_4) + f_5 + f_6;
}

void kernel_that_is_called(global int *out, int n) { out[get_global_id(0)] = n; }
kernel void called(global int *out, global const int *in, int n) { out[get_global_id(0)] = n * 2; }

// 16 by 8: regions
kernel void calls_a_kernel(global int *out, global const int *in, int n)
{
    called(out, in, n + 1);
    out[get_global_id(0)] += get_local_id(0);
}

void halve(int id, global int *out, local int *s)
{
    int part = id / 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[id] += s[id ^ 1] + part;
    barrier(CLK_LOCAL_MEM_FENCE);
    s[id] = part;
}

// 32 by 32: regions
kernel void names_of_a_helper_that_waits(global int *out, global const int *in, int n, local int *s)
{
    int id = get_local_id(0), part = id + n;
    s[id] = in[id];
    out[id] = part;
    halve(id, out, s);
    halve(id, out, s);
    out[id + 32] = s[id] + part;
}
