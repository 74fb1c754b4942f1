/* One time step of bodies that attract each other, all pairs of them. Positions have the mass as
 * their fourth component. A work-group loads a tile of as many bodies as it has work-items, each of
 * which then adds up what those of the tile do to its own body. There is no test for the own one:
 * it is at no distance, and the softening keeps that from being a division by zero. */
float3 pull(const float4 own, const float4 other, const float softening)
{
    const float3 away = other.xyz - own.xyz;
    const float square = dot(away, away) + softening * softening;
    const float inverse = rsqrt(square);

    return away * (other.w * inverse * inverse * inverse);
}

__kernel void advance(__global const float4 *position,
                      __global const float4 *velocity,
                      __global float4 *new_position,
                      __global float4 *new_velocity,
                      __local float4 *tile,
                      const int bodies,
                      const float step,
                      const float softening)
{
    const int body = get_global_id(0);
    const int own = get_local_id(0);
    const int size = get_local_size(0);
    const float4 here = position[body];
    float3 acceleration = (float3)(0.0f, 0.0f, 0.0f);

    for (int first = 0; first < bodies; first += size) {
        tile[own] = position[first + own];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < size; ++i)
            acceleration += pull(here, tile[i], softening);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    float4 speed = velocity[body];
    speed.xyz += acceleration * step;
    new_velocity[body] = speed;
    new_position[body] = (float4)(here.xyz + speed.xyz * step, here.w);
}
