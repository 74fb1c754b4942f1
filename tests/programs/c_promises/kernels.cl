/* What docs/c-builtins.md says of what OpenCL leaves open, and kernels for the runtime's page. */

kernel void divided(global int *out, global const int *in)
{
    int zero = in[0], least = in[1];
    out[0] = (7 / zero == 7) + 2 * (7 % zero == 0) + 4 * (least / in[2] == least) + 8 * (least % in[2] == 0);
    int4 v = (int4)(7, 8, 9, least) / (int4)(zero, 2, zero, in[2]);
    out[1] = v.x == 7 && v.y == 4 && v.z == 9 && v.w == least;
}

kernel void shifted(global int *out, global const int *in)
{
    out[0] = 1 << (in[3] + 33);
    out[1] = (int)((uchar2)(1, 2) << (uchar2)(9, 1)).x;
    out[2] = (int)(1L << (in[3] + 65));
}

kernel void wrapped(global int *out, global const int *in)
{
    out[0] = mul24(in[4], in[4]) == in[4] * in[4];
    out[1] = mad_sat(in[5], 2, 0) == in[5];
    out[2] = abs(in[1]) == 0x80000000u;
    out[3] = add_sat((char)100, (char)100);
}

kernel void converted(global int *out, global const float *in)
{
    out[0] = convert_uchar_sat(in[0]);
    out[1] = convert_int_rte(in[1]);
    out[2] = (int)in[0] == 300;
    out[3] = (int)(in[2] * 0.5f > 0.0f);
    out[4] = fmin(NAN, in[1]) == in[1] && fmax(in[1], NAN) == in[1];
    out[5] = isnan(min(NAN, in[1])) && !isnan(min(in[1], NAN));
}

kernel void copied(global int *out, global const int *in, local int *shared)
{
    event_t done = async_work_group_copy(shared, in, 8, 0);
    wait_group_events(1, &done);
    prefetch(in, 8);
    out[get_global_id(0)] = shared[7 - get_local_id(0)];
}

kernel void printed(void)
{
    printf("printf: %d %s %.2f\n", 4, "four", 0.25f);
}

kernel void counted(global int *total)
{
    atomic_inc(total);
}

kernel void twice(global int *a)
{
    a[get_global_id(0)] *= 2;
}

kernel void placed(global int *out)
{
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    out[(z * 2 + y) * 2 + x - get_global_offset(0)] = (int)(x + 10 * y + 100 * z + 1000 * get_work_dim());
}

/* A barrier that not all of a group's work-items come to in one round: states. */
kernel void in_turns(global int *out, local int *shared)
{
    int lid = get_local_id(0), rounds[2] = {3, 2};
    shared[lid] = 0;
    for (int k = 0; k < rounds[0]; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = shared[(lid + 1) % get_local_size(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        shared[lid] += next + lid;
    }
    out[get_global_id(0)] = shared[lid];
}
