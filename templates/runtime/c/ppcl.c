/*
 * OpenCL 1.2 for this program alone: its kernels, compiled to C, and the runtime under them. The
 * one file to build and link; all but the cl* functions is static. (Written by ppcl; MIT-0.)
 *
 * Works as C99 and as C++, with gcc, clang and what is built on clang.
 */
#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "ppcl.c is C99: behind -std=gnu89 or -ansi, add -std=gnu99 -fgnu89-inline (ppcl --emit c)"
#endif
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* posix_memalign, sched_getaffinity, clock_gettime */
#endif
/* The host may ask for another version; this is what is defined here. */
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 200
#ifndef CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#endif

#include "ppcl_compiler.h"
#include "ppcl_kernel.h"

/* Kernels are as the user wrote them: what OpenCL compilers are silent on is no news here. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Waddress"
#pragma GCC diagnostic ignored "-Wempty-body"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wmissing-braces"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-label"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-variable"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wconditional-uninitialized"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#if __has_warning("-Wxor-used-as-pow")
#pragma GCC diagnostic ignored "-Wxor-used-as-pow"
#endif
#else
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#if __GNUC__ >= 13
#pragma GCC diagnostic ignored "-Wxor-used-as-pow"
#endif
#endif
#ifdef __cplusplus
#pragma GCC diagnostic ignored "-Wnarrowing"
#endif
#include "kernels.c"
#pragma GCC diagnostic pop

#include "objects.h"
#include "record.h"

#include "device.c"
#include "context.c"
#include "callback.c"
#include "command.c"
#include "event.c"
#include "pool.c"
#include "queue.c"
#include "memory.c"
#include "transfer.c"
#include "rectangle.c"
#include "map.c"
#include "image_format.c"
#include "image.c"
#include "image_transfer.c"
#include "sampler.c"
#include "program_key.c"
#include "program_log.c"
#include "program.c"
#include "kernel.c"
#include "kernel_info.c"
#include "ndrange.c"
#include "native.c"
#include "unsupported.c"
#include "newer.c"
#include "destroy.c"
#include "record.c"
