// Function-like macros, #if variants, and what a compiler defines.
#define AT(row, column, width) ((row) * (width) + (column))
#define SQUARE(x) ((x) * (x))
#define SWAP(type, a, b) do { type kept = (a); (a) = (b); (b) = kept; } while (0)
#define JOIN(a, b) a##b
#define EACH(i, n) for (int i = 0; i < (n); i++)

#if defined(__NV_CL_C_VERSION) || defined(cl_amd_media_ops)
#error a vendor's macro
#endif
#if __OPENCL_VERSION__ < 120 || __OPENCL_C_VERSION__ < 120 || CL_VERSION_1_2 != 120
#error the version
#elif !defined(__ENDIAN_LITTLE__) || !defined(__IMAGE_SUPPORT__)
#error the device
#else
#define WIDTH 4
#endif
#ifdef __FAST_RELAXED_MATH__
#error not asked for
#endif

// kernel indices
//   load other[4 * l1 + 16 * l0 + 4 * go1 + 16 * go0] 4 x2
//   store data[4 * l1 * width + 4 * go1 * width + 4 * l0 + 4 * go0] 4
//   load data[4 * l1 + 4 * go1] 4
//   load other[4 * l0 + 4 * go0] 4
//   store data[4 * l1 + 4 * go1] 4
//   store other[4 * l0 + 4 * go0] 4
//   store data[4 * j] 4
kernel void indices(global float *data, global float *other, int width)
{
    int row = get_global_id(1), column = get_global_id(0);
    data[AT(row, column, width)] = SQUARE(other[AT(column, row, WIDTH)]);
    SWAP(float, data[row], JOIN(oth, er)[column]);
    EACH(j, WIDTH) data[j] = 0.0f;
}

#define COPY(type) \
    kernel void copy_##type(global const type *from, global type *to) \
    { \
        to[get_global_id(0)] = from[get_global_id(0)]; \
    }
// kernel copy_int
//   load from[4 * l0 + 4 * go0] 4
//   store to[4 * l0 + 4 * go0] 4
COPY(int)
// kernel copy_double
//   load from[8 * l0 + 8 * go0] 8
//   store to[8 * l0 + 8 * go0] 8
COPY(double)
