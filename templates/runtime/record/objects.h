/*
 * What the recorder knows of buffers, samplers and kernels: a number for each object, in order of
 * creation, and the arguments that each kernel has. (Part of ppcl's recorder; MIT-0.)
 */
#ifndef PPCL_RECORD_OBJECTS_H
#define PPCL_RECORD_OBJECTS_H

#include "log.h"

struct argument {
    char kind; /* s: scalar bytes; b: buffer; l: local memory; o: another object; v: shared */
    uint64_t number;
    const void *handle; /* of an object */
    size_t size;
    unsigned char *bytes;
};

struct object {
    const void *handle;
    char kind; /* b: buffer or image; o: sampler; p: program; k: kernel; m: mapped memory */
    uint64_t number;
    uint64_t text, options; /* of a program or kernel: their records' sequence numbers; 0 for none */
    uint32_t arguments;
    struct argument *argument;
    struct object *next;
};

enum { BUCKETS = 1024 };

static struct {
    pthread_mutex_t lock;
    struct object *bucket[BUCKETS];
    uint64_t buffers, others;
} the_objects = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct object **bucket_of(const void *handle)
{
    return &the_objects.bucket[((uintptr_t)handle >> 4) % BUCKETS];
}

static struct object *find_object(const void *handle)
{
    struct object *object = handle != NULL ? *bucket_of(handle) : NULL;

    while (object != NULL && object->handle != handle)
        object = object->next;
    return object;
}

static void forget_arguments(struct object *object)
{
    for (uint32_t index = 0; index < object->arguments; ++index)
        free(object->argument[index].bytes);
    free(object->argument);
    object->argument = NULL;
    object->arguments = 0;
}

/* A new object; a handle that was used before belongs to the new one from now on. */
static struct object *add_object(const void *handle, char kind)
{
    struct object *object = find_object(handle);

    if (object == NULL) {
        object = calloc(1, sizeof(*object));
        if (object == NULL)
            abort();
        object->handle = handle;
        object->next = *bucket_of(handle);
        *bucket_of(handle) = object;
    }
    forget_arguments(object);
    object->kind = kind;
    object->text = object->options = 0;
    object->number = kind == 'b' ? ++the_objects.buffers : ++the_objects.others;
    return object;
}

static uint64_t new_object(const void *handle, char kind)
{
    pthread_mutex_lock(&the_objects.lock);
    uint64_t number = add_object(handle, kind)->number;
    pthread_mutex_unlock(&the_objects.lock);
    return number;
}

/* The number of a buffer, 0 for none. */
static uint64_t buffer_number(const void *handle)
{
    pthread_mutex_lock(&the_objects.lock);
    struct object *object = find_object(handle);
    uint64_t number = object != NULL && object->kind == 'b' ? object->number : 0;
    pthread_mutex_unlock(&the_objects.lock);
    return number;
}

static struct object built_from(const void *handle)
{
    struct object copy = {0};

    pthread_mutex_lock(&the_objects.lock);
    struct object *object = find_object(handle);
    if (object != NULL && (object->kind == 'p' || object->kind == 'k'))
        copy = *object;
    pthread_mutex_unlock(&the_objects.lock);
    return copy;
}

/* What a program or kernel is made of; programs that are not of a text have none. */
static void remember_text(const void *handle, char kind, uint64_t text, uint64_t options)
{
    pthread_mutex_lock(&the_objects.lock);
    struct object *object = find_object(handle);
    if (object == NULL || object->kind != kind)
        object = add_object(handle, kind);
    object->text = text;
    object->options = options;
    pthread_mutex_unlock(&the_objects.lock);
}

static void set_argument(struct argument *argument, size_t size, const void *value)
{
    const void *handle = NULL;

    free(argument->bytes);
    memset(argument, 0, sizeof(*argument));
    argument->size = size;
    if (value == NULL) {
        argument->kind = 'l';
        return;
    }
    if (size == sizeof(handle))
        memcpy(&handle, value, sizeof(handle));
    struct object *object = find_object(handle);
    argument->kind = object == NULL || strchr("kp", object->kind) != NULL ? 's' : object->kind;
    if (argument->kind != 's') {
        argument->number = object->number;
        argument->handle = handle;
        return;
    }
    argument->bytes = malloc(size > 0 ? size : 1);
    if (argument->bytes == NULL)
        abort();
    memcpy(argument->bytes, value, size);
}

/* A kernel's argument, made where there is none; NULL for an index that no kernel has. */
static struct argument *argument_of(const void *kernel, uint32_t index)
{
    struct object *object = find_object(kernel);
    if (object == NULL || object->kind != 'k')
        object = add_object(kernel, 'k');
    if (index >= object->arguments && index < 4096) {
        struct argument *grown = realloc(object->argument, (index + 1) * sizeof(*grown));
        if (grown == NULL)
            abort();
        memset(grown + object->arguments, 0, (index + 1 - object->arguments) * sizeof(*grown));
        object->argument = grown;
        object->arguments = index + 1;
    }
    return index < object->arguments ? &object->argument[index] : NULL;
}

static void remember_argument(const void *kernel, uint32_t index, size_t size, const void *value)
{
    pthread_mutex_lock(&the_objects.lock);
    struct argument *argument = argument_of(kernel, index);
    if (argument != NULL)
        set_argument(argument, size, value);
    pthread_mutex_unlock(&the_objects.lock);
}

/* An argument in shared virtual memory is no value and no object. */
static void remember_shared(const void *kernel, uint32_t index)
{
    pthread_mutex_lock(&the_objects.lock);
    struct argument *argument = argument_of(kernel, index);
    if (argument != NULL) {
        set_argument(argument, 0, NULL);
        argument->kind = 'v';
    }
    pthread_mutex_unlock(&the_objects.lock);
}

/* A kernel that is made of another, with its arguments. */
static void clone_kernel(const void *from, const void *handle)
{
    pthread_mutex_lock(&the_objects.lock);
    struct object *clone = add_object(handle, 'k'), *source = find_object(from);
    for (uint32_t index = 0; source != NULL && index < source->arguments; ++index) {
        struct argument *argument = argument_of(handle, index);
        *argument = source->argument[index];
        if (argument->bytes != NULL && (argument->bytes = malloc(argument->size + 1)) == NULL)
            abort();
        if (argument->bytes != NULL)
            memcpy(argument->bytes, source->argument[index].bytes, argument->size);
    }
    clone->text = source != NULL ? source->text : 0;
    clone->options = source != NULL ? source->options : 0;
    pthread_mutex_unlock(&the_objects.lock);
}

static void append(unsigned char **text, size_t *size, const void *data, size_t count)
{
    unsigned char *grown = realloc(*text, *size + count + 1);

    if (grown == NULL)
        abort();
    if (count > 0)
        memcpy(grown + *size, data, count);
    *text = grown;
    *size += count;
}

/* Appends a kernel's arguments as they are set now. */
static void append_arguments(const void *kernel, unsigned char **text, size_t *size)
{
    pthread_mutex_lock(&the_objects.lock);
    struct object *object = find_object(kernel);
    for (uint32_t index = 0; object != NULL && index < object->arguments; ++index) {
        struct argument *argument = &object->argument[index];
        int scalar = argument->kind == 's';
        uint64_t head[3] = {index, (uint64_t)argument->kind,
                            scalar || argument->kind == 'l' ? argument->size : argument->number};
        append(text, size, head, sizeof(head));
        append(text, size, argument->bytes, scalar ? argument->size : 0);
    }
    pthread_mutex_unlock(&the_objects.lock);
}

static void forget_objects_in_child(void)
{
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    the_objects.lock = fresh;
}

#endif
