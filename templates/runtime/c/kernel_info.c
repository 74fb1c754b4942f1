/* What a program may ask of kernels and their arguments (OpenCL 1.2, 5.7.3). */

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t room, void *value,
                       size_t *used)
{
    char attributes[128] = "";
    const size_t *required;

    if (!rt_is(kernel, RT_KERNEL))
        return CL_INVALID_KERNEL;
    required = kernel->compiled->required_size;
    switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
        RT_ANSWER_TEXT(kernel->compiled->name);
    case CL_KERNEL_NUM_ARGS:
        RT_ANSWER(cl_uint, kernel->compiled->argument_count);
    case CL_KERNEL_REFERENCE_COUNT:
        RT_ANSWER(cl_uint, rt_users(kernel));
    case CL_KERNEL_CONTEXT:
        RT_ANSWER(cl_context, kernel->program->context);
    case CL_KERNEL_PROGRAM:
        RT_ANSWER(cl_program, kernel->program);
    case CL_KERNEL_ATTRIBUTES:
        if (required[0] != 0)
            snprintf(attributes, sizeof(attributes), "reqd_work_group_size(%lu,%lu,%lu)",
                     (unsigned long)required[0], (unsigned long)required[1],
                     (unsigned long)required[2]);
        RT_ANSWER_TEXT(attributes);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_kernel_arg_address_qualifier rt_address_space(enum ppcl_kind kind)
{
    switch (kind) {
    case PPCL_GLOBAL:
    case PPCL_IMAGE:
        return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case PPCL_CONSTANT:
        return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case PPCL_LOCAL:
        return CL_KERNEL_ARG_ADDRESS_LOCAL;
    case PPCL_VALUE:
    case PPCL_SAMPLER:
        break;
    }
    return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

static cl_kernel_arg_access_qualifier rt_access(enum ppcl_access access)
{
    switch (access) {
    case PPCL_READ_ONLY:
        return CL_KERNEL_ARG_ACCESS_READ_ONLY;
    case PPCL_WRITE_ONLY:
        return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    case PPCL_READ_WRITE:
        return CL_KERNEL_ARG_ACCESS_READ_WRITE;
    case PPCL_NO_ACCESS:
        break;
    }
    return CL_KERNEL_ARG_ACCESS_NONE;
}

static cl_kernel_arg_type_qualifier rt_type_qualifiers(const struct ppcl_argument *argument)
{
    cl_kernel_arg_type_qualifier qualifiers = CL_KERNEL_ARG_TYPE_NONE;

    if ((argument->qualifiers & PPCL_CONST) != 0 || argument->kind == PPCL_CONSTANT)
        qualifiers |= CL_KERNEL_ARG_TYPE_CONST;
    if ((argument->qualifiers & PPCL_RESTRICT) != 0)
        qualifiers |= CL_KERNEL_ARG_TYPE_RESTRICT;
    if ((argument->qualifiers & PPCL_VOLATILE) != 0)
        qualifiers |= CL_KERNEL_ARG_TYPE_VOLATILE;
    return qualifiers;
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t room,
                          void *value, size_t *used)
{
    const struct ppcl_argument *argument;

    if (!rt_is(kernel, RT_KERNEL))
        return CL_INVALID_KERNEL;
    if (index >= kernel->compiled->argument_count)
        return CL_INVALID_ARG_INDEX;
    argument = &kernel->compiled->arguments[index];
    switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        RT_ANSWER(cl_kernel_arg_address_qualifier, rt_address_space(argument->kind));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        RT_ANSWER(cl_kernel_arg_access_qualifier, rt_access(argument->access));
    case CL_KERNEL_ARG_TYPE_NAME:
        RT_ANSWER_TEXT(argument->type);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        RT_ANSWER(cl_kernel_arg_type_qualifier, rt_type_qualifiers(argument));
    case CL_KERNEL_ARG_NAME:
        RT_ANSWER_TEXT(argument->name);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Local memory of a kernel: what it declares, and what its arguments are set to now. */
static cl_ulong rt_local_memory(cl_kernel kernel)
{
    cl_ulong size = kernel->compiled->local_bytes;

    for (unsigned at = 0; at < kernel->compiled->argument_count; ++at)
        if (kernel->compiled->arguments[at].kind == PPCL_LOCAL)
            size += kernel->arguments[at].size;
    return size;
}

static size_t rt_most_items(const size_t *required)
{
    if (required[0] == 0)
        return RT_MOST_WORK_ITEMS;
    return required[0] * required[1] * required[2];
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info name, size_t room, void *value,
                                size_t *used)
{
    if (!rt_is(kernel, RT_KERNEL))
        return CL_INVALID_KERNEL;
    if (device != NULL && !rt_is(device, RT_DEVICE))
        return CL_INVALID_DEVICE;
    switch (name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        RT_ANSWER(size_t, rt_most_items(kernel->compiled->required_size));
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return rt_answer(kernel->compiled->required_size, sizeof(kernel->compiled->required_size),
                         room, value, used);
    case CL_KERNEL_LOCAL_MEM_SIZE:
        RT_ANSWER(cl_ulong, rt_local_memory(kernel));
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: /* a vector of floats */
        RT_ANSWER(size_t, rt_vector_bytes() / 4);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        RT_ANSWER(cl_ulong, kernel->compiled->item_bytes);
    case CL_KERNEL_GLOBAL_WORK_SIZE: /* of custom devices and built-in kernels only */
    default:
        return CL_INVALID_VALUE;
    }
}
