/*
 * What chosen launches are made of: PPCL_RECORD_CAPTURE names them, "KERNEL:N" for the N-th launch
 * of a kernel (from 1), several separated by commas. The buffers that the kernel has as arguments
 * (of a sub-buffer, its parent) are written to the log as they are before the launch and after it.
 * (Part of ppcl's recorder; MIT-0.)
 *
 * The launch runs alone: what is before it is waited for, and then the launch. One that waits for an
 * event which the program sets later is not captured: see wait_for_all. It stands within recorder.c,
 * behind CALL.
 */
#ifndef PPCL_RECORD_CAPTURE_H
#define PPCL_RECORD_CAPTURE_H

enum { MOST_COUNTED = 256, PATIENCE = 3000 /* ms, about */ };

static struct {
    pthread_mutex_t lock;
    struct {
        char *name;
        unsigned long launches;
    } kernel[MOST_COUNTED];
    int kernels;
} the_captures = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Which launch of this kernel's name it is, from 1; 0 where there are too many names. */
static unsigned long count_launch(const char *name)
{
    unsigned long count = 0;
    int at = 0;

    pthread_mutex_lock(&the_captures.lock);
    while (at < the_captures.kernels && strcmp(the_captures.kernel[at].name, name) != 0)
        ++at;
    if (at == the_captures.kernels && at < MOST_COUNTED
        && (the_captures.kernel[at].name = strdup(name)) != NULL)
        the_captures.kernels++;
    if (at < the_captures.kernels)
        count = ++the_captures.kernel[at].launches;
    pthread_mutex_unlock(&the_captures.lock);
    return count;
}

static int is_captured(const char *name, unsigned long number)
{
    char wanted[LONGEST_NAME + 32];
    size_t length = (size_t)snprintf(wanted, sizeof(wanted), "%s:%lu", name, number);

    for (const char *at = the_log.captured; (at = strstr(at, wanted)) != NULL; ++at)
        if ((at == the_log.captured || at[-1] == ',') && (at[length] == 0 || at[length] == ','))
            return 1;
    return 0;
}

/* Events that the program has made for itself and not set yet. */
static unsigned long open_events;

static void flush_queues_of(cl_uint count, const cl_event *events)
{
    for (cl_uint at = 0; at < count; ++at) {
        cl_command_queue queue = NULL;
        CALL(clGetEventInfo, events[at], CL_EVENT_COMMAND_QUEUE, sizeof(queue), &queue, NULL);
        if (queue != NULL)
            CALL(clFlush, queue);
    }
}

/* Whether an event completes; for ever, and only the program can bring it about, if one of the
 * program's own is open for so long. */
static int completes(cl_event event)
{
    const struct timespec pause = {.tv_nsec = 1000000};

    for (int left = PATIENCE; left > 0; --left) {
        cl_int status = CL_QUEUED;
        if (__atomic_load_n(&open_events, __ATOMIC_RELAXED) == 0)
            return CALL(clWaitForEvents, 1, &event) == CL_SUCCESS;
        CALL(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
             NULL);
        if (status <= CL_COMPLETE)
            return status == CL_COMPLETE;
        nanosleep(&pause, NULL);
    }
    return 0;
}

/* Waits for all that a launch waits for, and for what is in its queue; 0 where that does not end. */
static int wait_for_all(cl_command_queue queue, cl_uint waits, const cl_event *wait)
{
    cl_event listed = NULL, all = NULL;

    flush_queues_of(waits, wait);
    if (waits > 0 && CALL(clEnqueueMarkerWithWaitList, queue, waits, wait, &listed) != CL_SUCCESS)
        return 0;
    if (listed != NULL)
        CALL(clReleaseEvent, listed);
    if (CALL(clEnqueueMarkerWithWaitList, queue, 0, NULL, &all) != CL_SUCCESS)
        return 0;
    CALL(clFlush, queue);
    int done = completes(all);
    CALL(clReleaseEvent, all);
    return done;
}

static void record_made_of(const struct pending *command, cl_command_queue queue, cl_kernel kernel)
{
    char text[2 * LONGEST_NAME + 2];
    struct object made = built_from(kernel);
    cl_device_id id = NULL;
    cl_uint count = 0;

    CALL(clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL);
    CALL(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, sizeof(id), &id, NULL);
    size_t length = device_lines(id, text, sizeof(text));
    uint64_t head[4] = {command->sequence, made.text, made.options, count};
    record_bytes('E', &command->site, next_sequence(), head, sizeof(head), text, length);
}

/* The whole memory that a buffer is in, retained. */
static cl_mem whole_of(cl_mem buffer)
{
    cl_mem parent = NULL;

    CALL(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(parent), &parent, NULL);
    return parent != NULL ? parent : buffer;
}

/* Reads all of a buffer; one that the host may not read, by a copy that it may. */
static cl_int read_buffer(cl_command_queue queue, cl_mem buffer, size_t size, char *bytes)
{
    const cl_mem_flags sealed = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
    cl_mem_flags flags = 0;
    cl_context context = NULL;
    cl_int error = CL_SUCCESS;
    cl_mem copy = NULL;

    CALL(clGetMemObjectInfo, buffer, CL_MEM_FLAGS, sizeof(flags), &flags, NULL);
    CALL(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT, sizeof(context), &context, NULL);
    if ((flags & sealed) != 0) {
        copy = CALL(clCreateBuffer, context, CL_MEM_READ_WRITE, size, NULL, &error);
        if (error == CL_SUCCESS)
            error = CALL(clEnqueueCopyBuffer, queue, buffer, copy, 0, 0, size, 0, NULL, NULL);
        if (error == CL_SUCCESS)
            error = CALL(clFinish, queue);
    }
    if (error == CL_SUCCESS)
        error = CALL(clEnqueueReadBuffer, queue, copy != NULL ? copy : buffer, CL_TRUE, 0, size,
                     bytes, 0, NULL, NULL);
    if (copy != NULL)
        CALL(clReleaseMemObject, copy);
    return error;
}

static void record_contents(const struct pending *command, cl_command_queue queue, cl_mem buffer,
                            uint64_t phase)
{
    size_t size = 0;
    cl_mem_object_type type = 0;

    CALL(clGetMemObjectInfo, buffer, CL_MEM_TYPE, sizeof(type), &type, NULL);
    CALL(clGetMemObjectInfo, buffer, CL_MEM_SIZE, sizeof(size), &size, NULL);
    if (type != CL_MEM_OBJECT_BUFFER)
        return; /* an image, which has no record then */
    char *bytes = malloc(size > 0 ? size : 1);
    if (bytes == NULL || read_buffer(queue, buffer, size, bytes) != CL_SUCCESS) {
        record_note("a buffer of a captured launch could not be read");
    } else {
        uint64_t head[3] = {command->sequence, buffer_number(buffer), phase};
        record_bytes('J', &command->site, next_sequence(), head, sizeof(head), bytes, size);
    }
    free(bytes);
}

/* The buffers that are a kernel's arguments now, each memory once. The count; free `found`. */
static uint32_t buffers_of(cl_kernel kernel, cl_mem **found)
{
    uint32_t count = 0;

    pthread_mutex_lock(&the_objects.lock);
    struct object *object = find_object(kernel);
    uint32_t arguments = object != NULL ? object->arguments : 0;
    *found = calloc(arguments + 1, sizeof(**found));
    for (uint32_t index = 0; *found != NULL && index < arguments; ++index)
        if (object->argument[index].kind == 'b')
            (*found)[count++] = (cl_mem)(uintptr_t)object->argument[index].handle;
    pthread_mutex_unlock(&the_objects.lock);
    return count;
}

static void record_buffers(const struct pending *command, cl_command_queue queue, cl_kernel kernel,
                           uint64_t phase)
{
    cl_mem *buffers = NULL;
    uint32_t count = buffers_of(kernel, &buffers);

    for (uint32_t at = 0; at < count; ++at) {
        uint32_t before = 0;
        buffers[at] = whole_of(buffers[at]);
        while (buffers[before] != buffers[at])
            ++before;
        if (before == at)
            record_contents(command, queue, buffers[at], phase);
    }
    free(buffers);
}

/* Whether a launch that is about to run is captured. */
static int capture_before(const struct pending *command, cl_command_queue queue, cl_kernel kernel,
                          cl_uint waits, const cl_event *wait)
{
    char name[LONGEST_NAME] = "";

    if (the_log.captured == NULL)
        return 0;
    CALL(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL);
    if (!is_captured(name, count_launch(name)))
        return 0;
    if (!wait_for_all(queue, waits, wait)) {
        record_note("it waits for an event of the program's own (clCreateUserEvent), or for a "
                    "command that failed");
        return 0;
    }
    record_made_of(command, queue, kernel);
    record_buffers(command, queue, kernel, 0);
    return 1;
}

static void capture_after(const struct pending *command, cl_command_queue queue, cl_kernel kernel)
{
    CALL(clFinish, queue);
    record_buffers(command, queue, kernel, 1);
}

#endif
