/* Maps and migration (OpenCL 1.2, 5.2.4, 5.3.5, 5.4.2, 5.4.4). The program sees the object's memory. */

static cl_int rt_check_map(cl_mem memory, cl_map_flags flags)
{
    const cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

    if ((flags & ~known) != 0
        || ((flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0
            && (flags & (CL_MAP_READ | CL_MAP_WRITE)) != 0))
        return CL_INVALID_VALUE;
    if ((flags & CL_MAP_READ) != 0
        && rt_check_host_access(memory, CL_MEM_HOST_WRITE_ONLY) != CL_SUCCESS)
        return CL_INVALID_OPERATION;
    if ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0)
        return rt_check_host_access(memory, CL_MEM_HOST_READ_ONLY);
    return CL_SUCCESS;
}

static void rt_add_map(cl_mem memory, struct rt_map *map)
{
    pthread_mutex_lock(&rt_lock);
    map->next = memory->maps;
    memory->maps = map;
    pthread_mutex_unlock(&rt_lock);
}

/* Takes one map at `start` from the list; 0 where there is none. */
static int rt_remove_map(cl_mem memory, const void *start)
{
    struct rt_map **at = &memory->maps, *found;

    pthread_mutex_lock(&rt_lock);
    while (*at != NULL && (*at)->start != start)
        at = &(*at)->next;
    found = *at;
    if (found != NULL)
        *at = found->next;
    pthread_mutex_unlock(&rt_lock);
    free(found);
    return found != NULL;
}

/* Maps at `start`, which is in the object's memory. */
static cl_int rt_enqueue_map(cl_command_queue queue, cl_command_type type, cl_mem memory,
                             const void *start, cl_bool blocking, cl_uint count,
                             const cl_event *events, cl_event *event)
{
    struct rt_map *map = (struct rt_map *)malloc(sizeof(*map));
    cl_event command = map != NULL ? rt_new_command(queue, type, 1) : NULL;
    cl_int error;

    if (command == NULL) {
        free(map);
        return CL_OUT_OF_HOST_MEMORY;
    }
    rt_keep(command, memory);
    map->start = start;
    rt_add_map(memory, map);
    error = rt_enqueue(command, blocking, count, events, event);
    if (error != CL_SUCCESS)
        rt_remove_map(memory, start);
    return error;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                         const cl_event *events, cl_event *event, cl_int *error)
{
    RT_RECORD(clEnqueueMapBuffer, (queue, buffer, blocking, flags, offset, size, count, events,
                                   event, error));
    cl_int code = rt_check_command(queue, count, events);
    void *start = NULL;

    if (code == CL_SUCCESS)
        code = rt_check_buffer(queue, buffer);
    if (code == CL_SUCCESS && (!rt_is_within(offset, size, buffer->size) || size == 0))
        code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS)
        code = rt_check_map(buffer, flags);
    if (code == CL_SUCCESS) {
        start = buffer->data + offset;
        code = rt_enqueue_map(queue, CL_COMMAND_MAP_BUFFER, buffer, start, blocking, count, events,
                              event);
    }
    rt_set_error(error, code);
    return code == CL_SUCCESS ? start : NULL;
}

static cl_int rt_check_memory(cl_command_queue queue, cl_mem memory)
{
    if (!rt_is(memory, RT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    return memory->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped, cl_uint count,
                               const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueUnmapMemObject, (queue, memory, mapped, count, events, event));
    cl_int error = rt_check_command(queue, count, events);
    cl_event command;

    if (error == CL_SUCCESS)
        error = rt_check_memory(queue, memory);
    if (error != CL_SUCCESS)
        return error;
    if (mapped == NULL || !rt_remove_map(memory, mapped))
        return CL_INVALID_VALUE;
    command = rt_new_command(queue, CL_COMMAND_UNMAP_MEM_OBJECT, 1);
    if (command == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    rt_keep(command, memory);
    return rt_enqueue(command, CL_FALSE, count, events, event);
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint memory_count,
                                  const cl_mem *memories, cl_mem_migration_flags flags,
                                  cl_uint count, const cl_event *events, cl_event *event)
{
    cl_int error = rt_check_command(queue, count, events);

    if (error != CL_SUCCESS)
        return error;
    if (memory_count == 0 || memories == NULL
        || (flags & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST
                                              | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
               != 0)
        return CL_INVALID_VALUE;
    for (cl_uint at = 0; error == CL_SUCCESS && at < memory_count; ++at)
        error = rt_check_memory(queue, memories[at]);
    if (error != CL_SUCCESS)
        return error;
    return rt_enqueue_nothing(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, count, events, event);
}
