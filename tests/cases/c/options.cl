/* One text, built in several ways. */
// built with: -DSTEP=1
// built with: -D STEP=3 -DNAMED
#ifdef NAMED
#define DONE(x) ((x) * 10)
#else
#define DONE(x) (x)
#endif

// 16 by 8: regions
kernel void built_with_options(global int *out, global const int *in, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i += STEP) {
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += in[i];
    }
    out[get_global_id(0)] = DONE(sum);
}
