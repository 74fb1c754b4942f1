/* Rectangular regions of buffers (OpenCL 1.2, 5.2.2 and 5.2.3). */

/* Where a box of bytes lies in memory. */
struct rt_box {
    size_t start, row_pitch, slice_pitch;
    size_t end; /* behind its last byte */
};

static int rt_is_empty(const size_t *region)
{
    return region[0] == 0 || region[1] == 0 || region[2] == 0;
}

/* Adds a product to a sum; 0 where it is too large. */
static int rt_add_product(size_t *sum, size_t one, size_t two)
{
    size_t product;

    return !__builtin_mul_overflow(one, two, &product)
           && !__builtin_add_overflow(*sum, product, sum);
}

/* The box, pitches of 0 filled in; CL_INVALID_VALUE for pitches that do not fit the region. */
static cl_int rt_make_box(const size_t *origin, const size_t *region, size_t row_pitch,
                          size_t slice_pitch, struct rt_box *box)
{
    size_t rows;

    if (origin == NULL || region == NULL || rt_is_empty(region))
        return CL_INVALID_VALUE;
    if (row_pitch == 0)
        row_pitch = region[0];
    if (row_pitch < region[0])
        return CL_INVALID_VALUE;
    if (__builtin_mul_overflow(region[1], row_pitch, &rows))
        return CL_INVALID_VALUE;
    if (slice_pitch == 0)
        slice_pitch = rows;
    if (slice_pitch < rows || slice_pitch % row_pitch != 0)
        return CL_INVALID_VALUE;
    box->row_pitch = row_pitch;
    box->slice_pitch = slice_pitch;
    box->start = origin[0];
    if (!rt_add_product(&box->start, origin[1], row_pitch)
        || !rt_add_product(&box->start, origin[2], slice_pitch))
        return CL_INVALID_VALUE;
    box->end = box->start;
    if (!rt_add_product(&box->end, region[2] - 1, slice_pitch)
        || !rt_add_product(&box->end, region[1] - 1, row_pitch)
        || !rt_add_product(&box->end, region[0], 1))
        return CL_INVALID_VALUE;
    return CL_SUCCESS;
}

static struct rt_copy rt_box_copy(char *to, const struct rt_box *to_box, const char *from,
                                  const struct rt_box *from_box, const size_t *region)
{
    struct rt_copy copy;

    copy.to = to + to_box->start;
    copy.from = from + from_box->start;
    copy.row = region[0];
    copy.rows = region[1];
    copy.slices = region[2];
    copy.to_row_pitch = to_box->row_pitch;
    copy.to_slice_pitch = to_box->slice_pitch;
    copy.from_row_pitch = from_box->row_pitch;
    copy.from_slice_pitch = from_box->slice_pitch;
    return copy;
}

/* Whether some row of one side meets some row of the other; for equal pitches. */
static int rt_is_overlapping(const struct rt_copy *copy)
{
    int64_t distance = (int64_t)((uintptr_t)copy->to - (uintptr_t)copy->from);
    int64_t pitch = (int64_t)copy->to_row_pitch, row = (int64_t)copy->row;
    int64_t rows = (int64_t)copy->rows, slices = (int64_t)copy->slices;

    for (int64_t slice = 1 - slices; slice < slices; ++slice) {
        int64_t left = distance - slice * (int64_t)copy->to_slice_pitch;
        int64_t above = left / pitch;
        for (int64_t at = above - 1; at <= above + 1; ++at)
            if (at > -rows && at < rows && left - at * pitch < row && at * pitch - left < row)
                return 1;
    }
    return 0;
}

static cl_int rt_check_box_transfer(cl_command_queue queue, cl_mem buffer,
                                    const size_t *buffer_origin, const size_t *host_origin,
                                    const size_t *region, const size_t *pitches, const void *host,
                                    cl_uint count, const cl_event *events, struct rt_box *boxes)
{
    cl_int error = rt_check_command(queue, count, events);

    if (error == CL_SUCCESS)
        error = rt_check_buffer(queue, buffer);
    if (error == CL_SUCCESS && host == NULL)
        error = CL_INVALID_VALUE;
    if (error == CL_SUCCESS)
        error = rt_make_box(buffer_origin, region, pitches[0], pitches[1], &boxes[0]);
    if (error == CL_SUCCESS)
        error = rt_make_box(host_origin, region, pitches[2], pitches[3], &boxes[1]);
    if (error == CL_SUCCESS && boxes[0].end > buffer->size)
        error = CL_INVALID_VALUE;
    return error;
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row, size_t buffer_slice,
                               size_t host_row, size_t host_slice, void *host, cl_uint count,
                               const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueReadBufferRect, (queue, buffer, blocking, buffer_origin, host_origin,
                                        region, buffer_row, buffer_slice, host_row, host_slice,
                                        host, count, events, event));
    const size_t pitches[4] = {buffer_row, buffer_slice, host_row, host_slice};
    struct rt_box boxes[2]; /* of the buffer, of the host */
    struct rt_copy copy;
    cl_int error = rt_check_box_transfer(queue, buffer, buffer_origin, host_origin, region, pitches,
                                         host, count, events, boxes);

    if (error == CL_SUCCESS)
        error = rt_check_host_access(buffer, CL_MEM_HOST_WRITE_ONLY);
    if (error != CL_SUCCESS)
        return error;
    copy = rt_box_copy((char *)host, &boxes[1], buffer->data, &boxes[0], region);
    return rt_enqueue_copy(queue, CL_COMMAND_READ_BUFFER_RECT, &copy, NULL, buffer, blocking, count,
                           events, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t *buffer_origin, const size_t *host_origin,
                                const size_t *region, size_t buffer_row, size_t buffer_slice,
                                size_t host_row, size_t host_slice, const void *host,
                                cl_uint count, const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueWriteBufferRect, (queue, buffer, blocking, buffer_origin, host_origin,
                                         region, buffer_row, buffer_slice, host_row, host_slice,
                                         host, count, events, event));
    const size_t pitches[4] = {buffer_row, buffer_slice, host_row, host_slice};
    struct rt_box boxes[2]; /* of the buffer, of the host */
    struct rt_copy copy;
    cl_int error = rt_check_box_transfer(queue, buffer, buffer_origin, host_origin, region, pitches,
                                         host, count, events, boxes);

    if (error == CL_SUCCESS)
        error = rt_check_host_access(buffer, CL_MEM_HOST_READ_ONLY);
    if (error != CL_SUCCESS)
        return error;
    copy = rt_box_copy(buffer->data, &boxes[0], (const char *)host, &boxes[1], region);
    return rt_enqueue_copy(queue, CL_COMMAND_WRITE_BUFFER_RECT, &copy, buffer, NULL, blocking,
                           count, events, event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, cl_uint count,
                               const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueCopyBufferRect, (queue, from, to, from_origin, to_origin, region, from_row,
                                        from_slice, to_row, to_slice, count, events, event));
    cl_int error = rt_check_command(queue, count, events);
    struct rt_box source, target;
    struct rt_copy copy;

    if (error == CL_SUCCESS)
        error = rt_check_buffer(queue, from);
    if (error == CL_SUCCESS)
        error = rt_check_buffer(queue, to);
    if (error == CL_SUCCESS)
        error = rt_make_box(from_origin, region, from_row, from_slice, &source);
    if (error == CL_SUCCESS)
        error = rt_make_box(to_origin, region, to_row, to_slice, &target);
    if (error != CL_SUCCESS)
        return error;
    if (source.end > from->size || target.end > to->size)
        return CL_INVALID_VALUE;
    copy = rt_box_copy(to->data, &target, from->data, &source, region);
    if (source.row_pitch == target.row_pitch && source.slice_pitch == target.slice_pitch) {
        if (rt_is_overlapping(&copy))
            return CL_MEM_COPY_OVERLAP;
    } else if (from == to) {
        return CL_INVALID_VALUE;
    }
    return rt_enqueue_copy(queue, CL_COMMAND_COPY_BUFFER_RECT, &copy, to, from, CL_FALSE, count,
                           events, event);
}
