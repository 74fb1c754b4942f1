/* Formats of images and pixels in them (OpenCL 1.2, 5.3.1.1, 8.3). */

/* How many channels are stored, and the place in (r, g, b, a) of each. */
struct rt_order {
    cl_channel_order order;
    unsigned channels;
    unsigned char place[4];
};

static const struct rt_order rt_orders[] = {
    {CL_R, 1, {0, 0, 0, 0}},         {CL_A, 1, {3, 0, 0, 0}},    {CL_RG, 2, {0, 1, 0, 0}},
    {CL_RA, 2, {0, 3, 0, 0}},        {CL_RGBA, 4, {0, 1, 2, 3}}, {CL_BGRA, 4, {2, 1, 0, 3}},
    {CL_ARGB, 4, {3, 0, 1, 2}},      {CL_INTENSITY, 1, {0, 0, 0, 0}},
    {CL_LUMINANCE, 1, {0, 0, 0, 0}},
};

static const cl_channel_type rt_channel_types[] = {
    CL_UNORM_INT8,    CL_UNORM_INT16,    CL_SNORM_INT8,     CL_SNORM_INT16,
    CL_SIGNED_INT8,   CL_SIGNED_INT16,   CL_SIGNED_INT32,   CL_UNSIGNED_INT8,
    CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,    CL_FLOAT};

enum {
    RT_ORDERS = sizeof(rt_orders) / sizeof(rt_orders[0]),
    RT_CHANNEL_TYPES = sizeof(rt_channel_types) / sizeof(rt_channel_types[0])
};

static const struct rt_order *rt_find_order(cl_channel_order order)
{
    for (int at = 0; at < RT_ORDERS; ++at)
        if (rt_orders[at].order == order)
            return &rt_orders[at];
    return NULL;
}

/* A channel in bytes; 0 for a type that is not supported. */
static size_t rt_channel_size(cl_channel_type type)
{
    switch (type) {
    case CL_UNORM_INT8:
    case CL_SNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
        return 1;
    case CL_UNORM_INT16:
    case CL_SNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
        return 2;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
        return 4;
    default:
        return 0;
    }
}

static int rt_is_integer(cl_channel_type type)
{
    return type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32;
}

/* Whether the standard allows this type with this order (table 5.6). */
static int rt_is_allowed(cl_channel_order order, cl_channel_type type)
{
    if (order == CL_INTENSITY || order == CL_LUMINANCE)
        return !rt_is_integer(type);
    if (order == CL_BGRA || order == CL_ARGB)
        return rt_channel_size(type) == 1;
    return 1;
}

/* A pixel in bytes; 0 for a format that is not supported. */
static size_t rt_pixel_size(const cl_image_format *format)
{
    const struct rt_order *order = rt_find_order(format->image_channel_order);
    cl_channel_type type = format->image_channel_data_type;

    if (order == NULL || !rt_is_allowed(order->order, type))
        return 0;
    return order->channels * rt_channel_size(type);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                  cl_uint room, cl_image_format *formats, cl_uint *count)
{
    cl_uint number = 0;

    if (!rt_is(context, RT_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!rt_are_memory_flags(flags) || type < CL_MEM_OBJECT_IMAGE2D
        || type > CL_MEM_OBJECT_IMAGE1D_BUFFER || (formats != NULL && room == 0))
        return CL_INVALID_VALUE;
    for (int order = 0; order < RT_ORDERS; ++order)
        for (int at = 0; at < RT_CHANNEL_TYPES; ++at) {
            if (!rt_is_allowed(rt_orders[order].order, rt_channel_types[at]))
                continue;
            if (formats != NULL && number < room) {
                formats[number].image_channel_order = rt_orders[order].order;
                formats[number].image_channel_data_type = rt_channel_types[at];
            }
            ++number;
        }
    if (count != NULL)
        *count = number;
    return CL_SUCCESS;
}

/* The nearest integer to `value`, halves to even, within the bounds; 0 for what is no number. */
static int32_t rt_nearest(float value, float least, float most)
{
    float whole = value > least ? value < most ? value : most : least;
    int32_t below;

    if (value != value)
        return 0;
    below = (int32_t)whole - (whole < (float)(int32_t)whole);
    whole -= (float)below;
    return below + (whole > 0.5f || (whole == 0.5f && (below & 1) != 0));
}

/* To half precision, halves to even. */
static uint16_t rt_to_half(float value)
{
    uint32_t bits, sign;

    memcpy(&bits, &value, sizeof(bits));
    sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    if (bits > 0x7f800000) /* no number */
        return (uint16_t)(sign | 0x7e00);
    if (bits >= 0x47800000) /* 65536 */
        return (uint16_t)(sign | 0x7c00);
    if (bits < 0x38800000) { /* less than the least normal number: in steps of 2^-24 */
        memcpy(&value, &bits, sizeof(value));
        return (uint16_t)(sign | (uint32_t)rt_nearest(value * 16777216.0f, 0.0f, 1024.0f));
    }
    return (uint16_t)(sign | (bits - 0x38000000 + 0xfff + (bits >> 13 & 1)) >> 13);
}

/* Stores a channel; `value` is one of float4, int4 or uint4, as the type wants. */
static void rt_store_channel(char *to, cl_channel_type type, const void *value)
{
    int32_t number;
    uint16_t half;
    float real;

    memcpy(&real, value, sizeof(real));
    memcpy(&number, value, sizeof(number));
    switch (type) {
    case CL_UNORM_INT8:
        number = rt_nearest(real * 255.0f, 0.0f, 255.0f);
        break;
    case CL_UNORM_INT16:
        number = rt_nearest(real * 65535.0f, 0.0f, 65535.0f);
        break;
    case CL_SNORM_INT8:
        number = rt_nearest(real * 127.0f, -128.0f, 127.0f);
        break;
    case CL_SNORM_INT16:
        number = rt_nearest(real * 32767.0f, -32768.0f, 32767.0f);
        break;
    case CL_SIGNED_INT8:
        number = number < -128 ? -128 : number > 127 ? 127 : number;
        break;
    case CL_SIGNED_INT16:
        number = number < -32768 ? -32768 : number > 32767 ? 32767 : number;
        break;
    case CL_UNSIGNED_INT8:
        number = (uint32_t)number > 255 ? 255 : number;
        break;
    case CL_UNSIGNED_INT16:
        number = (uint32_t)number > 65535 ? 65535 : number;
        break;
    case CL_HALF_FLOAT:
        half = rt_to_half(real);
        number = half;
        break;
    default: /* 32 bits as they are */
        break;
    }
    if (rt_channel_size(type) == 1) {
        *to = (char)number;
    } else if (rt_channel_size(type) == 2) {
        half = (uint16_t)number;
        memcpy(to, &half, sizeof(half));
    } else {
        memcpy(to, &number, sizeof(number));
    }
}

/* A pixel of a format from a colour of four channels, 32 bits each. */
static void rt_store_pixel(char *to, const cl_image_format *format, const void *colour)
{
    const struct rt_order *order = rt_find_order(format->image_channel_order);
    size_t size = rt_channel_size(format->image_channel_data_type);

    for (unsigned at = 0; at < order->channels; ++at)
        rt_store_channel(to + at * size, format->image_channel_data_type,
                         (const char *)colour + 4 * order->place[at]);
}
