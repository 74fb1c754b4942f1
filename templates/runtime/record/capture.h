/*
 * What chosen launches are made of: PPCL_RECORD_CAPTURE names them, "KERNEL:N" for the N-th launch
 * of a kernel (from 1), several separated by commas. The buffers that the kernel has as arguments
 * (of a sub-buffer, its parent) are written to the log as they are before the launch and after it.
 * (Part of ppcl's recorder; MIT-0.)
 *
 * The launch runs alone: the queue is finished before it and behind it. It stands within recorder.c,
 * behind CALL.
 */
#ifndef PPCL_RECORD_CAPTURE_H
#define PPCL_RECORD_CAPTURE_H

enum { MOST_COUNTED = 256 };

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

/* Waits for what the launch waits for; 0 where only the program can bring that about. */
static int wait_for_all(cl_uint waits, const cl_event *wait)
{
    for (cl_uint at = 0; at < waits; ++at) {
        cl_command_type type = CL_COMMAND_USER;
        cl_command_queue queue = NULL;
        CALL(clGetEventInfo, wait[at], CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
        CALL(clGetEventInfo, wait[at], CL_EVENT_COMMAND_QUEUE, sizeof(queue), &queue, NULL);
        if (type == CL_COMMAND_USER || queue == NULL)
            return 0;
        CALL(clFlush, queue);
    }
    return waits == 0 || CALL(clWaitForEvents, waits, wait) == CL_SUCCESS;
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
    if (bytes == NULL
        || CALL(clEnqueueReadBuffer, queue, buffer, CL_TRUE, 0, size, bytes, 0, NULL, NULL)
               != CL_SUCCESS) {
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
    if (!wait_for_all(waits, wait)) {
        record_note("a launch to be captured waits for the program's own event");
        return 0;
    }
    CALL(clFinish, queue);
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
