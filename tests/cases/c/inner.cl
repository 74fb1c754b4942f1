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
/* One whose value is another's. */
#define SUM(a, b) ({ int x = (a); int y = (b); ({ int sum = x + y; sum > 90 ? 90 : sum; }); })

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

// 20 by 10: regions
kernel void statements_in_all_places(global int *out, global const int *in, int n)
{
    int id = get_global_id(0), sum = 0, i;
    for (({ i = 0; }); ({ i < n; }); ({ i++; }))
        sum += in[({ id + i; })];
    while (({ int rest = SUM(sum, -5); rest > 20; }))
        sum -= SUM(1, SUM(1, 1));
    switch (({ SUM(sum, n) & 3; })) {
    case 1:
        sum += SUM(60, 60);
        break;
    case 2:
        ({ sum++; });
    }
    if (({ ({ SUM(sum, 1) & 1; }); }))
        sum = -SUM(sum, n) * 2;
    out[id] = SUM(({ id; }) > 3 ? SUM(sum, 1) : ({ sum; }), ({ n; })) + SUM(sum, SUM(id, 1));
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
