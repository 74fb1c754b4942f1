/* What the handles of OpenCL point to, and what all parts of the runtime use. */
#ifndef PPCL_OBJECTS_H
#define PPCL_OBJECTS_H

#include "ppcl_kernel.h"

#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum rt_kind {
    RT_PLATFORM = 0x70706c01, /* numbers that freed or foreign memory hardly holds */
    RT_DEVICE,
    RT_CONTEXT,
    RT_QUEUE,
    RT_MEMORY,
    RT_SAMPLER,
    RT_PROGRAM,
    RT_KERNEL,
    RT_EVENT
};

/*
 * The head of all objects. `users` is the reference count that the program sees; `holds` counts
 * what keeps the object alive: its users together, and each object or command that needs it.
 */
struct rt_object {
    uint32_t kind;
    uint32_t users;
    uint32_t holds;
};

enum {
    RT_DIMENSIONS = 3,
    RT_ALIGNMENT = 128,            /* of buffers and values, in bytes: that of a double16 */
    RT_MOST_WORK_ITEMS = 4096,     /* of a work-group */
    RT_LOCAL_MEMORY = 256 * 1024,  /* of a work-group, in bytes */
    RT_MOST_IMAGE_WIDTH = 16384,   /* and height, in pixels */
    RT_MOST_IMAGE_DEPTH = 2048,    /* and layers, and any extent of 3D images */
    RT_MOST_IMAGE_BUFFER = 1 << 27 /* pixels of an image over a buffer */
};

struct _cl_platform_id {
    struct rt_object object;
};

struct _cl_device_id {
    struct rt_object object;
};

struct _cl_context {
    struct rt_object object;
    cl_context_properties *properties; /* ends with 0 */
    size_t property_count;             /* with that 0 */
};

struct _cl_command_queue {
    struct rt_object object;
    cl_context context;
    cl_command_queue_properties properties;
    /* under rt_lock: */
    cl_event first, last; /* commands that have not completed, in the order of their enqueueing */
    cl_event barrier;     /* what later commands wait for, out of order */
    uint64_t enqueued;
};

typedef void(CL_CALLBACK *rt_memory_function)(cl_mem memory, void *data);

struct rt_destructor {
    rt_memory_function function;
    void *data;
    struct rt_destructor *next;
};

struct rt_map {
    const void *start;
    struct rt_map *next;
};

struct _cl_mem {
    struct rt_object object;
    cl_context context;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t size; /* in bytes */
    char *data;
    void *host; /* as the program gave it with CL_MEM_USE_HOST_PTR */
    int owned;  /* whether `data` is freed with the object */
    cl_mem parent; /* of a sub-buffer, of an image over a buffer */
    size_t origin; /* in the parent */
    cl_image_format format;
    cl_image_desc description; /* as created, pitches filled in */
    size_t pixel;              /* an element of an image, in bytes */
    struct ppcl_image image;   /* as kernels see it */
    /* under rt_lock: */
    struct rt_map *maps;
    struct rt_destructor *destructors;
};

struct _cl_sampler {
    struct rt_object object;
    cl_context context;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    ppcl_sampler value;
};

struct _cl_program {
    struct rt_object object;
    cl_context context;
    char *source;
    cl_build_status status;
    char *options; /* as the program gave them last */
    char *log;
    const struct ppcl_program *compiled; /* NULL before it is built */
    uint32_t kernels;                    /* that are there */
};

struct rt_argument {
    int set;
    size_t size; /* of local memory or a value */
    union {
        void *bytes; /* of a value */
        cl_mem memory;
        cl_sampler sampler;
    } is;
};

struct _cl_kernel {
    struct rt_object object;
    cl_program program;
    const struct ppcl_kernel *compiled;
    struct rt_argument *arguments;
};

/* Rows of bytes, of slices, from one place to another. */
struct rt_copy {
    char *to;
    const char *from;
    size_t row, rows, slices; /* a row in bytes */
    size_t to_row_pitch, to_slice_pitch, from_row_pitch, from_slice_pitch;
};

struct rt_fill {
    char *to;
    unsigned char pattern[RT_ALIGNMENT];
    size_t pattern_size;
    size_t row, rows, slices, row_pitch, slice_pitch;
};

struct rt_launch {
    const struct ppcl_kernel *kernel;
    ppcl_group_function *run;
    struct ppcl_range range;
    void **arguments;    /* NULL for local memory */
    size_t *local_bytes; /* of each argument */
};

struct rt_native {
    void(CL_CALLBACK *function)(void *);
    void *arguments;
};

struct rt_dependent {
    cl_event event;
    int explicit_wait; /* in its wait list: it ends with an error when this one does */
    struct rt_dependent *next;
};

struct rt_event_callback;

struct _cl_event {
    struct rt_object object;
    cl_context context;
    cl_command_queue queue; /* NULL for a user event */
    cl_command_type type;
    cl_int (*run)(cl_event command); /* a status; NULL where there is nothing to do */
    union {
        struct rt_copy copy;
        struct rt_fill fill;
        struct rt_launch launch;
        struct rt_native native;
    } what;
    struct rt_object **kept; /* held until it has completed */
    unsigned kept_count;
    void *memory; /* freed when it has completed */
    cl_ulong queued, submitted, started, ended; /* ns */
    uint64_t number;                            /* in its queue */
    /* under rt_lock: */
    cl_int status;
    unsigned waits; /* for so many events */
    int must_fail;
    struct rt_dependent *dependents;
    struct rt_event_callback *callbacks;
    cl_event previous, next; /* in the queue */
    cl_event next_ready;
};

/* Of all that commands, queues and events share; rt_changed is signalled when a command ends. */
static pthread_mutex_t rt_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t rt_changed = PTHREAD_COND_INITIALIZER;

static void rt_destroy(struct rt_object *object);

static void *rt_new(size_t size, enum rt_kind kind)
{
    struct rt_object *object = (struct rt_object *)calloc(1, size);

    if (object != NULL) {
        object->kind = kind;
        object->users = 1;
        object->holds = 1;
    }
    return object;
}

static int rt_is(const void *handle, enum rt_kind kind)
{
    const struct rt_object *object = (const struct rt_object *)handle;

    return object != NULL && object->kind == (uint32_t)kind
           && __atomic_load_n(&object->users, __ATOMIC_RELAXED) > 0;
}

static void rt_hold(void *handle)
{
    __atomic_add_fetch(&((struct rt_object *)handle)->holds, 1, __ATOMIC_RELAXED);
}

/* Must be called without rt_lock. */
static void rt_drop(void *handle)
{
    struct rt_object *object = (struct rt_object *)handle;

    if (__atomic_sub_fetch(&object->holds, 1, __ATOMIC_ACQ_REL) == 0)
        rt_destroy(object);
}

static cl_int rt_retain(void *handle, enum rt_kind kind, cl_int invalid)
{
    if (!rt_is(handle, kind))
        return invalid;
    __atomic_add_fetch(&((struct rt_object *)handle)->users, 1, __ATOMIC_RELAXED);
    return CL_SUCCESS;
}

static cl_int rt_release(void *handle, enum rt_kind kind, cl_int invalid)
{
    if (!rt_is(handle, kind))
        return invalid;
    if (__atomic_sub_fetch(&((struct rt_object *)handle)->users, 1, __ATOMIC_ACQ_REL) == 0)
        rt_drop(handle);
    return CL_SUCCESS;
}

static cl_uint rt_users(const void *handle)
{
    return __atomic_load_n(&((const struct rt_object *)handle)->users, __ATOMIC_RELAXED);
}

static void rt_set_error(cl_int *error, cl_int code)
{
    if (error != NULL)
        *error = code;
}

/* Gives what a query asked for: CL_INVALID_VALUE where there is not room enough for it. */
static cl_int rt_answer(const void *answer, size_t size, size_t room, void *value, size_t *used)
{
    if (value != NULL && room < size)
        return CL_INVALID_VALUE;
    if (value != NULL && size > 0)
        memcpy(value, answer, size);
    if (used != NULL)
        *used = size;
    return CL_SUCCESS;
}

/* In a query: RT_ANSWER(cl_uint, 3) ends it. `room`, `value` and `used` are its parameters. */
#define RT_ANSWER(type, ...)                                                                       \
    do {                                                                                           \
        type rt_answer_ = __VA_ARGS__;                                                             \
        return rt_answer(&rt_answer_, sizeof(rt_answer_), room, value, used);                      \
    } while (0)

#define RT_ANSWER_TEXT(text) return rt_answer(text, strlen(text) + 1, room, value, used)

/* Aligned to RT_ALIGNMENT; NULL where there is no memory. Freed with free. */
static void *rt_allocate(size_t size)
{
    void *memory = NULL;

    return posix_memalign(&memory, RT_ALIGNMENT, size > 0 ? size : 1) == 0 ? memory : NULL;
}

static char *rt_copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = (char *)malloc(size);

    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

#endif
