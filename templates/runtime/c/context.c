/* Contexts (OpenCL 1.2, 4.4). */

static cl_int rt_check_context_properties(const cl_context_properties *properties, size_t *count)
{
    *count = 0;
    for (; properties != NULL && properties[*count] != 0; *count += 2) {
        cl_context_properties value = properties[*count + 1];
        switch (properties[*count]) {
        case CL_CONTEXT_PLATFORM:
            if (!rt_is((const void *)value, RT_PLATFORM))
                return CL_INVALID_PLATFORM;
            break;
        case CL_CONTEXT_INTEROP_USER_SYNC:
            break;
        default:
            return CL_INVALID_PROPERTY;
        }
    }
    *count += properties != NULL;
    return CL_SUCCESS;
}

static cl_context rt_new_context(const cl_context_properties *properties, size_t count,
                                 cl_int *error)
{
    cl_context context = (cl_context)rt_new(sizeof(*context), RT_CONTEXT);
    size_t size = count * sizeof(*properties);

    if (context != NULL && count > 0)
        context->properties = (cl_context_properties *)malloc(size);
    if (context == NULL || (count > 0 && context->properties == NULL)) {
        free(context);
        rt_set_error(error, CL_OUT_OF_HOST_MEMORY);
        return NULL;
    }
    if (count > 0)
        memcpy(context->properties, properties, size);
    context->property_count = count;
    rt_set_error(error, CL_SUCCESS);
    return context;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint device_count,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                           void *data, cl_int *error)
{
    size_t count;
    cl_int code = rt_check_context_properties(properties, &count);

    if (code == CL_SUCCESS && (devices == NULL || device_count == 0))
        code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS && notify == NULL && data != NULL)
        code = CL_INVALID_VALUE;
    for (cl_uint at = 0; code == CL_SUCCESS && at < device_count; ++at)
        if (!rt_is(devices[at], RT_DEVICE))
            code = CL_INVALID_DEVICE;
    if (code == CL_SUCCESS)
        return rt_new_context(properties, count, error);
    rt_set_error(error, code);
    return NULL;
}

cl_context clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                   void(CL_CALLBACK *notify)(const char *, const void *, size_t,
                                                             void *),
                                   void *data, cl_int *error)
{
    size_t count;
    cl_int code = rt_check_context_properties(properties, &count);

    if (code == CL_SUCCESS && notify == NULL && data != NULL)
        code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS)
        code = rt_check_device_type(type);
    if (code == CL_SUCCESS)
        return rt_new_context(properties, count, error);
    rt_set_error(error, code);
    return NULL;
}

cl_int clRetainContext(cl_context context)
{
    return rt_retain(context, RT_CONTEXT, CL_INVALID_CONTEXT);
}

cl_int clReleaseContext(cl_context context)
{
    RT_RECORD(clReleaseContext, (context));
    return rt_release(context, RT_CONTEXT, CL_INVALID_CONTEXT);
}

cl_int clGetContextInfo(cl_context context, cl_context_info name, size_t room, void *value,
                        size_t *used)
{
    if (!rt_is(context, RT_CONTEXT))
        return CL_INVALID_CONTEXT;
    switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT:
        RT_ANSWER(cl_uint, rt_users(context));
    case CL_CONTEXT_NUM_DEVICES:
        RT_ANSWER(cl_uint, 1);
    case CL_CONTEXT_DEVICES:
        RT_ANSWER(cl_device_id, &rt_device);
    case CL_CONTEXT_PROPERTIES:
        return rt_answer(context->properties,
                         context->property_count * sizeof(*context->properties), room, value, used);
    default:
        return CL_INVALID_VALUE;
    }
}
