/*
 * Scalar and vector types of the OpenCL API (OpenCL 1.2, 5.1 and appendix B), with the sizes and
 * alignments that every implementation shares. Written from the specification.
 */
#ifndef PPCL_CL_PLATFORM_H
#define PPCL_CL_PLATFORM_H

#include <stddef.h>
#include <stdint.h>
/* Khronos's includes the compiler's vector types, which bring these: hosts lean on that. */
#include <stdlib.h>
#ifdef __has_include
#if __has_include(<mm_malloc.h>)
#include <mm_malloc.h>
#endif
#endif

#define CL_API_ENTRY
#define CL_API_CALL
#define CL_CALLBACK
#define CL_ALIGNED(bytes) __attribute__((aligned(bytes)))
#define CL_HAS_NAMED_VECTOR_FIELDS 1
#define CL_HAS_HI_LO_VECTOR_FIELDS 1
#define CL_HAS_ANON_STRUCT 1

/* what copies of the standard headers mark their declarations with */
#define CL_API_SUFFIX__VERSION_1_0
#define CL_API_SUFFIX__VERSION_1_1
#define CL_API_SUFFIX__VERSION_1_2
#define CL_API_SUFFIX__VERSION_2_0
#define CL_API_SUFFIX__VERSION_2_1
#define CL_API_SUFFIX__VERSION_2_2
#define CL_API_SUFFIX__VERSION_3_0
#define CL_EXT_SUFFIX__VERSION_1_0
#define CL_EXT_SUFFIX__VERSION_1_1
#define CL_EXT_SUFFIX__VERSION_1_2
#define CL_EXT_SUFFIX__VERSION_2_0
#define CL_EXT_SUFFIX__VERSION_2_1
#define CL_EXT_SUFFIX__VERSION_2_2
#define CL_EXT_SUFFIX__VERSION_3_0
#define CL_API_PREFIX__VERSION_1_0_DEPRECATED
#define CL_API_SUFFIX__VERSION_1_0_DEPRECATED
#define CL_EXT_PREFIX__VERSION_1_0_DEPRECATED
#define CL_EXT_SUFFIX__VERSION_1_0_DEPRECATED
#define CL_API_PREFIX__VERSION_1_1_DEPRECATED
#define CL_API_SUFFIX__VERSION_1_1_DEPRECATED
#define CL_EXT_PREFIX__VERSION_1_1_DEPRECATED
#define CL_EXT_SUFFIX__VERSION_1_1_DEPRECATED
#define CL_API_PREFIX__VERSION_1_2_DEPRECATED
#define CL_API_SUFFIX__VERSION_1_2_DEPRECATED
#define CL_EXT_PREFIX__VERSION_1_2_DEPRECATED
#define CL_EXT_SUFFIX__VERSION_1_2_DEPRECATED
#define CL_API_PREFIX__VERSION_2_0_DEPRECATED
#define CL_API_SUFFIX__VERSION_2_0_DEPRECATED
#define CL_EXT_PREFIX__VERSION_2_0_DEPRECATED
#define CL_EXT_SUFFIX__VERSION_2_0_DEPRECATED
#define CL_API_PREFIX__VERSION_2_1_DEPRECATED
#define CL_API_SUFFIX__VERSION_2_1_DEPRECATED
#define CL_EXT_PREFIX__VERSION_2_1_DEPRECATED
#define CL_EXT_SUFFIX__VERSION_2_1_DEPRECATED
#define CL_API_PREFIX__VERSION_2_2_DEPRECATED
#define CL_API_SUFFIX__VERSION_2_2_DEPRECATED
#define CL_EXT_PREFIX__VERSION_2_2_DEPRECATED
#define CL_EXT_SUFFIX__VERSION_2_2_DEPRECATED
#define CL_EXT_PREFIX_DEPRECATED
#define CL_EXT_SUFFIX_DEPRECATED
#define CL_API_SUFFIX__EXPERIMENTAL
#define CL_EXT_SUFFIX__EXPERIMENTAL
#define CL_EXTENSION_WEAK_LINK

/* scalars */
typedef int8_t cl_char;
typedef uint8_t cl_uchar;
typedef int16_t cl_short;
typedef uint16_t cl_ushort;
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef int64_t cl_long;
typedef uint64_t cl_ulong;
typedef uint16_t cl_half;
typedef float cl_float;
typedef double cl_double;

typedef unsigned int cl_GLuint;
typedef int cl_GLint;
typedef unsigned int cl_GLenum;
typedef struct __GLsync *cl_GLsync;

/* limits */
#define CL_CHAR_BIT 8
#define CL_SCHAR_MAX 127
#define CL_SCHAR_MIN (-127 - 1)
#define CL_CHAR_MAX CL_SCHAR_MAX
#define CL_CHAR_MIN CL_SCHAR_MIN
#define CL_UCHAR_MAX 255
#define CL_SHRT_MAX 32767
#define CL_SHRT_MIN (-32767 - 1)
#define CL_USHRT_MAX 65535
#define CL_INT_MAX 2147483647
#define CL_INT_MIN (-2147483647 - 1)
#define CL_UINT_MAX 0xffffffffU
#define CL_LONG_MAX ((cl_long)0x7fffffffffffffffLL)
#define CL_LONG_MIN ((cl_long)-0x7fffffffffffffffLL - 1LL)
#define CL_ULONG_MAX ((cl_ulong)0xffffffffffffffffULL)

#define CL_HALF_DIG 3
#define CL_HALF_MANT_DIG 11
#define CL_HALF_MAX_10_EXP 4
#define CL_HALF_MAX_EXP 16
#define CL_HALF_MIN_10_EXP (-4)
#define CL_HALF_MIN_EXP (-13)
#define CL_HALF_RADIX 2
#define CL_HALF_MAX 65504.0f
#define CL_HALF_MIN 6.103515625e-05f
#define CL_HALF_EPSILON 9.765625e-04f

#define CL_FLT_DIG 6
#define CL_FLT_MANT_DIG 24
#define CL_FLT_MAX_10_EXP 38
#define CL_FLT_MAX_EXP 128
#define CL_FLT_MIN_10_EXP (-37)
#define CL_FLT_MIN_EXP (-125)
#define CL_FLT_RADIX 2
#define CL_FLT_MAX 3.40282346638528859812e38f
#define CL_FLT_MIN 1.17549435082228750797e-38f
#define CL_FLT_EPSILON 1.1920928955078125e-7f
#define CL_DBL_DIG 15
#define CL_DBL_MANT_DIG 53
#define CL_DBL_MAX_10_EXP 308
#define CL_DBL_MAX_EXP 1024
#define CL_DBL_MIN_10_EXP (-307)
#define CL_DBL_MIN_EXP (-1021)
#define CL_DBL_RADIX 2
#define CL_DBL_MAX 1.7976931348623158e+308
#define CL_DBL_MIN 2.225073858507201383090e-308
#define CL_DBL_EPSILON 2.220446049250313080847e-16

#define CL_M_E 2.7182818284590452354
#define CL_M_LOG2E 1.4426950408889634074
#define CL_M_LOG10E 0.43429448190325182765
#define CL_M_LN2 0.69314718055994530942
#define CL_M_LN10 2.30258509299404568402
#define CL_M_PI 3.14159265358979323846
#define CL_M_PI_2 1.57079632679489661923
#define CL_M_PI_4 0.78539816339744830962
#define CL_M_1_PI 0.31830988618379067154
#define CL_M_2_PI 0.63661977236758134308
#define CL_M_2_SQRTPI 1.12837916709551257390
#define CL_M_SQRT2 1.41421356237309504880
#define CL_M_SQRT1_2 0.70710678118654752440
#define CL_M_E_F 2.718281828f
#define CL_M_LOG2E_F 1.442695041f
#define CL_M_LOG10E_F 0.434294482f
#define CL_M_LN2_F 0.693147181f
#define CL_M_LN10_F 2.302585093f
#define CL_M_PI_F 3.141592654f
#define CL_M_PI_2_F 1.570796327f
#define CL_M_PI_4_F 0.785398163f
#define CL_M_1_PI_F 0.318309886f
#define CL_M_2_PI_F 0.636619772f
#define CL_M_2_SQRTPI_F 1.128379167f
#define CL_M_SQRT2_F 1.414213562f
#define CL_M_SQRT1_2_F 0.707106781f

#define CL_NAN (CL_INFINITY - CL_INFINITY)
#define CL_HUGE_VALF ((cl_float)1e50)
#define CL_HUGE_VAL ((cl_double)1e500)
#define CL_MAXFLOAT CL_FLT_MAX
#define CL_INFINITY CL_HUGE_VALF

/* vectors: s[] and named components share their bytes; three components take the room of four */
#define PPCL_CL_VECTORS(name)                                                                    \
    typedef union {                                                                              \
        name CL_ALIGNED(2 * sizeof(name)) s[2];                                                  \
        __extension__ struct { name x, y; };                                                     \
        __extension__ struct { name s0, s1; };                                                   \
        __extension__ struct { name lo, hi; };                                                   \
    } name##2;                                                                                   \
    typedef union {                                                                              \
        name CL_ALIGNED(4 * sizeof(name)) s[4];                                                  \
        __extension__ struct { name x, y, z, w; };                                               \
        __extension__ struct { name s0, s1, s2, s3; };                                           \
        __extension__ struct { name##2 lo, hi; };                                                \
    } name##4;                                                                                   \
    typedef name##4 name##3;                                                                     \
    typedef union {                                                                              \
        name CL_ALIGNED(8 * sizeof(name)) s[8];                                                  \
        __extension__ struct { name x, y, z, w; };                                               \
        __extension__ struct { name s0, s1, s2, s3, s4, s5, s6, s7; };                           \
        __extension__ struct { name##4 lo, hi; };                                                \
    } name##8;                                                                                   \
    typedef union {                                                                              \
        name CL_ALIGNED(16 * sizeof(name)) s[16];                                                \
        __extension__ struct { name x, y, z, w; };                                               \
        __extension__ struct {                                                                   \
            name s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sA, sB, sC, sD, sE, sF;                 \
        };                                                                                       \
        __extension__ struct { name##8 lo, hi; };                                                \
    } name##16

PPCL_CL_VECTORS(cl_char);
PPCL_CL_VECTORS(cl_uchar);
PPCL_CL_VECTORS(cl_short);
PPCL_CL_VECTORS(cl_ushort);
PPCL_CL_VECTORS(cl_int);
PPCL_CL_VECTORS(cl_uint);
PPCL_CL_VECTORS(cl_long);
PPCL_CL_VECTORS(cl_ulong);
PPCL_CL_VECTORS(cl_half);
PPCL_CL_VECTORS(cl_float);
PPCL_CL_VECTORS(cl_double);
#undef PPCL_CL_VECTORS

#endif
