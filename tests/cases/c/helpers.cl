/* Barriers in helper functions. */
int exchanged(local int *shared, int value, int by)
{
    int lid = get_local_id(0);
    shared[lid] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    int found = shared[(lid + by) & 7];
    barrier(CLK_LOCAL_MEM_FENCE);
    return found;
}

void wait(void)
{
    barrier(CLK_LOCAL_MEM_FENCE);
}

int early(local int *shared, int value, int n)
{
    int lid = get_local_id(0);
    if (n == 2)
        return 77;
    shared[lid] = value;
    wait();
    for (int i = 0; i < n; i++)
        if (shared[i] == 4)
            return i;
    return value;
}

int sum_of_all(local int *shared, int value)
{
    int sum = 0;
    for (int by = 0; by < 8; by++)
        sum += exchanged(shared, value, by);
    return sum;
}

int without(int x)
{
    int gid = get_global_id(0);
    return x * 2 + (gid & 1);
}

// 16 by 8: regions
kernel void called_twice(global int *out, global const int *in, int n, local int *scratch)
{
    int value = in[get_global_id(0)];
    int once = exchanged(scratch, value, 1);
    int twice;
    twice = exchanged(scratch, once, n);
    out[get_global_id(0)] = value + 100 * once + 10000 * twice;
}

// 16 by 8: regions
kernel void called_with_its_own_name(global int *out, global const int *in, int n, local int *shared)
{
    int lid = 3, value = in[get_global_id(0)], by = 2, found = 5;
    value = exchanged(shared, value + by, by + lid);
    found += exchanged(shared, found + value, by);
    out[get_global_id(0)] = value + 100 * found + lid;
}

// 16 by 8: regions
kernel void called_by_a_helper_in_a_loop(global int *out, global const int *in, int n, local int *s)
{
    int value = in[get_global_id(0)];
    for (int i = 0; i < 3; i++) {
        value += sum_of_all(s, value) % 13;
    }
    out[get_global_id(0)] = value;
}

// 16 by 8: states
kernel void called_with_returns_within(global int *out, global const int *in, int n, local int *s)
{
    int lid = get_local_id(0);
    int a = early(s, lid, n);
    barrier(CLK_LOCAL_MEM_FENCE);
    int b = early(s, a, 2);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a * 100 + b;
}

// 16 by 8: regions
kernel void called_in_an_expression(global int *out, global const int *in, int n, local int *s)
{
    int gid = get_global_id(0);
    int first = 1, second = exchanged(s, gid, first) + exchanged(s, exchanged(s, gid, 2), 3) * 100;
    out[gid] = second + exchanged(s, 7 * gid, n);
    if (exchanged(s, n, 1) > 2)
        out[gid] += first;
}

// 16 by 8: regions
kernel void helper_without_barriers(global int *out, global const int *in, int n, local int *s)
{
    int x = without(in[get_global_id(0)]);
    wait();
    out[get_global_id(0)] = without(x) + without(1);
}
