/*
 * Reading images with samplers (OpenCL 1.2, 8.2). A coordinate becomes one pixel's number, or two
 * and the weight of the second. Addressing mode "none" is taken as "clamp to edge": what is read
 * outside means nothing, but is in the image.
 */

/* by the addressing mode; -1 and `size` are the border */
PPCL_INLINE int ppcl_addressed_int_int_uint(int pixel, int size, uint mode)
{
    int edge = pixel < 0 ? 0 : pixel >= size ? size - 1 : pixel;
    int border = pixel < -1 ? -1 : pixel > size ? size : pixel;
    int repeated = pixel < 0 ? pixel + size : pixel >= size ? pixel - size : pixel;
    return mode == 4 ? border : mode == 6 ? repeated : edge;
}

/* in pixels, of a normalised or other coordinate */
PPCL_INLINE float ppcl_unnormalized_float_int_uint(float s, int size, uint sampler)
{
    uint mode = sampler & 14;
    if (!(sampler & 1))
        return s;
    if (mode == 6) /* repeat */
        s = s - floorf(s);
    if (mode == 8) /* mirrored repeat */
        s = fabsf(s - 2.0f * rintf(0.5f * s));
    return s * (float)size;
}

PPCL_INLINE int ppcl_whole_float(float x)
{
    return ppcl_convert_int_float(floorf(ppcl_clamp_float_float_float(x, -1e9f, 1e9f)));
}

/* a layer of an array */
PPCL_INLINE int ppcl_layer_float_int(float x, int layers)
{
    int layer = ppcl_whole_float(rintf(x));
    return layer < 0 ? 0 : layer >= layers ? layers - 1 : layer;
}

/* first and second pixel, and the second's weight, in one dimension */
PPCL_FUNCTION float ppcl_neighbours_float_int_uint_pint(float s, int size, uint sampler, int *two)
{
    float u = ppcl_unnormalized_float_int_uint(s, size, sampler);
    int linear = (sampler & 32) != 0;
    float from = linear ? u - 0.5f : u;
    int first = ppcl_whole_float(from);
    two[0] = ppcl_addressed_int_int_uint(first, size, sampler & 14);
    two[1] = ppcl_addressed_int_int_uint(first + 1, size, sampler & 14);
    return linear ? from - floorf(from) : 0.0f;
}

/* For T = int, uint. */

PPCL_INLINE T4 ppcl_weighted_T4_T4_float(T4 x, T4 y, float weight)
{
    (void)y;
    (void)weight;
    return x; /* integers are not interpolated */
}

/* For T = float. */

PPCL_INLINE T4 ppcl_weighted_T4_T4_float(T4 x, T4 y, float weight)
{
    return x * (1.0f - weight) + y * weight;
}

/* For T = float, int, uint. */

/* by whole coordinates in pixels, without a filter; a layer is one that is there */
PPCL_INLINE T4 ppcl_picked_T4_int_int_int(const struct ppcl_image *image, uint sampler, int x, int y,
                                          int z)
{
    uint mode = sampler & 14;
    return ppcl_texel_T4_int_int_int(
        image, ppcl_addressed_int_int_uint(x, (int)image->width, mode),
        ppcl_addressed_int_int_uint(y, (int)image->height, mode),
        ppcl_addressed_int_int_uint(z, (int)image->depth, image->is_array ? 2 : mode));
}

/* `at`: x, and y and z where they are; a layer last */
PPCL_FUNCTION T4 ppcl_sampled_T4(const struct ppcl_image *image, uint sampler, float4 at)
{
    int size[3] = {(int)image->width, (int)image->height, (int)image->depth};
    int dimensions = (int)image->dimensions;
    int place[3][2] = { {0, 0}, {0, 0}, {0, 0} };
    float weight[3] = {0.0f, 0.0f, 0.0f};
    for (int d = 0; d < dimensions; d++)
        weight[d] = ppcl_neighbours_float_int_uint_pint(at[d], size[d], sampler, place[d]);
    if (image->is_array)
        place[2][0] = place[2][1] = ppcl_layer_float_int(at[dimensions], size[2]);
    T4 value = ppcl_texel_T4_int_int_int(image, place[0][0], place[1][0], place[2][0]);
    if (!(sampler & 32))
        return value;
    T4 plane[2];
    for (int k = 0; k < (dimensions > 2 ? 2 : 1); k++) {
        T4 line[2];
        for (int j = 0; j < (dimensions > 1 ? 2 : 1); j++)
            line[j] = ppcl_weighted_T4_T4_float(
                ppcl_texel_T4_int_int_int(image, place[0][0], place[1][j], place[2][k]),
                ppcl_texel_T4_int_int_int(image, place[0][1], place[1][j], place[2][k]),
                weight[0]);
        plane[k] = line[0];
        if (dimensions > 1)
            plane[k] = ppcl_weighted_T4_T4_float(line[0], line[1], weight[1]);
    }
    return dimensions > 2 ? ppcl_weighted_T4_T4_float(plane[0], plane[1], weight[2]) : plane[0];
}
