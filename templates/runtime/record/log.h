/*
 * The recorder's log: one file a process, written with one system call a record, so that what a
 * program did before it crashed is there. (Part of ppcl's recorder; MIT-0, no obligation.)
 *
 * A record is a `struct record` and `length` bytes. Kinds, with their payload (numbers are 64 bits):
 *   P  process: start time in ns, pid, parent; path of the executable
 *   G  what the process was started with: its arguments, a zero behind each
 *   S  a program's source: its text          O  a build: its options
 *   M  module number `module`: address that it is loaded at; path
 *   B  buffer or image: id, flags, size, parent's id, origin in the parent, hash of its first bytes
 *   L  launch: dimensions, has local size, offset[3], global[3], local[3], length of the name; name;
 *      then each argument: index, kind (s, b, l, o, v), size or id, and for s the bytes
 *   W  write: buffer, offset, size, hash          F  fill: the same, hash of the pattern
 *   C  copy: source, destination, offset in each, size
 *   D  copy of a rectangle, or of or to an image: destination, and three zeros
 *   R  read or map: buffer, offset, how (r, m); the bytes that the host sees
 *   H  what a read became after ppcl's runtime had shuffled it: the bytes
 *   U  the end of a map: buffer
 *   K  a command as the program gives it: which (b create with host memory, w, r, m, u, f, c,
 *      or ! for one that failed), buffer,
 *      offset, size, the host's address (c: the source buffer), offset in the source; a box or an
 *      image has ~0 as offset and size
 *   T  kernel time: the launch's sequence number, start and end in ns
 *   N  note: text            X  the log has reached its limit
 *   V  a queue that was made: its device and driver, a line each
 *   E  what a captured launch (capture.h) is made of: its sequence number, those of its source and
 *      options, the kernel's number of arguments; device and driver, a line each
 *   J  a buffer of a captured launch: the launch's number, the buffer, 0 before and 1 after; bytes
 *   A  calls come from a runtime within the program (attach.h)
 */
#ifndef PPCL_RECORD_LOG_H
#define PPCL_RECORD_LOG_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct site {
    uint32_t module;
    uint64_t offset;
};

struct record {
    uint32_t kind, thread, module, unused;
    uint64_t offset, sequence, length;
};

struct bytes {
    const void *data;
    size_t size;
};

enum { MODULES = 256, FIRST_DESCRIPTOR = 700, MOST_ARGUMENTS = 1 << 16 };

static struct {
    pthread_mutex_t lock;
    uint64_t clock; /* how many times as long as they took the program sees that commands took */
    const char *folder, *captured;
    uint64_t limit, written, sequence;
    int times, attached, descriptor, threads, modules, over;
    char arguments[MOST_ARGUMENTS];
    size_t arguments_size;
    struct {
        const void *base;
        int opencl;
    } module[MODULES];
} the_log = {.lock = PTHREAD_MUTEX_INITIALIZER, .descriptor = -1};

static __thread int this_thread;

static uint64_t next_sequence(void)
{
    return __atomic_add_fetch(&the_log.sequence, 1, __ATOMIC_RELAXED);
}

static uint64_t hash_of(const void *data, size_t size)
{
    const unsigned char *at = data;
    uint64_t hash = 0xcbf29ce484222325u;

    for (; data != NULL && size >= 8; size -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    for (; data != NULL && size > 0; --size, ++at)
        hash = (hash ^ *at) * 0x100000001b3u;
    return hash;
}

/* Writes all parts; memory that cannot be read leaves a hole of zeros. 0 if so, else 1. */
static int write_parts(struct bytes *parts, int count)
{
    int whole = 1;

    for (int part = 0; part < count; ++part) {
        const char *at = parts[part].data;
        size_t left = parts[part].size;
        while (left > 0) {
            ssize_t done = write(the_log.descriptor, at, left);
            if (done < 0 && errno == EINTR)
                continue;
            if (done <= 0) {
                whole = 0;
                if (lseek(the_log.descriptor, (off_t)left, SEEK_CUR) < 0)
                    return 0;
                break;
            }
            at += done;
            left -= (size_t)done;
        }
    }
    return whole;
}

/* Must be called with the log locked. */
static int put(char kind, const struct site *site, uint64_t sequence, struct bytes head,
               struct bytes tail)
{
    struct record record = {0};
    struct bytes parts[3] = {0};
    struct bytes *next = parts;

    if (this_thread == 0)
        this_thread = ++the_log.threads;
    record.kind = (uint32_t)kind;
    record.thread = (uint32_t)this_thread;
    if (site != NULL) {
        record.module = site->module;
        record.offset = site->offset;
    }
    record.sequence = sequence;
    record.length = head.size + tail.size;
    the_log.written += sizeof(record) + record.length;
    *next++ = (struct bytes){.data = &record, .size = sizeof(record)};
    *next++ = head;
    *next++ = tail;
    return write_parts(parts, 3);
}

static void open_log(void)
{
    char path[PATH_MAX];
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
    int descriptor = -1;
    struct timespec now;

    for (int number = 0; descriptor < 0 && number < 10000; ++number) {
        snprintf(path, sizeof(path), "%s/%d-%d.log", the_log.folder, (int)getpid(), number);
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (descriptor < 0 && errno != EEXIST)
            break;
    }
    if (descriptor >= 0) { /* out of the way of programs that close or count descriptors */
        int high = fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
        if (high >= 0) {
            close(descriptor);
            descriptor = high;
        }
    }
    the_log.descriptor = descriptor;
    if (descriptor < 0) {
        fprintf(stderr, "ppcl: cannot write %s: %s\n", path, strerror(errno));
        the_log.folder = NULL;
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t head[3] = {(uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec,
                        (uint64_t)getpid(), (uint64_t)getppid()};
    put('P', NULL, 0, (struct bytes){head, sizeof(head)},
        (struct bytes){program, length > 0 ? (size_t)length : 0});
    put('G', NULL, 0, (struct bytes){0},
        (struct bytes){the_log.arguments, the_log.arguments_size});
    if (the_log.attached)
        put('A', NULL, 0, (struct bytes){0}, (struct bytes){0});
}

/* One record; what lies beyond the limit of the log is left out, and that is said once. */
static void record_bytes(char kind, const struct site *site, uint64_t sequence, const void *head,
                         size_t head_size, const void *tail, size_t tail_size)
{
    int cancelled;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelled);
    pthread_mutex_lock(&the_log.lock);
    if (the_log.written + head_size + tail_size > the_log.limit) {
        if (the_log.descriptor >= 0 && !the_log.over)
            put('X', site, sequence, (struct bytes){0}, (struct bytes){0});
        the_log.over = 1;
        the_log.written = the_log.limit + 1;
    } else if (the_log.descriptor >= 0) {
        static const char hole[] = "memory of the host could not be read";
        if (!put(kind, site, sequence, (struct bytes){head, head_size},
                 (struct bytes){tail, tail_size}))
            put('N', site, sequence, (struct bytes){0}, (struct bytes){hole, sizeof(hole) - 1});
    }
    pthread_mutex_unlock(&the_log.lock);
    pthread_setcancelstate(cancelled, NULL);
}

static void record_note(const char *text)
{
    record_bytes('N', NULL, next_sequence(), NULL, 0, text, strlen(text));
}

/* Whether a module is an OpenCL runtime or loader: their own calls are not the program's. */
static int is_opencl(const Dl_info *info)
{
    static const char *const marks[] = {"clIcdGetPlatformIDsKHR", "clGetPlatformIDs"};
    void *handle = dlopen(info->dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    int found = 0;

    if (handle == NULL)
        return 0;
    for (int mark = 0; mark < 2; ++mark) {
        void *symbol = dlsym(handle, marks[mark]);
        Dl_info at;
        if (symbol != NULL && dladdr(symbol, &at) != 0 && at.dli_fbase == info->dli_fbase)
            found = 1;
    }
    dlclose(handle);
    return found;
}

/* Where a call comes from; 0 for one that is not the program's. */
static int find_site(const void *address, struct site *site)
{
    char name[PATH_MAX];
    Dl_info info;
    int number, ours;

    memset(site, 0, sizeof(*site));
    if (dladdr(address, &info) == 0 || info.dli_fbase == NULL)
        return 1;
    site->offset = (uint64_t)((const char *)address - (const char *)info.dli_fbase);
    pthread_mutex_lock(&the_log.lock);
    if (the_log.descriptor < 0 && the_log.folder != NULL)
        open_log();
    for (number = 0; number < the_log.modules; ++number)
        if (the_log.module[number].base == info.dli_fbase)
            break;
    if (number == the_log.modules && number < MODULES && the_log.descriptor >= 0) {
        uint64_t base = (uint64_t)(uintptr_t)info.dli_fbase;
        struct site whole = {.module = (uint32_t)number + 1};
        the_log.module[number].base = info.dli_fbase;
        the_log.module[number].opencl = is_opencl(&info);
        the_log.modules++;
        const char *path = realpath(info.dli_fname, name) != NULL ? name : info.dli_fname;
        put('M', &whole, 0, (struct bytes){&base, sizeof(base)},
            (struct bytes){path, strlen(path)});
    }
    ours = number >= MODULES || !the_log.module[number].opencl;
    site->module = (uint32_t)number + 1;
    pthread_mutex_unlock(&the_log.lock);
    return ours;
}

static void forget_log_in_child(void)
{
    static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;

    the_log.lock = fresh;
    if (the_log.descriptor >= 0)
        close(the_log.descriptor);
    the_log.descriptor = -1;
    the_log.written = 0;
    the_log.over = 0;
    the_log.modules = 0;
    the_log.threads = 0;
    this_thread = 0;
}

/* As they are before the program can change them; what is too long ends without a zero. */
static void keep_arguments(void)
{
    int descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t got = 1;

    while (descriptor >= 0 && got > 0 && the_log.arguments_size < MOST_ARGUMENTS) {
        got = read(descriptor, the_log.arguments + the_log.arguments_size,
                   MOST_ARGUMENTS - the_log.arguments_size);
        the_log.arguments_size += got > 0 ? (size_t)got : 0;
    }
    if (descriptor >= 0)
        close(descriptor);
}

static void set_up_log(void)
{
    const char *limit = getenv("PPCL_RECORD_LIMIT");
    const char *clock = getenv("PPCL_RECORD_CLOCK");

    the_log.folder = getenv("PPCL_RECORD");
    the_log.limit = limit != NULL ? strtoull(limit, NULL, 10) : UINT64_MAX / 2;
    the_log.times = getenv("PPCL_RECORD_TIMES") != NULL;
    the_log.captured = getenv("PPCL_RECORD_CAPTURE");
    the_log.clock = clock != NULL ? strtoull(clock, NULL, 10) : 1;
    if (the_log.folder != NULL)
        keep_arguments();
}

#endif
