/*
 * Transfers of a buffer that the device stores transposed (written by ppcl; MIT-0, no obligation).
 *
 * On the host, element `slow * pitch + fast` keeps its place; on the device it is element
 * `fast * extent + slow`. `width` is the size of an element in bytes. All transfers block.
 */
#ifndef PPCL_TRANSPOSE_H
#define PPCL_TRANSPOSE_H

#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) && defined(__ELF__)
#ifdef __cplusplus
extern "C"
#endif
void ppcl_recorded(const void *host, size_t size) __attribute__((weak)); /* of `ppcl verify` */
#define PPCL_RECORDED(host, size) (ppcl_recorded != NULL ? ppcl_recorded(host, size) : (void)0)
#else
#define PPCL_RECORDED(host, size) ((void)0)
#endif

static inline void ppcl_transpose(char *to, const char *from, size_t pitch, size_t extent, size_t width)
{
    for (size_t fast = 0; fast < pitch; ++fast)
        for (size_t slow = 0; slow < extent; ++slow)
            memcpy(to + (fast * extent + slow) * width, from + (slow * pitch + fast) * width, width);
}

static inline cl_int ppcl_write_transposed(size_t pitch, size_t extent, size_t width,
                                           cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                           size_t offset, size_t size, const void *host,
                                           cl_uint count, const cl_event *waits, cl_event *event)
{
    char *copy = (char *)malloc(size);
    cl_int error = CL_OUT_OF_HOST_MEMORY;

    (void)blocking;
    if (copy != NULL) {
        ppcl_transpose(copy, (const char *)host, pitch, extent, width);
        error = clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, size, copy, count, waits, event);
    }
    free(copy);
    return error;
}

static inline cl_int ppcl_read_transposed(size_t pitch, size_t extent, size_t width,
                                          cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                          size_t offset, size_t size, void *host,
                                          cl_uint count, const cl_event *waits, cl_event *event)
{
    char *copy = (char *)malloc(size);
    cl_int error = CL_OUT_OF_HOST_MEMORY;

    (void)blocking;
    if (copy != NULL)
        error = clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, size, copy, count, waits, event);
    if (error == CL_SUCCESS) {
        ppcl_transpose((char *)host, copy, extent, pitch, width);
        PPCL_RECORDED(host, size);
    }
    free(copy);
    return error;
}

#endif
