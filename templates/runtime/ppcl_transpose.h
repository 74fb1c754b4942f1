/*
 * Transfers of a buffer that the device stores transposed (written by ppcl; MIT-0, no obligation).
 *
 * On the host, element `slow * pitch + fast` keeps its place; on the device it is element
 * `fast * extent + slow`. `width` is the size of an element in bytes. All transfers block.
 *
 * C89 and C++, in names of its own: the program's macros and warnings are the program's.
 */
#ifndef PPCL_RUNTIME_TRANSPOSE_H
#define PPCL_RUNTIME_TRANSPOSE_H

#ifdef __GNUC__
#pragma GCC system_header
#endif
#include <CL/cl.h>

#ifdef __GNUC__
#define PPCL_INLINE static __inline__
#define PPCL_MALLOC __builtin_malloc
#define PPCL_FREE __builtin_free
#define PPCL_MEMCPY __builtin_memcpy
#else
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#define PPCL_INLINE static inline
#else
#define PPCL_INLINE static
#endif
#define PPCL_MALLOC malloc
#define PPCL_FREE free
#define PPCL_MEMCPY memcpy
#endif

#if defined(__GNUC__) && defined(__ELF__)
#ifdef __cplusplus
extern "C"
#endif
void ppcl_recorded(const void *ppcl_host, size_t ppcl_size)
    __attribute__((__weak__)); /* of `ppcl verify` */
#define PPCL_RECORDED(at, bytes) (ppcl_recorded ? ppcl_recorded(at, bytes) : (void)0)
#else
#define PPCL_RECORDED(at, bytes) ((void)0)
#endif

/* Whether the bytes are those of a rectangle: sides may be of numbers that were negative. */
PPCL_INLINE int ppcl_is_rectangle(size_t ppcl_pitch, size_t ppcl_extent, size_t ppcl_width,
                                  size_t ppcl_size)
{
    return ppcl_pitch && ppcl_extent && ppcl_width && ppcl_pitch <= ppcl_size &&
           ppcl_extent <= ppcl_size / ppcl_pitch &&
           ppcl_pitch * ppcl_extent <= ppcl_size / ppcl_width &&
           ppcl_pitch * ppcl_extent * ppcl_width == ppcl_size;
}

PPCL_INLINE void ppcl_transpose(char *ppcl_to, const char *ppcl_from, size_t ppcl_pitch,
                                size_t ppcl_extent, size_t ppcl_width)
{
    size_t ppcl_fast, ppcl_slow;

    for (ppcl_fast = 0; ppcl_fast < ppcl_pitch; ++ppcl_fast)
        for (ppcl_slow = 0; ppcl_slow < ppcl_extent; ++ppcl_slow)
            PPCL_MEMCPY(ppcl_to + (ppcl_fast * ppcl_extent + ppcl_slow) * ppcl_width,
                        ppcl_from + (ppcl_slow * ppcl_pitch + ppcl_fast) * ppcl_width, ppcl_width);
}

PPCL_INLINE cl_int ppcl_write_transposed(size_t ppcl_pitch, size_t ppcl_extent, size_t ppcl_width,
                                         cl_command_queue ppcl_queue, cl_mem ppcl_buffer,
                                         cl_bool ppcl_blocking, size_t ppcl_offset,
                                         size_t ppcl_size, const void *ppcl_host,
                                         cl_uint ppcl_count, const cl_event *ppcl_waits,
                                         cl_event *ppcl_event)
{
    char *ppcl_copy;
    cl_int ppcl_error = CL_OUT_OF_HOST_MEMORY;

    (void)ppcl_blocking;
    if (!ppcl_queue || !ppcl_buffer || !ppcl_host || /* OpenCL says what is wrong */
        !ppcl_is_rectangle(ppcl_pitch, ppcl_extent, ppcl_width, ppcl_size))
        return clEnqueueWriteBuffer(ppcl_queue, ppcl_buffer, CL_TRUE, ppcl_offset, ppcl_size,
                                    ppcl_host, ppcl_count, ppcl_waits, ppcl_event);
    ppcl_copy = (char *)PPCL_MALLOC(ppcl_size);
    if (ppcl_copy) {
        ppcl_transpose(ppcl_copy, (const char *)ppcl_host, ppcl_pitch, ppcl_extent, ppcl_width);
        ppcl_error = clEnqueueWriteBuffer(ppcl_queue, ppcl_buffer, CL_TRUE, ppcl_offset, ppcl_size,
                                          ppcl_copy, ppcl_count, ppcl_waits, ppcl_event);
    }
    PPCL_FREE(ppcl_copy);
    return ppcl_error;
}

PPCL_INLINE cl_int ppcl_read_transposed(size_t ppcl_pitch, size_t ppcl_extent, size_t ppcl_width,
                                        cl_command_queue ppcl_queue, cl_mem ppcl_buffer,
                                        cl_bool ppcl_blocking, size_t ppcl_offset,
                                        size_t ppcl_size, void *ppcl_host, cl_uint ppcl_count,
                                        const cl_event *ppcl_waits, cl_event *ppcl_event)
{
    char *ppcl_copy;
    cl_int ppcl_error = CL_OUT_OF_HOST_MEMORY;

    (void)ppcl_blocking;
    if (!ppcl_queue || !ppcl_buffer || !ppcl_host || /* OpenCL says what is wrong */
        !ppcl_is_rectangle(ppcl_pitch, ppcl_extent, ppcl_width, ppcl_size))
        return clEnqueueReadBuffer(ppcl_queue, ppcl_buffer, CL_TRUE, ppcl_offset, ppcl_size,
                                   ppcl_host, ppcl_count, ppcl_waits, ppcl_event);
    ppcl_copy = (char *)PPCL_MALLOC(ppcl_size);
    if (ppcl_copy)
        ppcl_error = clEnqueueReadBuffer(ppcl_queue, ppcl_buffer, CL_TRUE, ppcl_offset, ppcl_size,
                                         ppcl_copy, ppcl_count, ppcl_waits, ppcl_event);
    if (ppcl_copy && ppcl_error == CL_SUCCESS) {
        ppcl_transpose((char *)ppcl_host, ppcl_copy, ppcl_extent, ppcl_pitch, ppcl_width);
        PPCL_RECORDED(ppcl_host, ppcl_size);
    }
    PPCL_FREE(ppcl_copy);
    return ppcl_error;
}

#endif
