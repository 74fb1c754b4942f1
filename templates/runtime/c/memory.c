/* Buffers, sub-buffers, and what is asked of all memory objects (OpenCL 1.2, 5.2, 5.4). */

#include <sys/mman.h>

static int rt_several_of(cl_mem_flags flags)
{
    return (flags & (flags - 1)) != 0;
}

/* Whether each group of flags that exclude each other has one at most, and no flag is unknown. */
static int rt_are_memory_flags(cl_mem_flags flags)
{
    const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    const cl_mem_flags of_host =
        CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    const cl_mem_flags place = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

    if ((flags & ~(access | of_host | place)) != 0)
        return 0;
    if ((flags & CL_MEM_USE_HOST_PTR) != 0 && rt_several_of(flags & place))
        return 0;
    return !rt_several_of(flags & access) && !rt_several_of(flags & of_host);
}

/* CL_INVALID_HOST_PTR where host memory is given and not asked for, or the reverse. */
static cl_int rt_check_host_pointer(cl_mem_flags flags, const void *host)
{
    int wanted = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;

    return wanted == (host != NULL) ? CL_SUCCESS : CL_INVALID_HOST_PTR;
}

/* A memory object without memory. */
static cl_mem rt_new_memory(cl_context context, cl_mem_object_type type, cl_mem_flags flags)
{
    const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    cl_mem memory = (cl_mem)rt_new(sizeof(*memory), RT_MEMORY);

    if (memory == NULL)
        return NULL;
    memory->context = context;
    rt_hold(context);
    memory->type = type;
    memory->flags = (flags & access) != 0 ? flags : flags | CL_MEM_READ_WRITE;
    return memory;
}

/* Memory for a buffer; a large one in large pages where the system has them for the asking. */
static char *rt_allocate_buffer(size_t size)
{
#ifdef MADV_HUGEPAGE
    const size_t page = 2u << 20;
    void *memory = NULL;

    if (size >= 2 * page) {
        if (posix_memalign(&memory, page, size) != 0)
            return NULL;
        madvise(memory, size / page * page, MADV_HUGEPAGE);
        return (char *)memory;
    }
#endif
    return (char *)rt_allocate(size);
}

/* The program's memory, or memory of its own; 0 where there is none. */
static int rt_place_memory(cl_mem memory, size_t size, void *host)
{
    memory->size = size;
    if ((memory->flags & CL_MEM_USE_HOST_PTR) != 0) {
        memory->host = host;
        memory->data = (char *)host;
        return 1;
    }
    memory->data = rt_allocate_buffer(size);
    memory->owned = 1;
    return memory->data != NULL;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                      cl_int *error)
{
    RT_RECORD(clCreateBuffer, (context, flags, size, host, error));
    cl_int code = rt_check_host_pointer(flags, host);
    cl_mem buffer = NULL;

    if (!rt_is(context, RT_CONTEXT))
        code = CL_INVALID_CONTEXT;
    else if (!rt_are_memory_flags(flags))
        code = CL_INVALID_VALUE;
    else if (size == 0 || size > rt_most_buffer())
        code = CL_INVALID_BUFFER_SIZE;
    if (code == CL_SUCCESS) {
        buffer = rt_new_memory(context, CL_MEM_OBJECT_BUFFER, flags);
        code = buffer != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    if (buffer != NULL && !rt_place_memory(buffer, size, host)) {
        rt_drop(buffer);
        buffer = NULL;
        code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    if (buffer != NULL && (flags & CL_MEM_COPY_HOST_PTR) != 0)
        memcpy(buffer->data, host, size);
    rt_set_error(error, code);
    return buffer;
}

/* Flags of a part: its own, and of each kind that it does not say, its parent's; 0: they clash. */
static cl_mem_flags rt_part_flags(cl_mem_flags part, cl_mem_flags parent)
{
    const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    const cl_mem_flags of_host =
        CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    const cl_mem_flags place = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

    if (!rt_are_memory_flags(part) || (part & place) != 0)
        return 0;
    if ((parent & CL_MEM_WRITE_ONLY) != 0 && (part & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)) != 0)
        return 0;
    if ((parent & CL_MEM_READ_ONLY) != 0 && (part & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)) != 0)
        return 0;
    if ((parent & CL_MEM_HOST_WRITE_ONLY) != 0 && (part & CL_MEM_HOST_READ_ONLY) != 0)
        return 0;
    if ((parent & CL_MEM_HOST_READ_ONLY) != 0 && (part & CL_MEM_HOST_WRITE_ONLY) != 0)
        return 0;
    if ((parent & CL_MEM_HOST_NO_ACCESS) != 0
        && (part & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)) != 0)
        return 0;
    part |= (part & access) == 0 ? parent & access : 0;
    part |= (part & of_host) == 0 ? parent & of_host : 0;
    return part | (parent & place);
}

static cl_int rt_check_region(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                              const cl_buffer_region *region)
{
    if (!rt_is(parent, RT_MEMORY) || parent->type != CL_MEM_OBJECT_BUFFER || parent->parent != NULL)
        return CL_INVALID_MEM_OBJECT;
    if (type != CL_BUFFER_CREATE_TYPE_REGION || region == NULL
        || rt_part_flags(flags, parent->flags) == 0)
        return CL_INVALID_VALUE;
    if (region->size == 0)
        return CL_INVALID_BUFFER_SIZE;
    if (region->origin > parent->size || region->size > parent->size - region->origin)
        return CL_INVALID_VALUE;
    return region->origin % RT_ALIGNMENT != 0 ? CL_MISALIGNED_SUB_BUFFER_OFFSET : CL_SUCCESS;
}

cl_mem clCreateSubBuffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *info, cl_int *error)
{
    RT_RECORD(clCreateSubBuffer, (parent, flags, type, info, error));
    const cl_buffer_region *region = (const cl_buffer_region *)info;
    cl_int code = rt_check_region(parent, flags, type, region);
    cl_mem part = NULL;

    if (code == CL_SUCCESS) {
        part = rt_new_memory(parent->context, CL_MEM_OBJECT_BUFFER,
                             rt_part_flags(flags, parent->flags));
        code = part != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    if (part != NULL) {
        part->parent = parent;
        rt_hold(parent);
        part->origin = region->origin;
        part->size = region->size;
        part->data = parent->data + region->origin;
        part->host = parent->host != NULL ? (char *)parent->host + region->origin : NULL;
    }
    rt_set_error(error, code);
    return part;
}

cl_int clRetainMemObject(cl_mem memory)
{
    return rt_retain(memory, RT_MEMORY, CL_INVALID_MEM_OBJECT);
}

cl_int clReleaseMemObject(cl_mem memory)
{
    RT_RECORD(clReleaseMemObject, (memory));
    return rt_release(memory, RT_MEMORY, CL_INVALID_MEM_OBJECT);
}

static cl_uint rt_map_count(cl_mem memory)
{
    cl_uint count = 0;

    pthread_mutex_lock(&rt_lock);
    for (const struct rt_map *map = memory->maps; map != NULL; map = map->next)
        ++count;
    pthread_mutex_unlock(&rt_lock);
    return count;
}

cl_int clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t room, void *value, size_t *used)
{
    if (!rt_is(memory, RT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    switch (name) {
    case CL_MEM_TYPE:
        RT_ANSWER(cl_mem_object_type, memory->type);
    case CL_MEM_FLAGS:
        RT_ANSWER(cl_mem_flags, memory->flags);
    case CL_MEM_SIZE:
        RT_ANSWER(size_t, memory->size);
    case CL_MEM_HOST_PTR:
        RT_ANSWER(void *, memory->host);
    case CL_MEM_MAP_COUNT:
        RT_ANSWER(cl_uint, rt_map_count(memory));
    case CL_MEM_REFERENCE_COUNT:
        RT_ANSWER(cl_uint, rt_users(memory));
    case CL_MEM_CONTEXT:
        RT_ANSWER(cl_context, memory->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        RT_ANSWER(cl_mem, memory->parent);
    case CL_MEM_OFFSET:
        RT_ANSWER(size_t, memory->origin);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetMemObjectDestructorCallback(cl_mem memory, rt_memory_function function, void *data)
{
    struct rt_destructor *destructor;

    if (!rt_is(memory, RT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    if (function == NULL)
        return CL_INVALID_VALUE;
    destructor = (struct rt_destructor *)malloc(sizeof(*destructor));
    if (destructor == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    destructor->function = function;
    destructor->data = data;
    pthread_mutex_lock(&rt_lock);
    destructor->next = memory->destructors;
    memory->destructors = destructor;
    pthread_mutex_unlock(&rt_lock);
    return CL_SUCCESS;
}
