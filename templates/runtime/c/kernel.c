/* Kernels and their arguments (OpenCL 1.2, 5.7). */

static cl_kernel rt_new_kernel(cl_program program, const struct ppcl_kernel *compiled)
{
    cl_kernel kernel = (cl_kernel)rt_new(sizeof(*kernel), RT_KERNEL);

    if (kernel == NULL)
        return NULL;
    kernel->compiled = compiled;
    kernel->arguments = (struct rt_argument *)calloc(
        compiled->argument_count > 0 ? compiled->argument_count : 1, sizeof(struct rt_argument));
    if (kernel->arguments == NULL) {
        free(kernel);
        return NULL;
    }
    kernel->program = program;
    rt_hold(program);
    __atomic_add_fetch(&program->kernels, 1, __ATOMIC_RELAXED);
    return kernel;
}

static const struct ppcl_kernel *rt_find_kernel(const struct ppcl_program *compiled,
                                                const char *name)
{
    for (unsigned at = 0; at < compiled->kernel_count; ++at)
        if (strcmp(compiled->kernels[at].name, name) == 0)
            return &compiled->kernels[at];
    return NULL;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error)
{
    RT_RECORD(clCreateKernel, (program, name, error));
    const struct ppcl_kernel *compiled = NULL;
    cl_kernel kernel = NULL;
    cl_int code = CL_SUCCESS;

    if (!rt_is(program, RT_PROGRAM))
        code = CL_INVALID_PROGRAM;
    else if (program->compiled == NULL)
        code = CL_INVALID_PROGRAM_EXECUTABLE;
    else if (name == NULL)
        code = CL_INVALID_VALUE;
    else if ((compiled = rt_find_kernel(program->compiled, name)) == NULL)
        code = CL_INVALID_KERNEL_NAME;
    else if ((kernel = rt_new_kernel(program, compiled)) == NULL)
        code = CL_OUT_OF_HOST_MEMORY;
    rt_set_error(error, code);
    return kernel;
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *kernels,
                                cl_uint *count)
{
    RT_RECORD(clCreateKernelsInProgram, (program, room, kernels, count));
    if (!rt_is(program, RT_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (program->compiled == NULL)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    if (kernels != NULL && room < program->compiled->kernel_count)
        return CL_INVALID_VALUE;
    for (unsigned at = 0; kernels != NULL && at < program->compiled->kernel_count; ++at) {
        kernels[at] = rt_new_kernel(program, &program->compiled->kernels[at]);
        if (kernels[at] == NULL) {
            while (at > 0)
                rt_drop(kernels[--at]);
            return CL_OUT_OF_HOST_MEMORY;
        }
    }
    if (count != NULL)
        *count = program->compiled->kernel_count;
    return CL_SUCCESS;
}

cl_int clRetainKernel(cl_kernel kernel)
{
    return rt_retain(kernel, RT_KERNEL, CL_INVALID_KERNEL);
}

cl_int clReleaseKernel(cl_kernel kernel)
{
    return rt_release(kernel, RT_KERNEL, CL_INVALID_KERNEL);
}

static cl_int rt_set_value(struct rt_argument *argument, size_t wanted, size_t size,
                           const void *value)
{
    if (size != wanted)
        return CL_INVALID_ARG_SIZE;
    if (value == NULL)
        return CL_INVALID_ARG_VALUE;
    if (argument->is.bytes == NULL)
        argument->is.bytes = malloc(size > 0 ? size : 1);
    if (argument->is.bytes == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(argument->is.bytes, value, size);
    argument->size = size;
    return CL_SUCCESS;
}

static cl_int rt_set_local(struct rt_argument *argument, size_t size, const void *value)
{
    if (value != NULL)
        return CL_INVALID_ARG_VALUE;
    if (size == 0)
        return CL_INVALID_ARG_SIZE;
    argument->size = size;
    return CL_SUCCESS;
}

static cl_int rt_set_buffer(struct rt_argument *argument, cl_context context, size_t size,
                            const void *value)
{
    cl_mem buffer = NULL;

    if (size != sizeof(buffer))
        return CL_INVALID_ARG_SIZE;
    if (value != NULL)
        memcpy(&buffer, value, sizeof(buffer));
    if (buffer != NULL
        && (!rt_is(buffer, RT_MEMORY) || buffer->type != CL_MEM_OBJECT_BUFFER
            || buffer->context != context))
        return CL_INVALID_MEM_OBJECT;
    argument->is.memory = buffer;
    return CL_SUCCESS;
}

static cl_int rt_set_image(struct rt_argument *argument, enum ppcl_access access,
                           cl_context context, size_t size, const void *value)
{
    cl_mem image = NULL;

    if (size != sizeof(image))
        return CL_INVALID_ARG_SIZE;
    if (value != NULL)
        memcpy(&image, value, sizeof(image));
    if (!rt_is(image, RT_MEMORY) || image->type == CL_MEM_OBJECT_BUFFER
        || image->context != context)
        return CL_INVALID_MEM_OBJECT;
    if ((access == PPCL_READ_ONLY && (image->flags & CL_MEM_WRITE_ONLY) != 0)
        || (access == PPCL_WRITE_ONLY && (image->flags & CL_MEM_READ_ONLY) != 0))
        return CL_INVALID_ARG_VALUE;
    argument->is.memory = image;
    return CL_SUCCESS;
}

static cl_int rt_set_sampler(struct rt_argument *argument, cl_context context, size_t size,
                             const void *value)
{
    cl_sampler sampler = NULL;

    if (size != sizeof(sampler))
        return CL_INVALID_ARG_SIZE;
    if (value != NULL)
        memcpy(&sampler, value, sizeof(sampler));
    if (!rt_is(sampler, RT_SAMPLER) || sampler->context != context)
        return CL_INVALID_SAMPLER;
    argument->is.sampler = sampler;
    return CL_SUCCESS;
}

static cl_int rt_set_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    const struct ppcl_argument *declared = &kernel->compiled->arguments[index];
    struct rt_argument *argument = &kernel->arguments[index];
    cl_context context = kernel->program->context;

    switch (declared->kind) {
    case PPCL_VALUE:
        return rt_set_value(argument, declared->size, size, value);
    case PPCL_LOCAL:
        return rt_set_local(argument, size, value);
    case PPCL_IMAGE:
        return rt_set_image(argument, declared->access, context, size, value);
    case PPCL_SAMPLER:
        return rt_set_sampler(argument, context, size, value);
    case PPCL_GLOBAL:
    case PPCL_CONSTANT:
        break;
    }
    return rt_set_buffer(argument, context, size, value);
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    RT_RECORD(clSetKernelArg, (kernel, index, size, value));
    cl_int error;

    if (!rt_is(kernel, RT_KERNEL))
        return CL_INVALID_KERNEL;
    if (index >= kernel->compiled->argument_count)
        return CL_INVALID_ARG_INDEX;
    error = rt_set_argument(kernel, index, size, value);
    if (error == CL_SUCCESS)
        kernel->arguments[index].set = 1;
    return error;
}
