/* The versions that users may ask for (the newest, as in Khronos's, where they do not); all is
 * declared either way. */
#ifndef PPCL_CL_VERSION_H
#define PPCL_CL_VERSION_H
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#define CL_VERSION_1_0 1
#define CL_VERSION_1_1 1
#define CL_VERSION_1_2 1
#if CL_TARGET_OPENCL_VERSION >= 200
#define CL_VERSION_2_0 1
#endif
#if CL_TARGET_OPENCL_VERSION >= 210
#define CL_VERSION_2_1 1
#endif
#if CL_TARGET_OPENCL_VERSION >= 220
#define CL_VERSION_2_2 1
#endif
#if CL_TARGET_OPENCL_VERSION >= 300
#define CL_VERSION_3_0 1
#endif
#endif
