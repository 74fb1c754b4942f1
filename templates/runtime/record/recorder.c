/*
 * Records what an OpenCL program does: preloaded into it by `ppcl verify` and `ppcl bench`, with
 * the folder for its logs in PPCL_RECORD. (Written for ppcl; MIT-0, no obligation.)
 *
 * The program runs as before, but that memory which it never wrote is the same in every run: a
 * buffer without contents starts with the byte UNWRITTEN. With PPCL_RECORD_TIMES only launches and
 * their times are recorded, on queues that are made to take them; with PPCL_RECORD_CAPTURE, too,
 * what chosen launches are made of (capture.h). With PPCL_RECORD_CLOCK the program sees that its
 * commands took so many times as long.
 */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 200

#include "log.h"
#include "objects.h"
#include "pending.h"

enum { UNWRITTEN = 0xfb };

__attribute__((constructor)) static void set_up(void)
{
    set_up_log();
}

static __thread uint64_t last_read; /* the sequence number of this thread's last read */

static void start_anew_in_child(void)
{
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;

    forget_log_in_child();
    forget_objects_in_child();
    the_pending.lock = the_pending.harvesting = fresh;
    the_pending.first = NULL; /* the parent's commands are not the child's */
    the_pending.waiting = 0;
}

static void register_fork(void)
{
    pthread_atfork(NULL, NULL, start_anew_in_child);
}

/* The program's place of the call that an attached runtime hands over. */
static __thread const void *handed_over;

/* Whether a call is the program's own and wanted; its place in `site`. */
static int is_recorded(const void *caller, struct site *site)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    if (inside > 0 || the_log.folder == NULL)
        return 0;
    pthread_once(&once, register_fork);
    if (attached_function == NULL)
        return find_site(caller, site);
    find_site(handed_over, site); /* a runtime within the program calls none of its own */
    return 1;
}

static int is_wanted(const void *caller)
{
    handed_over = caller;
    return inside == 0;
}

static void *own_library;

/* This library's own entry point, whatever the program and other libraries define. */
static any_function *own_function(const char *name)
{
    return (any_function *)(uintptr_t)dlsym(own_library, name);
}

const struct ppcl_recorder *ppcl_attach_recorder(any_function *(*function)(const char *name))
{
    static const struct ppcl_recorder recorder = {.is_wanted = is_wanted, .function = own_function};
    Dl_info info;

    if (dladdr((void *)(uintptr_t)own_function, &info) != 0)
        own_library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (own_library == NULL)
        return NULL;
    attached_function = function;
    the_log.attached = 1;
    return &recorder;
}

#define ENTER()                                                                                    \
    struct site site;                                                                              \
    int recorded = is_recorded(__builtin_return_address(0), &site)

#define CALL(name, ...)                                                                            \
    ({                                                                                             \
        __typeof__(REAL(name)(__VA_ARGS__)) result_;                                               \
        ++inside;                                                                                  \
        result_ = REAL(name)(__VA_ARGS__);                                                         \
        --inside;                                                                                  \
        result_;                                                                                   \
    })

/* Records a command now, or when its event says that it has completed. */
static void record_when_done(struct pending *command, cl_bool done, cl_event *event, cl_event own)
{
    if (done) {
        record_region('R', &command->site, command->sequence, command->head,
                      sizeof(command->head), &command->region);
        harvest();
        return;
    }
    command->event = own;
    if (own == NULL) {
        command->event = *event;
        CALL(clRetainEvent, command->event);
    }
    pend(command);
}

static struct pending command_of(char kind, struct site site, uint64_t first, uint64_t second,
                                 uint64_t third)
{
    struct pending command = {.kind = kind, .site = site, .sequence = next_sequence()};

    command.head[0] = first;
    command.head[1] = second;
    command.head[2] = third;
    if (kind == 'R')
        last_read = command.sequence;
    return command;
}

/* The numbers that the program gives, for what is claimed of it (ppcl/verify/claims); '!' for a
 * command that failed. */
static void record_given(const struct site *site, char which, cl_mem buffer, uint64_t offset,
                         uint64_t size, const void *host)
{
    uint64_t head[6] = {(uint64_t)which, buffer_number(buffer), offset, size,
                        (uint64_t)(uintptr_t)host, 0};

    if (!the_log.times)
        record_bytes('K', site, next_sequence(), head, sizeof(head), NULL, 0);
}

static void record_failed(const struct site *site)
{
    record_given(site, '!', NULL, 0, 0, NULL);
}

static void record_given_box(const struct site *site, char which, cl_mem buffer, const void *host)
{
    record_given(site, which, buffer, UINT64_MAX, UINT64_MAX, host);
}

/* ---- objects ---- */

static void record_buffer(const struct site *site, cl_mem handle, cl_mem_flags flags, size_t size,
                          cl_mem parent, size_t origin, const void *host)
{
    uint64_t head[6] = {0, flags, size, buffer_number(parent), origin,
                        host != NULL ? hash_of(host, size) : 0};

    head[0] = new_object(handle, 'b');
    record_bytes('B', site, next_sequence(), head, sizeof(head), NULL, 0);
}

static void record_new_buffer(const struct site *site, cl_mem handle, cl_mem_flags flags,
                              size_t size, const void *host)
{
    record_buffer(site, handle, flags, size, NULL, 0, host);
    if (host != NULL)
        record_given(site, 'b', handle, 0, size, host);
}

static void record_new_image(const struct site *site, cl_mem handle, cl_mem_flags flags,
                             const void *host)
{
    record_buffer(site, handle, flags, 0, NULL, 0, NULL);
    if (host != NULL)
        record_given_box(site, 'b', handle, host);
}

/* A buffer without contents gets the same ones in every run; NULL where it cannot. */
static cl_mem create_filled(cl_context context, cl_mem_flags flags, size_t size)
{
    const cl_mem_flags given = CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR;
    cl_int error = CL_SUCCESS;
    cl_mem buffer = NULL;
    void *contents = (flags & given) == 0 && size > 0 ? malloc(size) : NULL;

    if (contents == NULL)
        return NULL;
    memset(contents, UNWRITTEN, size);
    buffer = CALL(clCreateBuffer, context, flags | CL_MEM_COPY_HOST_PTR, size, contents, &error);
    free(contents);
    return error == CL_SUCCESS ? buffer : NULL;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                      cl_int *error)
{
    ENTER();
    cl_mem buffer = NULL;

    if (recorded && host == NULL && !the_log.times)
        buffer = create_filled(context, flags, size);
    if (buffer != NULL && error != NULL)
        *error = CL_SUCCESS;
    if (buffer == NULL)
        buffer = CALL(clCreateBuffer, context, flags, size, host, error);
    if (recorded && buffer != NULL)
        record_new_buffer(&site, buffer, flags, size, host);
    return buffer;
}

#include "later.h"

cl_mem clCreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *info, cl_int *error)
{
    ENTER();
    cl_mem buffer = CALL(clCreateSubBuffer, parent, flags, type, info, error);

    if (recorded && buffer != NULL && type == CL_BUFFER_CREATE_TYPE_REGION) {
        const cl_buffer_region *region = info;
        record_buffer(&site, buffer, flags, region->size, parent, region->origin, NULL);
    }
    return buffer;
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                     const cl_image_desc *description, void *host, cl_int *error)
{
    ENTER();
    cl_mem image = CALL(clCreateImage, context, flags, format, description, host, error);

    if (recorded && image != NULL)
        record_new_image(&site, image, flags, host);
    return image;
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                           cl_filter_mode filter, cl_int *error)
{
    ENTER();
    cl_sampler sampler = CALL(clCreateSampler, context, normalized, addressing, filter, error);

    if (recorded && sampler != NULL)
        new_object(sampler, 'o');
    return sampler;
}

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    ENTER();

    if (recorded)
        record_note("the program uses shared virtual memory, which is not recorded");
    return CALL(clSVMAlloc, context, flags, size, alignment);
}

/* ---- queues: profiling, where it is wanted ---- */

enum { LONGEST_NAME = 1024 };

/* A device and its driver, a line each; how long that is. */
static size_t device_lines(cl_device_id device, char *text, size_t size)
{
    char names[2][LONGEST_NAME] = {"", ""};

    CALL(clGetDeviceInfo, device, CL_DEVICE_NAME, sizeof(names[0]), names[0], NULL);
    CALL(clGetDeviceInfo, device, CL_DRIVER_VERSION, sizeof(names[1]), names[1], NULL);
    return (size_t)snprintf(text, size, "%s\n%s", names[0], names[1]);
}

static void record_queue(const struct site *site, cl_device_id device)
{
    char text[2 * LONGEST_NAME + 2];
    size_t length = device_lines(device, text, sizeof(text));

    record_bytes('V', site, next_sequence(), NULL, 0, text, length);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *error)
{
    ENTER();

    if (recorded && the_log.times)
        properties |= CL_QUEUE_PROFILING_ENABLE;
    if (recorded)
        record_queue(&site, device);
    return CALL(clCreateCommandQueue, context, device, properties, error);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *error)
{
    enum { MOST = 32 };
    cl_queue_properties changed[MOST + 3] = {0};
    int count = 0, found = 0;
    ENTER();

    for (; properties != NULL && properties[count] != 0 && count < MOST; count += 2) {
        changed[count] = properties[count];
        changed[count + 1] = properties[count + 1];
        if (properties[count] == CL_QUEUE_PROPERTIES) {
            changed[count + 1] |= CL_QUEUE_PROFILING_ENABLE;
            found = 1;
        }
    }
    if (!found) {
        changed[count] = CL_QUEUE_PROPERTIES;
        changed[count + 1] = CL_QUEUE_PROFILING_ENABLE;
    }
    if (recorded && the_log.times && count < MOST)
        properties = changed;
    if (recorded)
        record_queue(&site, device);
    return CALL(clCreateCommandQueueWithProperties, context, device, properties, error);
}

/* ---- programs ---- */

static size_t length_of(const char *const *strings, const size_t *lengths, cl_uint at)
{
    if (strings[at] == NULL)
        return 0;
    return lengths != NULL && lengths[at] != 0 ? lengths[at] : strlen(strings[at]);
}

static int wants_texts(void)
{
    return !the_log.times || the_log.captured != NULL;
}

static uint64_t record_source(const struct site *site, cl_uint count, const char *const *strings,
                              const size_t *lengths)
{
    uint64_t sequence = next_sequence();
    size_t size = 0;
    char *text = NULL, *end = NULL;

    for (cl_uint at = 0; at < count; ++at)
        size += length_of(strings, lengths, at);
    text = end = malloc(size + 1);
    for (cl_uint at = 0; text != NULL && at < count; ++at) {
        size_t length = length_of(strings, lengths, at);
        if (length > 0)
            end = mempcpy(end, strings[at], length);
    }
    if (text != NULL)
        record_bytes('S', site, sequence, NULL, 0, text, size);
    free(text);
    return sequence;
}

static uint64_t record_options(const struct site *site, const char *options)
{
    uint64_t sequence = next_sequence();

    if (options == NULL)
        options = "";
    record_bytes('O', site, sequence, NULL, 0, options, strlen(options));
    return sequence;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *error)
{
    uint64_t text = 0;
    ENTER();

    if (recorded && wants_texts() && strings != NULL)
        text = record_source(&site, count, strings, lengths);
    cl_program program = CALL(clCreateProgramWithSource, context, count, strings, lengths, error);
    if (recorded && program != NULL)
        remember_text(program, 'p', text, 0);
    return program;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
                                     const size_t *lengths, const unsigned char **binaries,
                                     cl_int *status, cl_int *error)
{
    ENTER();
    cl_program program = CALL(clCreateProgramWithBinary, context, count, devices, lengths, binaries,
                              status, error);

    if (recorded && program != NULL)
        remember_text(program, 'p', 0, 0);
    return program;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                      void *data)
{
    ENTER();

    if (recorded && wants_texts())
        remember_text(program, 'p', built_from(program).text, record_options(&site, options));
    return CALL(clBuildProgram, program, count, devices, options, notify, data);
}

/* ---- kernels ---- */

static void new_kernel(cl_program program, cl_kernel kernel)
{
    struct object from = built_from(program);

    new_object(kernel, 'k');
    remember_text(kernel, 'k', from.text, from.options);
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error)
{
    ENTER();
    cl_kernel kernel = CALL(clCreateKernel, program, name, error);

    if (recorded && kernel != NULL)
        new_kernel(program, kernel);
    return kernel;
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel *kernels,
                                cl_uint *made)
{
    cl_uint number = 0;
    ENTER();
    cl_int result = CALL(clCreateKernelsInProgram, program, count, kernels, &number);

    for (cl_uint at = 0; recorded && result == CL_SUCCESS && kernels != NULL && at < number; ++at)
        new_kernel(program, kernels[at]);
    if (made != NULL)
        *made = number;
    return result;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    ENTER();
    cl_int result = CALL(clSetKernelArg, kernel, index, size, value);

    if (recorded && result == CL_SUCCESS)
        remember_argument(kernel, index, size, value);
    return result;
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value)
{
    ENTER();
    cl_int result = CALL(clSetKernelArgSVMPointer, kernel, index, value);

    if (recorded && result == CL_SUCCESS)
        remember_shared(kernel, index);
    return result;
}

#include "capture.h"

cl_event clCreateUserEvent(cl_context context, cl_int *error)
{
    ENTER();
    cl_event event = CALL(clCreateUserEvent, context, error);

    if (recorded && event != NULL)
        __atomic_add_fetch(&open_events, 1, __ATOMIC_RELAXED);
    return event;
}

cl_int clSetUserEventStatus(cl_event event, cl_int status)
{
    ENTER();
    cl_int result = CALL(clSetUserEventStatus, event, status);

    if (recorded && result == CL_SUCCESS)
        __atomic_sub_fetch(&open_events, 1, __ATOMIC_RELAXED);
    return result;
}

static void record_launch(const struct site *site, uint64_t sequence, cl_kernel kernel,
                          cl_uint dimensions, const size_t *offset, const size_t *global,
                          const size_t *local)
{
    uint64_t head[12] = {dimensions, local != NULL};
    char name[1024] = "";
    unsigned char *text = NULL;
    size_t size = 0;

    for (cl_uint at = 0; at < 3; ++at) {
        head[2 + at] = offset != NULL && at < dimensions ? offset[at] : 0;
        head[5 + at] = global != NULL && at < dimensions ? global[at] : 1;
        head[8 + at] = local != NULL && at < dimensions ? local[at] : 1;
    }
    CALL(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL);
    head[11] = strlen(name);
    append(&text, &size, name, strlen(name));
    append_arguments(kernel, &text, &size);
    record_bytes('L', site, sequence, head, sizeof(head), text, size);
    free(text);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_event own = NULL;
    ENTER();
    int timed = recorded && the_log.times;
    struct pending command = command_of('T', site, 0, 0, 0);
    int captured = recorded && capture_before(&command, queue, kernel, waits, wait);
    cl_int result = CALL(clEnqueueNDRangeKernel, queue, kernel, dimensions, offset, global, local,
                         waits, wait, timed && event == NULL ? &own : event);

    if (recorded && result == CL_SUCCESS)
        record_launch(&site, command.sequence, kernel, dimensions, offset, global, local);
    else if (recorded)
        record_failed(&site);
    if (captured && result == CL_SUCCESS)
        capture_after(&command, queue, kernel);
    if (timed && result == CL_SUCCESS)
        record_when_done(&command, CL_FALSE, event, own);
    return result;
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint waits, const cl_event *wait,
                     cl_event *event)
{
    const size_t one = 1;
    cl_event own = NULL;
    ENTER();
    int timed = recorded && the_log.times;
    struct pending command = command_of('T', site, 0, 0, 0);
    int captured = recorded && capture_before(&command, queue, kernel, waits, wait);
    cl_int result = CALL(clEnqueueTask, queue, kernel, waits, wait,
                         timed && event == NULL ? &own : event);

    if (recorded && result == CL_SUCCESS)
        record_launch(&site, command.sequence, kernel, 1, NULL, &one, &one);
    else if (recorded)
        record_failed(&site);
    if (captured && result == CL_SUCCESS)
        capture_after(&command, queue, kernel);
    if (timed && result == CL_SUCCESS)
        record_when_done(&command, CL_FALSE, event, own);
    return result;
}

/* ---- from host to device ---- */

static void record_write(char kind, const struct site *site, cl_mem buffer, size_t offset,
                         size_t size, uint64_t hash)
{
    uint64_t head[4] = {buffer_number(buffer), offset, size, hash};
    record_bytes(kind, site, next_sequence(), head, sizeof(head), NULL, 0);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void *host, cl_uint waits, const cl_event *wait,
                            cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueWriteBuffer, queue, buffer, blocking, offset, size, host, waits,
                         wait, event);

    if (recorded && result == CL_SUCCESS && !the_log.times)
        record_write('W', &site, buffer, offset, size, hash_of(host, size));
    if (recorded && result == CL_SUCCESS)
        record_given(&site, 'w', buffer, offset, size, host);
    else if (recorded)
        record_failed(&site);
    if (recorded && blocking)
        harvest();
    return result;
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t *origin, const size_t *host_origin,
                                const size_t *size, size_t row, size_t slice, size_t host_row,
                                size_t host_slice, const void *host, cl_uint waits,
                                const cl_event *wait, cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueWriteBufferRect, queue, buffer, blocking, origin, host_origin,
                         size, row, slice, host_row, host_slice, host, waits, wait, event);

    if (recorded && result == CL_SUCCESS && !the_log.times)
        record_write('W', &site, buffer, origin[0], size[0] * size[1] * size[2], 0);
    if (recorded && result == CL_SUCCESS)
        record_given_box(&site, 'w', buffer, host);
    else if (recorded)
        record_failed(&site);
    if (recorded && blocking)
        harvest();
    return result;
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t *origin, const size_t *size, size_t row, size_t slice,
                           const void *host, cl_uint waits, const cl_event *wait, cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueWriteImage, queue, image, blocking, origin, size, row, slice,
                         host, waits, wait, event);

    if (recorded && result == CL_SUCCESS && !the_log.times)
        record_write('W', &site, image, 0, 0, 0);
    if (recorded && result == CL_SUCCESS)
        record_given_box(&site, 'w', image, host);
    else if (recorded)
        record_failed(&site);
    if (recorded && blocking)
        harvest();
    return result;
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size, cl_uint waits,
                           const cl_event *wait, cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueFillBuffer, queue, buffer, pattern, pattern_size, offset, size,
                         waits, wait, event);

    if (recorded && result == CL_SUCCESS && !the_log.times)
        record_write('F', &site, buffer, offset, size, hash_of(pattern, pattern_size));
    if (recorded && result == CL_SUCCESS)
        record_given(&site, 'f', buffer, offset, size, NULL);
    else if (recorded)
        record_failed(&site);
    return result;
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem source, cl_mem destination, size_t from,
                           size_t to, size_t size, cl_uint waits, const cl_event *wait,
                           cl_event *event)
{
    ENTER();
    cl_int result = CALL(clEnqueueCopyBuffer, queue, source, destination, from, to, size, waits,
                         wait, event);

    if (recorded && result == CL_SUCCESS && !the_log.times) {
        uint64_t head[5] = {buffer_number(source), buffer_number(destination), from, to, size};
        uint64_t given[6] = {'c', head[1], to, size, head[0], from};
        record_bytes('C', &site, next_sequence(), head, sizeof(head), NULL, 0);
        record_bytes('K', &site, next_sequence(), given, sizeof(given), NULL, 0);
    } else if (recorded) {
        record_failed(&site);
    }
    return result;
}

#include "images.h"

/* ---- from device to host ---- */

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void *host, cl_uint waits, const cl_event *wait,
                           cl_event *event)
{
    cl_event own = NULL;
    ENTER();
    int wanted = recorded && !the_log.times;
    struct pending command = command_of('R', site, buffer_number(buffer), offset, 'r');
    cl_int result = CALL(clEnqueueReadBuffer, queue, buffer, blocking, offset, size, host, waits,
                         wait, wanted && !blocking && event == NULL ? &own : event);

    command.region = plain_region(host, size);
    if (recorded && result == CL_SUCCESS)
        record_given(&site, 'r', buffer, offset, size, host);
    else if (recorded)
        record_failed(&site);
    if (wanted && result == CL_SUCCESS)
        record_when_done(&command, blocking, event, own);
    else if (recorded && blocking)
        harvest();
    return result;
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t *origin, const size_t *host_origin, const size_t *size,
                               size_t row, size_t slice, size_t host_row, size_t host_slice,
                               void *host, cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_event own = NULL;
    ENTER();
    int wanted = recorded && !the_log.times;
    struct pending command = command_of('R', site, buffer_number(buffer), origin[0], 'x');
    cl_int result = CALL(clEnqueueReadBufferRect, queue, buffer, blocking, origin, host_origin,
                         size, row, slice, host_row, host_slice, host, waits, wait,
                         wanted && !blocking && event == NULL ? &own : event);
    size_t row_pitch = host_row != 0 ? host_row : size[0];
    size_t slice_pitch = host_slice != 0 ? host_slice : row_pitch * size[1];

    command.region = (struct region){
        .start = (const char *)host + host_origin[2] * slice_pitch + host_origin[1] * row_pitch
                 + host_origin[0],
        .row = size[0], .rows = size[1], .row_pitch = row_pitch,
        .slices = size[2], .slice_pitch = slice_pitch};
    if (recorded && result == CL_SUCCESS)
        record_given_box(&site, 'r', buffer, host);
    else if (recorded)
        record_failed(&site);
    if (wanted && result == CL_SUCCESS)
        record_when_done(&command, blocking, event, own);
    else if (recorded && blocking)
        harvest();
    return result;
}

static size_t pixel_size(cl_mem image)
{
    size_t size = 0;
    CALL(clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE, sizeof(size), &size, NULL);
    return size;
}

static struct region image_region(cl_mem image, const void *start, const size_t *size, size_t row,
                                  size_t slice)
{
    size_t pixels = size[0] * pixel_size(image);
    size_t row_pitch = row != 0 ? row : pixels;

    return (struct region){.start = start, .row = pixels, .rows = size[1], .row_pitch = row_pitch,
                           .slices = size[2],
                           .slice_pitch = slice != 0 ? slice : row_pitch * size[1]};
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t *origin, const size_t *size, size_t row, size_t slice,
                          void *host, cl_uint waits, const cl_event *wait, cl_event *event)
{
    cl_event own = NULL;
    ENTER();
    int wanted = recorded && !the_log.times;
    struct pending command = command_of('R', site, buffer_number(image), 0, 'i');
    cl_int result = CALL(clEnqueueReadImage, queue, image, blocking, origin, size, row, slice, host,
                         waits, wait, wanted && !blocking && event == NULL ? &own : event);

    if (recorded && result == CL_SUCCESS)
        record_given_box(&site, 'r', image, host);
    else if (recorded)
        record_failed(&site);
    if (wanted && result == CL_SUCCESS) {
        command.region = image_region(image, host, size, row, slice);
        record_when_done(&command, blocking, event, own);
    } else if (recorded && blocking) {
        harvest();
    }
    return result;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t size, cl_uint waits,
                         const cl_event *wait, cl_event *event, cl_int *error)
{
    cl_event own = NULL;
    ENTER();
    int wanted = recorded && !the_log.times && (flags & CL_MAP_READ) != 0;
    struct pending command = command_of(wanted ? 'R' : 'U', site, buffer_number(buffer), offset,
                                        'm');
    void *host = CALL(clEnqueueMapBuffer, queue, buffer, blocking, flags, offset, size, waits, wait,
                      wanted && !blocking && event == NULL ? &own : event, error);

    command.region = plain_region(host, size);
    if (recorded && host != NULL)
        record_given(&site, 'm', buffer, offset, size, host);
    else if (recorded)
        record_failed(&site);
    if (wanted && host != NULL)
        record_when_done(&command, blocking, event, own);
    else if (recorded && blocking)
        harvest();
    return host;
}

void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const size_t *origin, const size_t *size, size_t *row, size_t *slice,
                        cl_uint waits, const cl_event *wait, cl_event *event, cl_int *error)
{
    cl_event own = NULL;
    ENTER();
    int wanted = recorded && !the_log.times && (flags & CL_MAP_READ) != 0;
    struct pending command = command_of(wanted ? 'R' : 'U', site, buffer_number(image), 0, 'i');
    void *host = CALL(clEnqueueMapImage, queue, image, blocking, flags, origin, size, row, slice,
                      waits, wait, wanted && !blocking && event == NULL ? &own : event, error);

    if (recorded && host != NULL)
        record_given_box(&site, 'm', image, host);
    else if (recorded)
        record_failed(&site);
    if (wanted && host != NULL) {
        command.region = image_region(image, host, size, *row, slice != NULL ? *slice : 0);
        record_when_done(&command, blocking, event, own);
    } else if (recorded && blocking) {
        harvest();
    }
    return host;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *mapped, cl_uint waits,
                               const cl_event *wait, cl_event *event)
{
    ENTER();

    if (recorded) { /* before the memory goes */
        uint64_t number = buffer_number(buffer);
        harvest();
        drop_maps(mapped);
        record_bytes('U', &site, next_sequence(), &number, sizeof(number), NULL, 0);
        record_given_box(&site, 'u', buffer, mapped);
    }
    return CALL(clEnqueueUnmapMemObject, queue, buffer, mapped, waits, wait, event);
}

/* ppcl's own runtime calls this when it has shuffled what the last read gave it. */
void ppcl_recorded(const void *host, size_t size)
{
    if (the_log.folder != NULL && !the_log.times)
        record_bytes('H', NULL, last_read, NULL, 0, host, size);
}

/* ---- where the program gets to know that commands have completed ---- */

cl_int clFinish(cl_command_queue queue)
{
    ENTER();
    cl_int result = CALL(clFinish, queue);

    if (recorded)
        harvest();
    return result;
}

cl_int clWaitForEvents(cl_uint count, const cl_event *events)
{
    ENTER();
    cl_int result = CALL(clWaitForEvents, count, events);

    if (recorded)
        harvest();
    return result;
}

cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value, size_t *used)
{
    ENTER();
    cl_int result = CALL(clGetEventInfo, event, name, size, value, used);

    if (recorded && name == CL_EVENT_COMMAND_EXECUTION_STATUS)
        harvest();
    return result;
}

/* A profiled time as the program sees it: the first is true. */
static cl_ulong shown_time(cl_ulong time)
{
    static cl_ulong first;
    cl_ulong none = 0;

    if (__atomic_compare_exchange_n(&first, &none, time, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return time;
    return none + (time - none) * the_log.clock;
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t size, void *value,
                               size_t *used)
{
    ENTER();
    cl_int result = CALL(clGetEventProfilingInfo, event, name, size, value, used);

    if (recorded)
        harvest();
    if (recorded && result == CL_SUCCESS && value != NULL && size >= sizeof(cl_ulong))
        *(cl_ulong *)value = shown_time(*(cl_ulong *)value);
    return result;
}

typedef void(CL_CALLBACK *event_callback)(cl_event, cl_int, void *);

struct callback {
    event_callback function;
    void *data;
};

static void CL_CALLBACK harvest_and_call(cl_event event, cl_int status, void *data)
{
    struct callback callback = *(struct callback *)data;

    free(data);
    harvest_if_free();
    callback.function(event, status, callback.data);
}

cl_int clSetEventCallback(cl_event event, cl_int status, event_callback function, void *data)
{
    ENTER();
    struct callback *callback = recorded && function != NULL ? malloc(sizeof(*callback)) : NULL;

    if (callback == NULL)
        return CALL(clSetEventCallback, event, status, function, data);
    *callback = (struct callback){.function = function, .data = data};
    cl_int result = CALL(clSetEventCallback, event, status, harvest_and_call, callback);
    if (result != CL_SUCCESS)
        free(callback);
    return result;
}

/* Not such places by the standard, but the last ones at which an object is there. */
#define RELEASE(name, type)                                                                        \
    cl_int name(type object)                                                                       \
    {                                                                                              \
        ENTER();                                                                                   \
                                                                                                   \
        if (recorded)                                                                              \
            harvest();                                                                             \
        return CALL(name, object);                                                                 \
    }

RELEASE(clReleaseMemObject, cl_mem)
RELEASE(clReleaseCommandQueue, cl_command_queue)
RELEASE(clReleaseContext, cl_context)
