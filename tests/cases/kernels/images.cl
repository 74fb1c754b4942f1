// Images and samplers: an image is read or written as a whole.

__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE
                             | CLK_FILTER_NEAREST;

// kernel copy_image
//   reads from
//   writes to
__kernel void copy_image(__read_only image2d_t from, __write_only image2d_t to)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(to, at, read_imagef(from, nearest, at));
}

// kernel image_to_buffer
//   reads from x2
//   store to[16 * l0 + 16 * go0] 16
kernel void image_to_buffer(read_only image3d_t from, sampler_t how, global uint4 *to)
{
    const sampler_t own = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    int i = get_global_id(0);
    float4 at = (float4)(i, 0.5f, 0.5f, 0.0f);
    to[i] = read_imageui(from, how, convert_int4(at)) + read_imageui(from, own, at);
}

// kernel sizes_only
//   store to[0] 4
//   store to[4] 4
kernel void sizes_only(read_only image2d_t from, read_only image1d_t line, global int *to)
{
    int2 size = get_image_dim(from);
    to[0] = get_image_width(from) * get_image_height(from) + size.x + get_image_width(line);
    to[1] = get_image_channel_order(from) == CLK_RGBA ? get_image_channel_data_type(from) : 0;
}

float4 sample(read_only image2d_t from, int x)
{
    return read_imagef(from, nearest, (int2)(x, 0));
}

// kernel image_in_helper
//   reads from
//   store to[16 * l0 + 16 * go0] 16
kernel void image_in_helper(read_only image2d_t from, global float4 *to)
{
    to[get_global_id(0)] = sample(from, get_global_id(0));
}
