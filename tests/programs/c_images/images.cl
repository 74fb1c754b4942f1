/* Images of each kind, read with and without samplers of the host and of the kernel's own. */
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void blur(__read_only image2d_t in, __write_only image2d_t out, sampler_t edge)
{
    const int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    float4 sum = (float4)(0.0f);
    for (int x = -1; x <= 1; x++)
        sum += read_imagef(in, edge, (int2)(at.x + x, at.y));
    write_imagef(out, at, sum / 4.0f);
}

__kernel void between(__read_only image2d_t in, __global float4 *out)
{
    const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    const int x = get_global_id(0), y = get_global_id(1), width = get_image_width(in);
    const float2 at = (float2)((x + 1.0f) / width, (y + 0.5f) / get_image_height(in));
    out[y * width + x] = read_imagef(in, linear, at);
}

__kernel void turned(__read_only image2d_t in, __write_only image2d_t out)
{
    const int2 size = get_image_dim(in);
    const int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    if (at.x >= size.x || at.y >= size.y)
        return;
    write_imagei(out, (int2)(at.y, at.x), -read_imagei(in, at));
}

__kernel void volume(__read_only image3d_t in, sampler_t border, __global uint4 *out)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    const int width = get_image_width(in), height = get_image_height(in);
    const uint4 here = read_imageui(in, border, (int4)(x, y, z, 0));
    const uint4 above = read_imageui(in, border, (int4)(x, y, z + 1, 0));
    out[(z * height + y) * width + x] = here + above + (uint4)(get_image_depth(in));
}

__kernel void layers(__read_only image2d_array_t in, __write_only image2d_array_t out)
{
    const int4 at = (int4)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2), 0);
    const int4 from = (int4)(at.xy, (int)get_image_array_size(in) - 1 - at.z, 0);
    write_imagef(out, at, read_imagef(in, nearest, from).wzyx);
}

__kernel void lines(__read_only image1d_t one, __read_only image1d_array_t many,
                    __read_only image1d_buffer_t memory, __write_only image1d_t out)
{
    const int at = get_global_id(0);
    int4 sum = read_imagei(one, nearest, at) + read_imagei(memory, at);
    for (int layer = 0; layer < (int)get_image_array_size(many); layer++)
        sum += read_imagei(many, nearest, (int2)(at, layer));
    write_imagei(out, at, sum);
}

__kernel void described(__read_only image2d_t in, __global int *out)
{
    out[0] = get_image_channel_order(in) == CLK_RGBA;
    out[1] = get_image_channel_data_type(in) == CLK_UNORM_INT8;
}
