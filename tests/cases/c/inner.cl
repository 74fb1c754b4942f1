/* Statement expressions, where macros stand in macros of the same name. */
#define MOST(a, b) ({ int first = (a); int second = (b); first > second ? first : second; })
#define POSITIVE(v, n)                       \
    ({                                       \
        int sum = 0;                         \
        for (int k = 0; k < (n); k++) {      \
            if ((v)[k] < 0)                  \
                continue;                    \
            sum += (v)[k];                   \
        }                                    \
        sum;                                 \
    })

int limited(int x, int most)
{
    return -MOST(-x, MOST(-most, MOST(-100, -200)));
}

// 20 by 10: regions
kernel void statements_in_expressions(global int *out, global const int *in, int n)
{
    int id = get_global_id(0), start = in[id];
    int own[4] = {start, -start, n, id};
    int most = MOST(MOST(start, in[id + 1]), MOST(POSITIVE(own, 4), start - 5));
    out[id] = limited(most, 40) + (id > 2 && ({ int twice = id * 2; twice > 9; }) ? 1000 : 0);
}

// 16 by 8: regions
kernel void statements_around_barriers(global int *out, global const int *in, int n,
                                       local int *shared)
{
    int lid = get_local_id(0);
    shared[lid] = ({ int x = in[get_global_id(0)]; x * x; });
    barrier(CLK_LOCAL_MEM_FENCE);
    int found = MOST(shared[(lid + 1) & 7], MOST(shared[lid], 7));
    for (int k = 0; k < 8; k++)
        found += ({ int4 v = (int4)(shared[k], k, n, 2); v.x += MOST(v.y, v.w); v; }).x;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = found;
}

// 16 by 8: states
kernel void statements_with_states(global int *out, global const int *in, int n,
                                   local int *shared)
{
    int lid = get_local_id(0), rounds[2] = {n, 3};
    int kept = MOST(in[lid], MOST(n, MOST(2, lid)));
    for (int k = 0; k < rounds[1]; k++) {
        shared[lid] = MOST(kept, MOST(k, 3));
        barrier(CLK_LOCAL_MEM_FENCE);
        kept += MOST(shared[(lid + 1) & 7], MOST(1, k));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = kept;
}
