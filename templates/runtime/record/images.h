/*
 * Images of the first versions of OpenCL, and copies to, from and between images and rectangles:
 * what is known afterwards is who wrote an object last. (Written for ppcl; MIT-0, no obligation.)
 */
#ifndef PPCL_RECORD_IMAGES_H
#define PPCL_RECORD_IMAGES_H

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       size_t width, size_t height, size_t row, void *host, cl_int *error)
{
    ENTER();
    cl_mem image = CALL(clCreateImage2D, context, flags, format, width, height, row, host, error);

    if (recorded && image != NULL)
        record_new_image(&site, image, flags, host);
    return image;
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       size_t width, size_t height, size_t depth, size_t row, size_t slice,
                       void *host, cl_int *error)
{
    ENTER();
    cl_mem image = CALL(clCreateImage3D, context, flags, format, width, height, depth, row, slice,
                        host, error);

    if (recorded && image != NULL)
        record_new_image(&site, image, flags, host);
    return image;
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *colour,
                          const size_t *origin, const size_t *size, cl_uint waits,
                          const cl_event *wait, cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueFillImage, queue, image, colour, origin, size, waits, wait,
                         event);

    if (recorded && result == CL_SUCCESS && !the_log.times)
        record_write('F', &site, image, 0, 0, 0);
    return result;
}

/* Not a copy of a whole buffer, which would hand on its layout: what matters is who wrote. */
static void record_copy(int wanted, const struct site *site, cl_mem destination)
{
    if (wanted && !the_log.times)
        record_write('D', site, destination, 0, 0, 0);
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem source, cl_mem destination,
                          const size_t *from, const size_t *to, const size_t *size, cl_uint waits,
                          const cl_event *wait, cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueCopyImage, queue, source, destination, from, to, size, waits,
                         wait, event);

    record_copy(recorded && result == CL_SUCCESS, &site, destination);
    return result;
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                  const size_t *from, const size_t *size, size_t to, cl_uint waits,
                                  const cl_event *wait, cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueCopyImageToBuffer, queue, image, buffer, from, size, to, waits,
                         wait, event);

    record_copy(recorded && result == CL_SUCCESS, &site, buffer);
    return result;
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image, size_t from,
                                  const size_t *to, const size_t *size, cl_uint waits,
                                  const cl_event *wait, cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueCopyBufferToImage, queue, buffer, image, from, to, size, waits,
                         wait, event);

    record_copy(recorded && result == CL_SUCCESS, &site, image);
    return result;
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem source, cl_mem destination,
                               const size_t *from, const size_t *to, const size_t *size,
                               size_t from_row, size_t from_slice, size_t to_row, size_t to_slice,
                               cl_uint waits, const cl_event *wait, cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueCopyBufferRect, queue, source, destination, from, to, size,
                         from_row, from_slice, to_row, to_slice, waits, wait, event);

    record_copy(recorded && result == CL_SUCCESS, &site, destination);
    return result;
}

#endif
