/* Reads, writes, copies, fills and maps of images (OpenCL 1.2, 5.3.3 to 5.3.5). */

/* CL_INVALID_VALUE where a region does not lie in an image. */
static cl_int rt_check_pixels(cl_mem image, const size_t *origin, const size_t *region)
{
    size_t extents[RT_DIMENSIONS];

    if (origin == NULL || region == NULL || rt_is_empty(region))
        return CL_INVALID_VALUE;
    rt_extents(&image->description, extents);
    for (int at = 0; at < RT_DIMENSIONS; ++at)
        if (!rt_is_within(origin[at], region[at], extents[at]))
            return CL_INVALID_VALUE;
    return CL_SUCCESS;
}

static cl_int rt_check_image(cl_command_queue queue, cl_mem image)
{
    if (!rt_is(image, RT_MEMORY) || image->type == CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    return image->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

static char *rt_pixel_at(cl_mem image, const size_t *origin)
{
    return image->data + origin[0] * image->pixel + origin[1] * rt_second_pitch(image)
           + origin[2] * image->description.image_slice_pitch;
}

/* Pitches of the host's memory, filled in where they are 0; 0 where they do not fit. */
static int rt_host_pitches(cl_mem image, const size_t *region, size_t *row, size_t *slice)
{
    int layers = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    int flat = image->image.dimensions < 3 && image->image.is_array == 0;

    if (*row == 0)
        *row = region[0] * image->pixel;
    if (*row < region[0] * image->pixel || (flat && *slice != 0))
        return 0;
    if (*slice == 0)
        *slice = layers ? *row : *row * region[1];
    if (*slice < (layers ? *row : *row * region[1]))
        return 0;
    if (layers)
        *row = *slice; /* from one layer to the next */
    return 1;
}

/* A copy of a region whose rows are pixels of `image`; addresses and host pitches come later. */
static struct rt_copy rt_pixel_copy(cl_mem image, const size_t *region)
{
    struct rt_copy copy;

    memset(&copy, 0, sizeof(copy));
    copy.row = region[0] * image->pixel;
    copy.rows = region[1];
    copy.slices = region[2];
    return copy;
}

static void rt_copy_to_image(struct rt_copy *copy, cl_mem image, const size_t *origin)
{
    copy->to = rt_pixel_at(image, origin);
    copy->to_row_pitch = rt_second_pitch(image);
    copy->to_slice_pitch = image->description.image_slice_pitch;
}

static void rt_copy_from_image(struct rt_copy *copy, cl_mem image, const size_t *origin)
{
    copy->from = rt_pixel_at(image, origin);
    copy->from_row_pitch = rt_second_pitch(image);
    copy->from_slice_pitch = image->description.image_slice_pitch;
}

static cl_int rt_check_image_transfer(cl_command_queue queue, cl_mem image, const size_t *origin,
                                      const size_t *region, size_t *row, size_t *slice,
                                      const void *host, cl_uint count, const cl_event *events)
{
    cl_int error = rt_check_command(queue, count, events);

    if (error == CL_SUCCESS)
        error = rt_check_image(queue, image);
    if (error == CL_SUCCESS && host == NULL)
        error = CL_INVALID_VALUE;
    if (error == CL_SUCCESS)
        error = rt_check_pixels(image, origin, region);
    if (error == CL_SUCCESS && !rt_host_pitches(image, region, row, slice))
        error = CL_INVALID_VALUE;
    return error;
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t *origin, const size_t *region, size_t row, size_t slice,
                          void *host, cl_uint count, const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueReadImage, (queue, image, blocking, origin, region, row, slice, host,
                                   count, events, event));
    cl_int error = rt_check_image_transfer(queue, image, origin, region, &row, &slice, host, count,
                                           events);
    struct rt_copy copy;

    if (error == CL_SUCCESS)
        error = rt_check_host_access(image, CL_MEM_HOST_WRITE_ONLY);
    if (error != CL_SUCCESS)
        return error;
    copy = rt_pixel_copy(image, region);
    rt_copy_from_image(&copy, image, origin);
    copy.to = (char *)host;
    copy.to_row_pitch = row;
    copy.to_slice_pitch = slice;
    return rt_enqueue_copy(queue, CL_COMMAND_READ_IMAGE, &copy, NULL, image, blocking, count,
                           events, event);
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t *origin, const size_t *region, size_t row, size_t slice,
                           const void *host, cl_uint count, const cl_event *events,
                           cl_event *event)
{
    RT_RECORD(clEnqueueWriteImage, (queue, image, blocking, origin, region, row, slice, host,
                                    count, events, event));
    cl_int error = rt_check_image_transfer(queue, image, origin, region, &row, &slice, host, count,
                                           events);
    struct rt_copy copy;

    if (error == CL_SUCCESS)
        error = rt_check_host_access(image, CL_MEM_HOST_READ_ONLY);
    if (error != CL_SUCCESS)
        return error;
    copy = rt_pixel_copy(image, region);
    rt_copy_to_image(&copy, image, origin);
    copy.from = (const char *)host;
    copy.from_row_pitch = row;
    copy.from_slice_pitch = slice;
    return rt_enqueue_copy(queue, CL_COMMAND_WRITE_IMAGE, &copy, image, NULL, blocking, count,
                           events, event);
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to,
                          const size_t *from_origin, const size_t *to_origin,
                          const size_t *region, cl_uint count, const cl_event *events,
                          cl_event *event)
{
    RT_RECORD(clEnqueueCopyImage, (queue, from, to, from_origin, to_origin, region, count, events,
                                   event));
    cl_int error = rt_check_command(queue, count, events);
    struct rt_copy copy;

    if (error == CL_SUCCESS)
        error = rt_check_image(queue, from);
    if (error == CL_SUCCESS)
        error = rt_check_image(queue, to);
    if (error == CL_SUCCESS
        && (from->format.image_channel_order != to->format.image_channel_order
            || from->format.image_channel_data_type != to->format.image_channel_data_type))
        error = CL_IMAGE_FORMAT_MISMATCH;
    if (error == CL_SUCCESS)
        error = rt_check_pixels(from, from_origin, region);
    if (error == CL_SUCCESS)
        error = rt_check_pixels(to, to_origin, region);
    if (error != CL_SUCCESS)
        return error;
    copy = rt_pixel_copy(from, region);
    rt_copy_from_image(&copy, from, from_origin);
    rt_copy_to_image(&copy, to, to_origin);
    if (from == to && rt_is_overlapping(&copy))
        return CL_MEM_COPY_OVERLAP;
    return rt_enqueue_copy(queue, CL_COMMAND_COPY_IMAGE, &copy, to, from, CL_FALSE, count, events,
                           event);
}

/* For a copy between an image and a buffer, where pixels follow each other. */
static cl_int rt_check_packed(cl_command_queue queue, cl_mem image, const size_t *origin,
                              const size_t *region, cl_mem buffer, size_t offset, cl_uint count,
                              const cl_event *events)
{
    cl_int error = rt_check_command(queue, count, events);

    if (error == CL_SUCCESS)
        error = rt_check_image(queue, image);
    if (error == CL_SUCCESS)
        error = rt_check_buffer(queue, buffer);
    if (error == CL_SUCCESS)
        error = rt_check_pixels(image, origin, region);
    if (error == CL_SUCCESS
        && !rt_is_within(offset, region[0] * region[1] * region[2] * image->pixel, buffer->size))
        error = CL_INVALID_VALUE;
    return error;
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                  const size_t *origin, const size_t *region, size_t offset,
                                  cl_uint count, const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueCopyImageToBuffer, (queue, image, buffer, origin, region, offset, count,
                                           events, event));
    cl_int error = rt_check_packed(queue, image, origin, region, buffer, offset, count, events);
    struct rt_copy copy;

    if (error != CL_SUCCESS)
        return error;
    copy = rt_pixel_copy(image, region);
    rt_copy_from_image(&copy, image, origin);
    copy.to = buffer->data + offset;
    copy.to_row_pitch = copy.row;
    copy.to_slice_pitch = copy.row * copy.rows;
    return rt_enqueue_copy(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, &copy, buffer, image, CL_FALSE,
                           count, events, event);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer, cl_mem image,
                                  size_t offset, const size_t *origin, const size_t *region,
                                  cl_uint count, const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueCopyBufferToImage, (queue, buffer, image, offset, origin, region, count,
                                           events, event));
    cl_int error = rt_check_packed(queue, image, origin, region, buffer, offset, count, events);
    struct rt_copy copy;

    if (error != CL_SUCCESS)
        return error;
    copy = rt_pixel_copy(image, region);
    rt_copy_to_image(&copy, image, origin);
    copy.from = buffer->data + offset;
    copy.from_row_pitch = copy.row;
    copy.from_slice_pitch = copy.row * copy.rows;
    return rt_enqueue_copy(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, &copy, image, buffer, CL_FALSE,
                           count, events, event);
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *colour,
                          const size_t *origin, const size_t *region, cl_uint count,
                          const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueFillImage, (queue, image, colour, origin, region, count, events, event));
    cl_int error = rt_check_command(queue, count, events);
    struct rt_fill *fill;
    cl_event command;

    if (error == CL_SUCCESS)
        error = rt_check_image(queue, image);
    if (error == CL_SUCCESS)
        error = colour != NULL ? rt_check_pixels(image, origin, region) : CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return error;
    command = rt_new_command(queue, CL_COMMAND_FILL_IMAGE, 1);
    if (command == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    rt_keep(command, image);
    command->run = rt_run_fill;
    fill = &command->what.fill;
    rt_store_pixel((char *)fill->pattern, &image->format, colour);
    fill->pattern_size = image->pixel;
    fill->to = rt_pixel_at(image, origin);
    fill->row = region[0] * image->pixel;
    fill->rows = region[1];
    fill->slices = region[2];
    fill->row_pitch = rt_second_pitch(image);
    fill->slice_pitch = image->description.image_slice_pitch;
    return rt_enqueue(command, CL_FALSE, count, events, event);
}

void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const size_t *origin, const size_t *region, size_t *row, size_t *slice,
                        cl_uint count, const cl_event *events, cl_event *event, cl_int *error)
{
    RT_RECORD(clEnqueueMapImage, (queue, image, blocking, flags, origin, region, row, slice,
                                  count, events, event, error));
    cl_int code = rt_check_command(queue, count, events);
    void *start = NULL;

    if (code == CL_SUCCESS)
        code = rt_check_image(queue, image);
    if (code == CL_SUCCESS)
        code = rt_check_pixels(image, origin, region);
    if (code == CL_SUCCESS
        && (row == NULL
            || (slice == NULL && (image->image.dimensions > 2 || image->image.is_array != 0))))
        code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS)
        code = rt_check_map(image, flags);
    if (code == CL_SUCCESS) {
        start = rt_pixel_at(image, origin);
        *row = image->description.image_row_pitch;
        if (slice != NULL)
            clGetImageInfo(image, CL_IMAGE_SLICE_PITCH, sizeof(*slice), slice, NULL);
        code = rt_enqueue_map(queue, CL_COMMAND_MAP_IMAGE, image, start, blocking, count, events,
                              event);
    }
    rt_set_error(error, code);
    return code == CL_SUCCESS ? start : NULL;
}
