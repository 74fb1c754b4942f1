/* Reads, writes, copies and fills of buffers (OpenCL 1.2, 5.2.2 to 5.2.4). */

static cl_int rt_run_copy(cl_event command)
{
    const struct rt_copy *copy = &command->what.copy;

    for (size_t slice = 0; slice < copy->slices; ++slice)
        for (size_t row = 0; row < copy->rows; ++row)
            memmove(copy->to + slice * copy->to_slice_pitch + row * copy->to_row_pitch,
                    copy->from + slice * copy->from_slice_pitch + row * copy->from_row_pitch,
                    copy->row);
    return CL_COMPLETE;
}

static cl_int rt_run_fill(cl_event command)
{
    const struct rt_fill *fill = &command->what.fill;

    for (size_t slice = 0; slice < fill->slices; ++slice)
        for (size_t row = 0; row < fill->rows; ++row) {
            char *to = fill->to + slice * fill->slice_pitch + row * fill->row_pitch;
            for (size_t at = 0; at < fill->row; at += fill->pattern_size)
                memcpy(to + at, fill->pattern, fill->pattern_size);
        }
    return CL_COMPLETE;
}

static cl_int rt_check_buffer(cl_command_queue queue, cl_mem buffer)
{
    if (!rt_is(buffer, RT_MEMORY) || buffer->type != CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    return buffer->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

static int rt_is_within(size_t offset, size_t size, size_t whole)
{
    return offset <= whole && size <= whole - offset;
}

/* CL_INVALID_OPERATION where the host may not access memory in this way. */
static cl_int rt_check_host_access(cl_mem memory, cl_mem_flags forbidden)
{
    return (memory->flags & (forbidden | CL_MEM_HOST_NO_ACCESS)) == 0 ? CL_SUCCESS
                                                                      : CL_INVALID_OPERATION;
}

/* A command that copies; it keeps both objects, where they are some. */
static cl_int rt_enqueue_copy(cl_command_queue queue, cl_command_type type,
                              const struct rt_copy *copy, cl_mem to, cl_mem from, cl_bool blocking,
                              cl_uint count, const cl_event *events, cl_event *event)
{
    cl_event command = rt_new_command(queue, type, 2);

    if (command == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    rt_keep(command, to);
    rt_keep(command, from);
    command->run = rt_run_copy;
    command->what.copy = *copy;
    return rt_enqueue(command, blocking, count, events, event);
}

static struct rt_copy rt_plain_copy(void *to, const void *from, size_t size)
{
    struct rt_copy copy;

    memset(&copy, 0, sizeof(copy));
    copy.to = (char *)to;
    copy.from = (const char *)from;
    copy.row = size;
    copy.rows = copy.slices = 1;
    return copy;
}

static cl_int rt_check_transfer(cl_command_queue queue, cl_mem buffer, size_t offset, size_t size,
                                const void *host, cl_uint count, const cl_event *events)
{
    cl_int error = rt_check_command(queue, count, events);

    if (error == CL_SUCCESS)
        error = rt_check_buffer(queue, buffer);
    if (error == CL_SUCCESS
        && (!rt_is_within(offset, size, buffer->size) || size == 0 || host == NULL))
        error = CL_INVALID_VALUE;
    return error;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void *host, cl_uint count, const cl_event *events,
                           cl_event *event)
{
    RT_RECORD(clEnqueueReadBuffer, (queue, buffer, blocking, offset, size, host, count, events,
                                    event));
    cl_int error = rt_check_transfer(queue, buffer, offset, size, host, count, events);
    struct rt_copy copy;

    if (error == CL_SUCCESS)
        error = rt_check_host_access(buffer, CL_MEM_HOST_WRITE_ONLY);
    if (error != CL_SUCCESS)
        return error;
    copy = rt_plain_copy(host, buffer->data + offset, size);
    return rt_enqueue_copy(queue, CL_COMMAND_READ_BUFFER, &copy, NULL, buffer, blocking, count,
                           events, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void *host, cl_uint count, const cl_event *events,
                            cl_event *event)
{
    RT_RECORD(clEnqueueWriteBuffer, (queue, buffer, blocking, offset, size, host, count, events,
                                     event));
    cl_int error = rt_check_transfer(queue, buffer, offset, size, host, count, events);
    struct rt_copy copy;

    if (error == CL_SUCCESS)
        error = rt_check_host_access(buffer, CL_MEM_HOST_READ_ONLY);
    if (error != CL_SUCCESS)
        return error;
    copy = rt_plain_copy(buffer->data + offset, host, size);
    return rt_enqueue_copy(queue, CL_COMMAND_WRITE_BUFFER, &copy, buffer, NULL, blocking, count,
                           events, event);
}

/* Whether two regions lie in the same memory, be it through a sub-buffer, and meet. */
static int rt_do_overlap(const char *first, size_t first_size, const char *second,
                         size_t second_size)
{
    uintptr_t one = (uintptr_t)first, two = (uintptr_t)second;

    return one < two + second_size && two < one + first_size;
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, cl_uint count, const cl_event *events,
                           cl_event *event)
{
    RT_RECORD(clEnqueueCopyBuffer, (queue, from, to, from_offset, to_offset, size, count,
                                    events, event));
    cl_int error = rt_check_command(queue, count, events);
    struct rt_copy copy;

    if (error == CL_SUCCESS)
        error = rt_check_buffer(queue, from);
    if (error == CL_SUCCESS)
        error = rt_check_buffer(queue, to);
    if (error != CL_SUCCESS)
        return error;
    if (!rt_is_within(from_offset, size, from->size) || !rt_is_within(to_offset, size, to->size)
        || size == 0)
        return CL_INVALID_VALUE;
    copy = rt_plain_copy(to->data + to_offset, from->data + from_offset, size);
    if (rt_do_overlap(copy.from, size, copy.to, size))
        return CL_MEM_COPY_OVERLAP;
    return rt_enqueue_copy(queue, CL_COMMAND_COPY_BUFFER, &copy, to, from, CL_FALSE, count, events,
                           event);
}

static int rt_is_pattern_size(size_t size)
{
    return size > 0 && size <= RT_ALIGNMENT && (size & (size - 1)) == 0;
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size, cl_uint count,
                           const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueFillBuffer, (queue, buffer, pattern, pattern_size, offset, size, count,
                                    events, event));
    cl_int error = rt_check_transfer(queue, buffer, offset, size, pattern, count, events);
    cl_event command;
    struct rt_fill *fill;

    if (error == CL_SUCCESS
        && (!rt_is_pattern_size(pattern_size) || offset % pattern_size != 0
            || size % pattern_size != 0))
        error = CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return error;
    command = rt_new_command(queue, CL_COMMAND_FILL_BUFFER, 1);
    if (command == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    rt_keep(command, buffer);
    command->run = rt_run_fill;
    fill = &command->what.fill;
    fill->to = buffer->data + offset;
    memcpy(fill->pattern, pattern, pattern_size);
    fill->pattern_size = pattern_size;
    fill->row = size;
    fill->rows = fill->slices = 1;
    return rt_enqueue(command, CL_FALSE, count, events, event);
}
