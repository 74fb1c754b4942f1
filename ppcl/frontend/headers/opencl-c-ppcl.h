/* OpenCL C for ppcl's parser: types and macros. Functions come from clang's own table. */
#ifndef OPENCL_C_PPCL_H
#define OPENCL_C_PPCL_H

/* without this clang leaves out vload, vstore, atomics and their like */
#define __opencl_c_named_address_space_builtins 1

/* some compilers take them */
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

/* scalar types (6.1.1) */
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;

/* vector types (6.1.2) */
#define PPCL_VECTORS(type) \
    typedef type type##2 __attribute__((ext_vector_type(2))); \
    typedef type type##3 __attribute__((ext_vector_type(3))); \
    typedef type type##4 __attribute__((ext_vector_type(4))); \
    typedef type type##8 __attribute__((ext_vector_type(8))); \
    typedef type type##16 __attribute__((ext_vector_type(16)))
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
PPCL_VECTORS(char);
PPCL_VECTORS(uchar);
PPCL_VECTORS(short);
PPCL_VECTORS(ushort);
PPCL_VECTORS(int);
PPCL_VECTORS(uint);
PPCL_VECTORS(long);
PPCL_VECTORS(ulong);
PPCL_VECTORS(float);
PPCL_VECTORS(double);
PPCL_VECTORS(half);
#undef PPCL_VECTORS

/* the type of barrier's argument (6.12.8) */
typedef uint cl_mem_fence_flags;

#define NULL ((void *)0)

/* a hint on how a kernel is run (6.7.1) */
#define __kernel_exec(size, type) \
    __kernel __attribute__((work_group_size_hint(size, 1, 1))) __attribute__((vec_type_hint(type)))
#define kernel_exec(size, type) __kernel_exec(size, type)

/* limits of integers and floats (6.12.2, 6.12.3) */
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-127 - 1)
#define UCHAR_MAX 255
#define CHAR_MAX SCHAR_MAX
#define CHAR_MIN SCHAR_MIN
#define SHRT_MAX 32767
#define SHRT_MIN (-32767 - 1)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 0xffffffffU
#define LONG_MAX 0x7fffffffffffffffL
#define LONG_MIN (-0x7fffffffffffffffL - 1)
#define ULONG_MAX 0xffffffffffffffffUL

#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MAX_10_EXP +38
#define FLT_MAX_EXP +128
#define FLT_MIN_10_EXP -37
#define FLT_MIN_EXP -125
#define FLT_RADIX 2
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1.0p-126f
#define FLT_EPSILON 0x1.0p-23f
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MAX_10_EXP +308
#define DBL_MAX_EXP +1024
#define DBL_MIN_10_EXP -307
#define DBL_MIN_EXP -1021
#define DBL_RADIX 2
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1.0p-1022
#define DBL_EPSILON 0x1.0p-52
#define HALF_DIG 3
#define HALF_MANT_DIG 11
#define HALF_RADIX 2
#define HALF_MAX 0x1.ffcp15h
#define HALF_MIN 0x1.0p-14h
#define HALF_EPSILON 0x1.0p-10h

#define MAXFLOAT FLT_MAX
#define HUGE_VALF __builtin_huge_valf()
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FP_ILOGB0 INT_MIN
#define FP_ILOGBNAN INT_MAX

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define M_E_F 2.71828182845904523536f
#define M_LOG2E_F 1.44269504088896340736f
#define M_LOG10E_F 0.43429448190325182765f
#define M_LN2_F 0.69314718055994530942f
#define M_LN10_F 2.30258509299404568402f
#define M_PI_F 3.14159265358979323846f
#define M_PI_2_F 1.57079632679489661923f
#define M_PI_4_F 0.78539816339744830962f
#define M_1_PI_F 0.31830988618379067154f
#define M_2_PI_F 0.63661977236758134308f
#define M_2_SQRTPI_F 1.12837916709551257390f
#define M_SQRT2_F 1.41421356237309504880f
#define M_SQRT1_2_F 0.70710678118654752440f

/* synchronization (6.12.8) */
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2

/* samplers and images (6.12.14) */
#define CLK_ADDRESS_NONE 0
#define CLK_ADDRESS_CLAMP_TO_EDGE 2
#define CLK_ADDRESS_CLAMP 4
#define CLK_ADDRESS_REPEAT 6
#define CLK_ADDRESS_MIRRORED_REPEAT 8
#define CLK_NORMALIZED_COORDS_FALSE 0
#define CLK_NORMALIZED_COORDS_TRUE 1
#define CLK_FILTER_NEAREST 0x10
#define CLK_FILTER_LINEAR 0x20

/* channel orders and data types (5.3.1.1) */
#define CLK_R 0x10B0
#define CLK_A 0x10B1
#define CLK_RG 0x10B2
#define CLK_RA 0x10B3
#define CLK_RGB 0x10B4
#define CLK_RGBA 0x10B5
#define CLK_BGRA 0x10B6
#define CLK_ARGB 0x10B7
#define CLK_INTENSITY 0x10B8
#define CLK_LUMINANCE 0x10B9
#define CLK_SNORM_INT8 0x10D0
#define CLK_SNORM_INT16 0x10D1
#define CLK_UNORM_INT8 0x10D2
#define CLK_UNORM_INT16 0x10D3
#define CLK_UNORM_SHORT_565 0x10D4
#define CLK_UNORM_SHORT_555 0x10D5
#define CLK_UNORM_INT_101010 0x10D6
#define CLK_SIGNED_INT8 0x10D7
#define CLK_SIGNED_INT16 0x10D8
#define CLK_SIGNED_INT32 0x10D9
#define CLK_UNSIGNED_INT8 0x10DA
#define CLK_UNSIGNED_INT16 0x10DB
#define CLK_UNSIGNED_INT32 0x10DC
#define CLK_HALF_FLOAT 0x10DD
#define CLK_FLOAT 0x10DE

/* reinterpretation (6.2.4.2): the parser's tree gets a call of the function of that name */
#define as_char(value) __builtin_astype((value), char)
#define as_char2(value) __builtin_astype((value), char2)
#define as_char3(value) __builtin_astype((value), char3)
#define as_char4(value) __builtin_astype((value), char4)
#define as_char8(value) __builtin_astype((value), char8)
#define as_char16(value) __builtin_astype((value), char16)
#define as_uchar(value) __builtin_astype((value), uchar)
#define as_uchar2(value) __builtin_astype((value), uchar2)
#define as_uchar3(value) __builtin_astype((value), uchar3)
#define as_uchar4(value) __builtin_astype((value), uchar4)
#define as_uchar8(value) __builtin_astype((value), uchar8)
#define as_uchar16(value) __builtin_astype((value), uchar16)
#define as_short(value) __builtin_astype((value), short)
#define as_short2(value) __builtin_astype((value), short2)
#define as_short3(value) __builtin_astype((value), short3)
#define as_short4(value) __builtin_astype((value), short4)
#define as_short8(value) __builtin_astype((value), short8)
#define as_short16(value) __builtin_astype((value), short16)
#define as_ushort(value) __builtin_astype((value), ushort)
#define as_ushort2(value) __builtin_astype((value), ushort2)
#define as_ushort3(value) __builtin_astype((value), ushort3)
#define as_ushort4(value) __builtin_astype((value), ushort4)
#define as_ushort8(value) __builtin_astype((value), ushort8)
#define as_ushort16(value) __builtin_astype((value), ushort16)
#define as_int(value) __builtin_astype((value), int)
#define as_int2(value) __builtin_astype((value), int2)
#define as_int3(value) __builtin_astype((value), int3)
#define as_int4(value) __builtin_astype((value), int4)
#define as_int8(value) __builtin_astype((value), int8)
#define as_int16(value) __builtin_astype((value), int16)
#define as_uint(value) __builtin_astype((value), uint)
#define as_uint2(value) __builtin_astype((value), uint2)
#define as_uint3(value) __builtin_astype((value), uint3)
#define as_uint4(value) __builtin_astype((value), uint4)
#define as_uint8(value) __builtin_astype((value), uint8)
#define as_uint16(value) __builtin_astype((value), uint16)
#define as_long(value) __builtin_astype((value), long)
#define as_long2(value) __builtin_astype((value), long2)
#define as_long3(value) __builtin_astype((value), long3)
#define as_long4(value) __builtin_astype((value), long4)
#define as_long8(value) __builtin_astype((value), long8)
#define as_long16(value) __builtin_astype((value), long16)
#define as_ulong(value) __builtin_astype((value), ulong)
#define as_ulong2(value) __builtin_astype((value), ulong2)
#define as_ulong3(value) __builtin_astype((value), ulong3)
#define as_ulong4(value) __builtin_astype((value), ulong4)
#define as_ulong8(value) __builtin_astype((value), ulong8)
#define as_ulong16(value) __builtin_astype((value), ulong16)
#define as_float(value) __builtin_astype((value), float)
#define as_float2(value) __builtin_astype((value), float2)
#define as_float3(value) __builtin_astype((value), float3)
#define as_float4(value) __builtin_astype((value), float4)
#define as_float8(value) __builtin_astype((value), float8)
#define as_float16(value) __builtin_astype((value), float16)
#define as_double(value) __builtin_astype((value), double)
#define as_double2(value) __builtin_astype((value), double2)
#define as_double3(value) __builtin_astype((value), double3)
#define as_double4(value) __builtin_astype((value), double4)
#define as_double8(value) __builtin_astype((value), double8)
#define as_double16(value) __builtin_astype((value), double16)
#define as_half(value) __builtin_astype((value), half)
#define as_half2(value) __builtin_astype((value), half2)
#define as_half3(value) __builtin_astype((value), half3)
#define as_half4(value) __builtin_astype((value), half4)
#define as_half8(value) __builtin_astype((value), half8)
#define as_half16(value) __builtin_astype((value), half16)
#define as_size_t(value) __builtin_astype((value), size_t)
#define as_ptrdiff_t(value) __builtin_astype((value), ptrdiff_t)
#define as_intptr_t(value) __builtin_astype((value), intptr_t)
#define as_uintptr_t(value) __builtin_astype((value), uintptr_t)

#if __OPENCL_C_VERSION__ >= 200
#include "opencl-c-2-ppcl.h"
#endif

/* variadic, so not in clang's table (6.12.13) */
#if __OPENCL_C_VERSION__ >= 120
int printf(__constant const char *restrict format, ...) __attribute__((format(printf, 1, 2)));
#endif

#endif
