/*
 * What OpenCL 2.0 to 3.0 added to 1.2: objects made by lists of properties, and entry points of what
 * is not there (pipes, queues on the device, timers, sub-groups).
 */

/* Whether a list has no property. */
static int rt_lists_nothing(const cl_properties *properties)
{
    return properties == NULL || properties[0] == 0;
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *host, cl_int *error)
{
    RT_RECORD(clCreateBufferWithProperties, (context, properties, flags, size, host, error));
    if (rt_lists_nothing(properties))
        return clCreateBuffer(context, flags, size, host, error);
    rt_set_error(error, CL_INVALID_PROPERTY);
    return NULL;
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, const cl_image_format *format,
                                   const cl_image_desc *description, void *host, cl_int *error)
{
    RT_RECORD(clCreateImageWithProperties, (context, properties, flags, format, description, host,
                                            error));
    if (rt_lists_nothing(properties))
        return clCreateImage(context, flags, format, description, host, error);
    rt_set_error(error, CL_INVALID_PROPERTY);
    return NULL;
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties *properties, cl_int *error)
{
    cl_bool normalized = CL_TRUE;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;

    RT_RECORD(clCreateSamplerWithProperties, (context, properties, error));
    for (; !rt_lists_nothing(properties); properties += 2) {
        if (properties[0] == CL_SAMPLER_NORMALIZED_COORDS)
            normalized = (cl_bool)properties[1];
        else if (properties[0] == CL_SAMPLER_ADDRESSING_MODE)
            addressing = (cl_addressing_mode)properties[1];
        else if (properties[0] == CL_SAMPLER_FILTER_MODE)
            filter = (cl_filter_mode)properties[1];
        else {
            rt_set_error(error, CL_INVALID_VALUE);
            return NULL;
        }
    }
    return clCreateSampler(context, normalized, addressing, filter, error);
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint size, cl_uint packets,
                    const cl_pipe_properties *properties, cl_int *error)
{
    RT_RECORD(clCreatePipe, (context, flags, size, packets, properties, error));
    (void)context, (void)flags, (void)size, (void)packets, (void)properties;
    return (cl_mem)rt_no_object(error);
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info name, size_t size, void *value, size_t *written)
{
    (void)pipe, (void)name, (void)size, (void)value, (void)written;
    return CL_INVALID_MEM_OBJECT;
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK *function)(cl_context, void *), void *data)
{
    (void)context, (void)function, (void)data;
    return CL_INVALID_OPERATION;
}

cl_int clSetProgramReleaseCallback(cl_program program,
                                   void(CL_CALLBACK *function)(cl_program, void *), void *data)
{
    (void)program, (void)function, (void)data;
    return CL_INVALID_OPERATION;
}

cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue queue)
{
    (void)context, (void)device, (void)queue;
    return CL_INVALID_OPERATION;
}

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *on_device, cl_ulong *on_host)
{
    (void)device, (void)on_device, (void)on_host;
    return CL_INVALID_OPERATION;
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong *on_host)
{
    (void)device, (void)on_host;
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint memory_count, const void **memories,
                              const size_t *sizes, cl_mem_migration_flags flags, cl_uint count,
                              const cl_event *events, cl_event *event)
{
    (void)queue, (void)memory_count, (void)memories, (void)sizes, (void)flags, (void)count;
    (void)events, (void)event;
    return CL_INVALID_OPERATION;
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size,
                                          const void *value)
{
    (void)program, (void)id, (void)size, (void)value;
    return CL_INVALID_OPERATION;
}

cl_kernel clCloneKernel(cl_kernel kernel, cl_int *error)
{
    RT_RECORD(clCloneKernel, (kernel, error));
    (void)kernel;
    return (cl_kernel)rt_no_object(error);
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
                           const void *value)
{
    (void)kernel, (void)name, (void)size, (void)value;
    return CL_INVALID_OPERATION;
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                               size_t input_size, const void *input, size_t size, void *value,
                               size_t *written)
{
    (void)kernel, (void)device, (void)name, (void)input_size, (void)input, (void)size;
    (void)value, (void)written;
    return CL_INVALID_OPERATION;
}

cl_int clGetGLContextInfoKHR(const cl_context_properties *properties, cl_gl_context_info name,
                             size_t size, void *value, size_t *written)
{
    (void)properties, (void)name, (void)size, (void)value, (void)written;
    return CL_INVALID_OPERATION;
}
