/*
 * Commands that have not completed yet, and whose bytes or times are wanted when they have.
 * (Part of ppcl's recorder; MIT-0.)
 *
 * A program may look at what a non-blocking command gave it once it knows that the command has
 * completed, and it gets to know only through a call (clFinish, clWaitForEvents, a blocking command,
 * a status that it asks for, a callback). So `harvest` runs at the end of each such call, before the
 * program goes on: nothing can have changed the memory in between, whatever the order of the queue.
 */
#ifndef PPCL_RECORD_PENDING_H
#define PPCL_RECORD_PENDING_H

#include "attach.h"
#include "log.h"

#include <CL/cl.h>

struct region { /* of host memory: slices of rows of bytes */
    const char *start;
    size_t row, rows, row_pitch, slices, slice_pitch;
};

struct pending {
    cl_event event;
    char kind; /* R, or T */
    struct site site;
    uint64_t sequence;
    uint64_t head[3];
    struct region region;
    struct pending *next;
};

static struct {
    pthread_mutex_t lock;      /* of the list */
    pthread_mutex_t harvesting; /* one at a time, so that none returns before another is done */
    struct pending *first;
    unsigned long waiting;
} the_pending = {.lock = PTHREAD_MUTEX_INITIALIZER, .harvesting = PTHREAD_MUTEX_INITIALIZER};

static __thread int inside; /* calls of the runtime below ours on this thread are not recorded */

/* Of the runtime that is linked into the program, if there is one: see attach.h. */
static any_function *(*attached_function)(const char *name);

static void *real_function(const char *name)
{
    void *found = attached_function != NULL ? (void *)(uintptr_t)attached_function(name)
                                            : dlsym(RTLD_NEXT, name);

    if (found == NULL) {
        void *loader = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);
        found = loader != NULL ? dlsym(loader, name) : NULL;
    }
    if (found == NULL) {
        fprintf(stderr, "ppcl: the recorder finds no %s in the OpenCL library\n", name);
        abort();
    }
    return found;
}

/* REAL(clFinish) is the next definition after the recorder's. */
#define REAL(name)                                                                                 \
    ({                                                                                             \
        static __typeof__(&name) found_;                                                           \
        if (found_ == NULL)                                                                        \
            found_ = (__typeof__(&name))real_function(#name);                                      \
        found_;                                                                                    \
    })

static struct region plain_region(const void *start, size_t size)
{
    return (struct region){.start = start, .row = size, .rows = 1, .slices = 1};
}

static void record_region(char kind, const struct site *site, uint64_t sequence,
                          const uint64_t *head, size_t head_size, const struct region *region)
{
    size_t size = region->row * region->rows * region->slices, at = 0;

    if (region->rows * region->slices == 1) {
        record_bytes(kind, site, sequence, head, head_size, region->start, size);
        return;
    }
    char *gathered = malloc(size > 0 ? size : 1);
    if (gathered == NULL) {
        record_note("no memory to record a command with");
        return;
    }
    for (size_t slice = 0; slice < region->slices; ++slice)
        for (size_t row = 0; row < region->rows; ++row, at += region->row)
            memcpy(gathered + at,
                   region->start + slice * region->slice_pitch + row * region->row_pitch,
                   region->row);
    record_bytes(kind, site, sequence, head, head_size, gathered, size);
    free(gathered);
}

static void record_time(const struct pending *command)
{
    uint64_t head[3] = {command->sequence, 0, 0};
    cl_int error = REAL(clGetEventProfilingInfo)(command->event, CL_PROFILING_COMMAND_START,
                                                 sizeof(head[1]), &head[1], NULL);

    if (error == CL_SUCCESS)
        error = REAL(clGetEventProfilingInfo)(command->event, CL_PROFILING_COMMAND_END,
                                              sizeof(head[2]), &head[2], NULL);
    if (error == CL_SUCCESS)
        record_bytes('T', &command->site, next_sequence(), head, sizeof(head), NULL, 0);
    else
        record_note("the runtime gave no time for a launch");
}

static void take(struct pending *command, cl_int status)
{
    if (status < 0)
        record_note("a command ended with an error");
    else if (command->kind == 'T')
        record_time(command);
    else
        record_region('R', &command->site, command->sequence, command->head,
                      sizeof(command->head), &command->region);
    REAL(clReleaseEvent)(command->event);
    free(command);
}

/* Takes what has completed; called with `harvesting` locked. */
static void harvest_locked(void)
{
    struct pending *waiting = NULL, **end = &waiting, *next;

    pthread_mutex_lock(&the_pending.lock);
    struct pending *command = the_pending.first;
    the_pending.first = NULL;
    pthread_mutex_unlock(&the_pending.lock);
    for (; command != NULL; command = next) {
        cl_int status = CL_QUEUED;
        next = command->next;
        cl_int error = REAL(clGetEventInfo)(command->event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                            sizeof(status), &status, NULL);
        if (error != CL_SUCCESS || status <= CL_COMPLETE) {
            take(command, error != CL_SUCCESS ? error : status);
            __atomic_sub_fetch(&the_pending.waiting, 1, __ATOMIC_RELAXED);
        } else {
            command->next = NULL;
            *end = command;
            end = &command->next;
        }
    }
    pthread_mutex_lock(&the_pending.lock);
    *end = the_pending.first;
    the_pending.first = waiting;
    pthread_mutex_unlock(&the_pending.lock);
}

static void harvest(void)
{
    if (__atomic_load_n(&the_pending.waiting, __ATOMIC_RELAXED) == 0)
        return;
    ++inside;
    pthread_mutex_lock(&the_pending.harvesting);
    harvest_locked();
    pthread_mutex_unlock(&the_pending.harvesting);
    --inside;
}

/* On a thread of the runtime: it must not wait for one that waits for the runtime. */
static void harvest_if_free(void)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    ++inside;
    if (pthread_mutex_timedlock(&the_pending.harvesting, &until) == 0) {
        harvest_locked();
        pthread_mutex_unlock(&the_pending.harvesting);
    }
    --inside;
}

/* What completed before the end of the program; what did not, the host has never seen. */
static void harvest_at_exit(void)
{
    harvest();
    if (__atomic_load_n(&the_pending.waiting, __ATOMIC_RELAXED) > 0)
        record_note("the program ended before some commands did");
}

static void register_harvest(void)
{
    atexit(harvest_at_exit);
}

static void pend(const struct pending *wanted)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct pending *command = malloc(sizeof(*command));

    if (command == NULL)
        abort();
    *command = *wanted;
    pthread_mutex_lock(&the_pending.lock);
    command->next = the_pending.first;
    the_pending.first = command;
    pthread_mutex_unlock(&the_pending.lock);
    /* registered late, so that it runs before the exit handlers of the runtime */
    pthread_once(&once, register_harvest);
    if (__atomic_add_fetch(&the_pending.waiting, 1, __ATOMIC_RELAXED) % 256 == 0)
        harvest();
}

/* Maps that end before they were seen to begin: the host has never looked at them. */
static void drop_maps(const void *start)
{
    pthread_mutex_lock(&the_pending.harvesting);
    pthread_mutex_lock(&the_pending.lock);
    for (struct pending **at = &the_pending.first; *at != NULL;) {
        struct pending *command = *at;
        if (command->kind != 'R' || command->region.start != start) {
            at = &command->next;
            continue;
        }
        *at = command->next;
        ++inside;
        REAL(clReleaseEvent)(command->event);
        --inside;
        free(command);
        __atomic_sub_fetch(&the_pending.waiting, 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&the_pending.lock);
    pthread_mutex_unlock(&the_pending.harvesting);
}

#endif
