/* OpenCL C 1.2 for ppcl's parser: types and macros. Functions come from clang's own table. */
#ifndef OPENCL_C_PPCL_H
#define OPENCL_C_PPCL_H

/* without this clang leaves out vload, vstore, atomics and their like */
#define __opencl_c_named_address_space_builtins 1

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

#define NULL ((void *)0)

/* synchronization (6.12.8) */
typedef uint cl_mem_fence_flags;
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
