// Math functions with a second result store it through their last argument.

// kernel second
//   load data[4 * l0 + 4 * go0] 4
//   store data[4 * l0 + 4 * go0 + 4] 4
//   store own[4] 4
//   store whole[4 * l0 + 4 * go0] 4
//   store whole[0] 4
//   store whole[8] 4
//   store tile[0] 16
//   store tile[16 * l0] 16
//   load own[4] 4
//   store data[4 * l0 + 4 * go0] 4
kernel void second(global float *data, global int *whole, local float4 *tile)
{
    int i = get_global_id(0);
    float cosine, part, own[2];
    float sine = sincos(data[i], &cosine);
    part = modf(sine, &data[i + 1]) + fract(cosine, own + 1);
    part += frexp(part, &whole[i]) + remquo(part, sine, whole) + lgamma_r(part, &whole[2]);
    tile[get_local_id(0)] = sincos((float4)(part), &tile[0]);
    data[i] = part + own[1];
}
