/* Samplers (OpenCL 1.2, 5.5). */

/* The value that kernels see; see ppcl_sampler. */
static ppcl_sampler rt_sampler_value(cl_bool normalized, cl_addressing_mode addressing,
                                     cl_filter_mode filter)
{
    ppcl_sampler value = (normalized ? 1u : 0u) | (filter == CL_FILTER_LINEAR ? 32u : 16u);

    switch (addressing) {
    case CL_ADDRESS_CLAMP_TO_EDGE:
        return value | 2;
    case CL_ADDRESS_CLAMP:
        return value | 4;
    case CL_ADDRESS_REPEAT:
        return value | 6;
    case CL_ADDRESS_MIRRORED_REPEAT:
        return value | 8;
    default:
        return value;
    }
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                           cl_filter_mode filter, cl_int *error)
{
    RT_RECORD(clCreateSampler, (context, normalized, addressing, filter, error));
    int repeats = addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT;
    cl_sampler sampler = NULL;
    cl_int code = CL_SUCCESS;

    if (!rt_is(context, RT_CONTEXT))
        code = CL_INVALID_CONTEXT;
    else if (addressing < CL_ADDRESS_NONE || addressing > CL_ADDRESS_MIRRORED_REPEAT
             || (filter != CL_FILTER_NEAREST && filter != CL_FILTER_LINEAR)
             || (repeats && !normalized))
        code = CL_INVALID_VALUE;
    else if ((sampler = (cl_sampler)rt_new(sizeof(*sampler), RT_SAMPLER)) == NULL)
        code = CL_OUT_OF_HOST_MEMORY;
    if (sampler != NULL) {
        sampler->context = context;
        rt_hold(context);
        sampler->normalized = normalized;
        sampler->addressing = addressing;
        sampler->filter = filter;
        sampler->value = rt_sampler_value(normalized, addressing, filter);
    }
    rt_set_error(error, code);
    return sampler;
}

cl_int clRetainSampler(cl_sampler sampler)
{
    return rt_retain(sampler, RT_SAMPLER, CL_INVALID_SAMPLER);
}

cl_int clReleaseSampler(cl_sampler sampler)
{
    return rt_release(sampler, RT_SAMPLER, CL_INVALID_SAMPLER);
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info name, size_t room, void *value,
                        size_t *used)
{
    if (!rt_is(sampler, RT_SAMPLER))
        return CL_INVALID_SAMPLER;
    switch (name) {
    case CL_SAMPLER_REFERENCE_COUNT:
        RT_ANSWER(cl_uint, rt_users(sampler));
    case CL_SAMPLER_CONTEXT:
        RT_ANSWER(cl_context, sampler->context);
    case CL_SAMPLER_NORMALIZED_COORDS:
        RT_ANSWER(cl_bool, sampler->normalized);
    case CL_SAMPLER_ADDRESSING_MODE:
        RT_ANSWER(cl_addressing_mode, sampler->addressing);
    case CL_SAMPLER_FILTER_MODE:
        RT_ANSWER(cl_filter_mode, sampler->filter);
    default:
        return CL_INVALID_VALUE;
    }
}
