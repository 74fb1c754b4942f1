/* Native kernels: functions of the host as commands (OpenCL 1.2, 5.8). */

static cl_int rt_run_native(cl_event command)
{
    command->what.native.function(command->what.native.arguments);
    return CL_COMPLETE;
}

static cl_int rt_check_native(cl_command_queue queue, const void *function, const void *arguments,
                              size_t size, cl_uint memory_count, const cl_mem *memories,
                              const void **places)
{
    int some = memory_count > 0;

    if (function == NULL || (arguments == NULL) != (size == 0))
        return CL_INVALID_VALUE;
    if ((arguments == NULL && some) || some != (memories != NULL) || some != (places != NULL))
        return CL_INVALID_VALUE;
    for (cl_uint at = 0; at < memory_count; ++at)
        if (memories[at] != NULL && rt_check_memory(queue, memories[at]) != CL_SUCCESS)
            return CL_INVALID_MEM_OBJECT;
    return CL_SUCCESS;
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *),
                             void *arguments, size_t size, cl_uint memory_count,
                             const cl_mem *memories, const void **places, cl_uint count,
                             const cl_event *events, cl_event *event)
{
    cl_int error = rt_check_command(queue, count, events);
    cl_event command;
    char *copy;

    if (error == CL_SUCCESS)
        error = rt_check_native(queue, (const void *)(uintptr_t)function, arguments, size,
                                memory_count, memories, places);
    if (error != CL_SUCCESS)
        return error;
    command = rt_new_command(queue, CL_COMMAND_NATIVE_KERNEL, memory_count);
    copy = command != NULL ? (char *)rt_allocate(size) : NULL;
    if (copy == NULL) {
        if (command != NULL)
            rt_drop(command);
        return CL_OUT_OF_HOST_MEMORY;
    }
    if (size > 0)
        memcpy(copy, arguments, size);
    for (cl_uint at = 0; at < memory_count; ++at) { /* handles become addresses */
        size_t place = (size_t)((const char *)places[at] - (const char *)arguments);
        void *data = memories[at] != NULL ? memories[at]->data : NULL;
        memcpy(copy + place, &data, sizeof(data));
        rt_keep(command, memories[at]);
    }
    command->memory = copy;
    command->run = rt_run_native;
    command->what.native.function = function;
    command->what.native.arguments = size > 0 ? copy : NULL;
    return rt_enqueue(command, CL_FALSE, count, events, event);
}
