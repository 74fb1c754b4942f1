/* Images and samplers (OpenCL 1.2, 6.12.14 and 8.2), on struct ppcl_image of ppcl_kernel.h. */

PPCL_INLINE uint ppcl_channel_count(uint order)
{
    switch (order) {
    case 0x10b2: /* RG */
    case 0x10b3: /* RA */
        return 2;
    case 0x10b4: /* RGB */
        return 3;
    case 0x10b5: /* RGBA */
    case 0x10b6: /* BGRA */
    case 0x10b7: /* ARGB */
        return 4;
    default: /* R, A, INTENSITY, LUMINANCE */
        return 1;
    }
}

/* bytes of a channel, or of a whole pixel where that is packed */
PPCL_INLINE uint ppcl_channel_bytes(uint type)
{
    switch (type) {
    case 0x10d0: /* SNORM_INT8 */
    case 0x10d2: /* UNORM_INT8 */
    case 0x10d7: /* SIGNED_INT8 */
    case 0x10da: /* UNSIGNED_INT8 */
        return 1;
    case 0x10d6: /* UNORM_INT_101010 */
    case 0x10d9: /* SIGNED_INT32 */
    case 0x10dc: /* UNSIGNED_INT32 */
    case 0x10de: /* FLOAT */
        return 4;
    default:
        return 2;
    }
}

PPCL_INLINE int ppcl_is_packed(uint type)
{
    return type >= 0x10d4 && type <= 0x10d6;
}

PPCL_INLINE char *ppcl_pixel_int_int_int(const struct ppcl_image *image, int x, int y, int z)
{
    uint count = ppcl_is_packed(image->channel_type) ? 1 : ppcl_channel_count(image->channel_order);
    size_t bytes = (size_t)count * ppcl_channel_bytes(image->channel_type);
    return image->data + (size_t)x * bytes + (size_t)y * image->row_pitch +
           (size_t)z * image->slice_pitch;
}

/* For T = int, uint. */

PPCL_INLINE T ppcl_channel_value_T(const char *p, uint type)
{
    switch (ppcl_channel_bytes(type)) {
    case 1:
        return *(const C8 *)p;
    case 2:
        return *(const C16 *)p;
    default:
        return *(const T *)p;
    }
}

PPCL_INLINE void ppcl_set_channel_T(char *p, uint type, T value)
{
    switch (ppcl_channel_bytes(type)) {
    case 1:
        *(C8 *)p = ppcl_convert_C8_sat_T(value);
        break;
    case 2:
        *(C16 *)p = ppcl_convert_C16_sat_T(value);
        break;
    default:
        *(T *)p = value;
    }
}

/* For T = float. */

PPCL_INLINE float ppcl_channel_value_float(const char *p, uint type)
{
    switch (type) {
    case 0x10d0: /* SNORM_INT8 */
        return ppcl_fmax_float_float((float)*(const signed char *)p / 127.0f, -1.0f);
    case 0x10d1: /* SNORM_INT16 */
        return ppcl_fmax_float_float((float)*(const short *)p / 32767.0f, -1.0f);
    case 0x10d2: /* UNORM_INT8 */
        return (float)*(const uchar *)p / 255.0f;
    case 0x10d3: /* UNORM_INT16 */
        return (float)*(const ushort *)p / 65535.0f;
    case 0x10dd: /* HALF_FLOAT */
        return ppcl_convert_float_half(*(const half *)p);
    default: /* FLOAT */
        return *(const float *)p;
    }
}

PPCL_INLINE void ppcl_set_channel_float(char *p, uint type, float value)
{
    switch (type) {
    case 0x10d0: /* SNORM_INT8 */
        *(signed char *)p = ppcl_convert_char_sat_rte_float(value * 127.0f);
        break;
    case 0x10d1: /* SNORM_INT16 */
        *(short *)p = ppcl_convert_short_sat_rte_float(value * 32767.0f);
        break;
    case 0x10d2: /* UNORM_INT8 */
        *(uchar *)p = ppcl_convert_uchar_sat_rte_float(value * 255.0f);
        break;
    case 0x10d3: /* UNORM_INT16 */
        *(ushort *)p = ppcl_convert_ushort_sat_rte_float(value * 65535.0f);
        break;
    case 0x10dd: /* HALF_FLOAT */
        *(half *)p = ppcl_convert_half_rte_float(value);
        break;
    default: /* FLOAT */
        *(float *)p = value;
    }
}

/* red, green and blue of a packed pixel: bits of blue, of green, of red */
PPCL_INLINE float4 ppcl_unpacked_uint(uint bits, int blue, int green, int red)
{
    float4 color = {(float)(bits >> (green + blue) & ((1u << red) - 1)) / (float)((1 << red) - 1),
                    (float)(bits >> blue & ((1u << green) - 1)) / (float)((1 << green) - 1),
                    (float)(bits & ((1u << blue) - 1)) / (float)((1 << blue) - 1), 1.0f};
    return color;
}

PPCL_INLINE uint ppcl_packed_float4(float4 color, int blue, int green, int red)
{
    uint r = ppcl_convert_uint_sat_rte_float(ppcl_clamp_float_float_float(color[0], 0.0f, 1.0f) *
                                             (float)((1 << red) - 1));
    uint g = ppcl_convert_uint_sat_rte_float(ppcl_clamp_float_float_float(color[1], 0.0f, 1.0f) *
                                             (float)((1 << green) - 1));
    uint b = ppcl_convert_uint_sat_rte_float(ppcl_clamp_float_float_float(color[2], 0.0f, 1.0f) *
                                             (float)((1 << blue) - 1));
    return r << (green + blue) | g << blue | b;
}

PPCL_INLINE float4 ppcl_packed_pixel_float4(const char *p, uint type)
{
    if (type == 0x10d4) /* UNORM_SHORT_565 */
        return ppcl_unpacked_uint(*(const ushort *)p, 5, 6, 5);
    if (type == 0x10d5) /* UNORM_SHORT_555 */
        return ppcl_unpacked_uint(*(const ushort *)p, 5, 5, 5);
    return ppcl_unpacked_uint(*(const uint *)p, 10, 10, 10);
}

PPCL_INLINE void ppcl_set_packed_pixel_float4(char *p, uint type, float4 color)
{
    if (type == 0x10d4) /* UNORM_SHORT_565 */
        *(ushort *)p = (ushort)ppcl_packed_float4(color, 5, 6, 5);
    else if (type == 0x10d5) /* UNORM_SHORT_555 */
        *(ushort *)p = (ushort)ppcl_packed_float4(color, 5, 5, 5);
    else
        *(uint *)p = ppcl_packed_float4(color, 10, 10, 10);
}

/* For T = int, uint. */

/* only floats are packed */
PPCL_INLINE T4 ppcl_packed_pixel_T4(const char *p, uint type)
{
    T4 nothing = {0};
    (void)p;
    (void)type;
    return nothing;
}

PPCL_INLINE void ppcl_set_packed_pixel_T4(char *p, uint type, T4 color)
{
    (void)p;
    (void)type;
    (void)color;
}

/* Pixels of the formats that programs use most, of a line of the image; 0: it is another format. */

/* For T = float. */

PPCL_INLINE int ppcl_usual_pixel_T4(const char *line, int x, uint order, uint type, T4 *color)
{
    if (order == 0x10b5 && type == 0x10d2) { /* RGBA, UNORM_INT8 */
        const uchar *p = (const uchar *)line + 4 * (size_t)x;
        T4 found = {(float)p[0], (float)p[1], (float)p[2], (float)p[3]};
        *color = found / 255.0f;
        return 1;
    }
    if (order == 0x10b5 && type == 0x10de) { /* RGBA, FLOAT */
        const float *p = (const float *)line + 4 * (size_t)x;
        T4 found = {p[0], p[1], p[2], p[3]};
        *color = found;
        return 1;
    }
    if (order == 0x10b0 && (type == 0x10de || type == 0x10d2)) { /* R */
        const float is = type == 0x10de ? ((const float *)line)[x] : ((const uchar *)line)[x] / 255.0f;
        T4 found = {is, 0.0f, 0.0f, 1.0f};
        *color = found;
        return 1;
    }
    return 0;
}

PPCL_INLINE int ppcl_set_usual_pixel_T4(char *line, int x, uint order, uint type, T4 color)
{
    if (order == 0x10b5 && type == 0x10d2) { /* RGBA, UNORM_INT8 */
        uchar *p = (uchar *)line + 4 * (size_t)x;
        const T4 scaled = color * 255.0f, most = {255.0f, 255.0f, 255.0f, 255.0f};
        const int4 small = scaled < most, begun = (int4)scaled & (scaled > 0.0f); /* 0: no number */
        const int4 kept = (begun & small) | ((int4)most & ~small & (scaled > 0.0f));
        const int4 rounded = (int4)((T4)kept + 8388608.0f); /* to even */
        for (int i = 0; i < 4; i++)
            p[i] = (uchar)rounded[i];
        return 1;
    }
    if (order == 0x10b5 && type == 0x10de) { /* RGBA, FLOAT */
        float *p = (float *)line + 4 * (size_t)x;
        for (int i = 0; i < 4; i++)
            p[i] = color[i];
        return 1;
    }
    if (order == 0x10b0 && type == 0x10de) { /* R, FLOAT */
        ((float *)line)[x] = color[0];
        return 1;
    }
    return 0;
}

/* For T = int, uint. */

PPCL_INLINE int ppcl_usual_pixel_T4(const char *line, int x, uint order, uint type, T4 *color)
{
    const uint bytes = ppcl_channel_bytes(type);
    if (order != 0x10b5 || bytes == 2) /* RGBA */
        return 0;
    const C8 *p = (const C8 *)line + 4 * (size_t)x;
    const T *q = (const T *)line + 4 * (size_t)x;
    T4 small = {0, 0, 0, 0}, whole = {0, 0, 0, 0};
    for (int i = 0; bytes == 1 && i < 4; i++)
        small[i] = p[i];
    for (int i = 0; bytes != 1 && i < 4; i++)
        whole[i] = q[i];
    *color = bytes == 1 ? small : whole;
    return 1;
}

PPCL_INLINE int ppcl_set_usual_pixel_T4(char *line, int x, uint order, uint type, T4 color)
{
    const uint bytes = ppcl_channel_bytes(type);
    if (order != 0x10b5 || bytes == 2) /* RGBA */
        return 0;
    for (int i = 0; bytes == 1 && i < 4; i++)
        ((C8 *)line)[4 * (size_t)x + (size_t)i] = ppcl_convert_C8_sat_T(color[i]);
    for (int i = 0; bytes != 1 && i < 4; i++)
        ((T *)line)[4 * (size_t)x + (size_t)i] = color[i];
    return 1;
}

/* For T = float, int, uint. */

/* channels as they are stored to red, green, blue, alpha (table 6.22) */
PPCL_FUNCTION T4 ppcl_color_T4_uint(T4 stored, uint order)
{
    T4 none = {0, 0, 0, 1};
    T4 r = {stored[0], 0, 0, 1}, a = {0, 0, 0, stored[0]}, ra = {stored[0], 0, 0, stored[1]};
    T4 rg = {stored[0], stored[1], 0, 1}, rgb = {stored[0], stored[1], stored[2], 1};
    T4 bgra = {stored[2], stored[1], stored[0], stored[3]};
    T4 argb = {stored[1], stored[2], stored[3], stored[0]};
    T4 same = {stored[0], stored[0], stored[0], stored[0]};
    T4 luminance = {stored[0], stored[0], stored[0], 1};
    switch (order) {
    case 0x10b0:
        return r;
    case 0x10b1:
        return a;
    case 0x10b2:
        return rg;
    case 0x10b3:
        return ra;
    case 0x10b4:
        return rgb;
    case 0x10b5:
        return stored;
    case 0x10b6:
        return bgra;
    case 0x10b7:
        return argb;
    case 0x10b8:
        return same;
    case 0x10b9:
        return luminance;
    default:
        return none;
    }
}

/* and back */
PPCL_INLINE T4 ppcl_stored_T4_uint(T4 color, uint order)
{
    T4 a = {color[3], 0, 0, 0}, ra = {color[0], color[3], 0, 0};
    T4 bgra = {color[2], color[1], color[0], color[3]};
    T4 argb = {color[3], color[0], color[1], color[2]};
    switch (order) {
    case 0x10b1:
        return a;
    case 0x10b3:
        return ra;
    case 0x10b6:
        return bgra;
    case 0x10b7:
        return argb;
    default:
        return color;
    }
}

/* a pixel, or the border's colour outside of the image */
PPCL_FUNCTION T4 ppcl_texel_T4_int_int_int(const struct ppcl_image *image, int x, int y, int z)
{
    uint order = image->channel_order, type = image->channel_type;
    T4 stored = {0, 0, 0, 0};
    if ((uint)x >= image->width || (uint)y >= image->height || (uint)z >= image->depth) {
        stored[3] = order == 0x10b0 || order == 0x10b2 || order == 0x10b4 || order == 0x10b9;
        return stored;
    }
    if (ppcl_usual_pixel_T4(ppcl_pixel_int_int_int(image, 0, y, z), x, order, type, &stored))
        return stored;
    const char *p = ppcl_pixel_int_int_int(image, x, y, z);
    if (ppcl_is_packed(type))
        return ppcl_packed_pixel_T4(p, type);
    for (uint i = 0; i < ppcl_channel_count(order); i++)
        stored[i] = ppcl_channel_value_T(p + i * ppcl_channel_bytes(type), type);
    return ppcl_color_T4_uint(stored, order);
}

/* outside of the image nothing is written */
PPCL_FUNCTION void ppcl_set_texel_T4(const struct ppcl_image *image, int x, int y, int z, T4 color)
{
    uint order = image->channel_order, type = image->channel_type;
    if ((uint)x >= image->width || (uint)y >= image->height || (uint)z >= image->depth)
        return;
    if (ppcl_set_usual_pixel_T4(ppcl_pixel_int_int_int(image, 0, y, z), x, order, type, color))
        return;
    char *p = ppcl_pixel_int_int_int(image, x, y, z);
    if (ppcl_is_packed(type)) {
        ppcl_set_packed_pixel_T4(p, type, color);
        return;
    }
    T4 stored = ppcl_stored_T4_uint(color, order);
    for (uint i = 0; i < ppcl_channel_count(order); i++)
        ppcl_set_channel_T(p + i * ppcl_channel_bytes(type), type, stored[i]);
}
