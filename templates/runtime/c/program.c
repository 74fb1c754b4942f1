/* Programs (OpenCL 1.2, 5.6): their kernels are compiled in, and found by text and options. */

typedef void(CL_CALLBACK *rt_build_function)(cl_program program, void *data);

/* All strings, without NULs; NULL where there is no memory. */
static char *rt_join_strings(cl_uint count, const char **strings, const size_t *lengths)
{
    size_t size = 1;
    char *text, *end;

    for (cl_uint at = 0; at < count; ++at)
        size += lengths != NULL && lengths[at] > 0 ? lengths[at] : strlen(strings[at]);
    text = end = (char *)malloc(size);
    for (cl_uint at = 0; text != NULL && at < count; ++at) {
        size_t length = lengths != NULL && lengths[at] > 0 ? lengths[at] : strlen(strings[at]);
        for (size_t letter = 0; letter < length; ++letter)
            if (strings[at][letter] != '\0')
                *end++ = strings[at][letter];
    }
    if (text != NULL)
        *end = '\0';
    return text;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *error)
{
    RT_RECORD(clCreateProgramWithSource, (context, count, strings, lengths, error));
    cl_int code = CL_SUCCESS;
    cl_program program = NULL;

    if (!rt_is(context, RT_CONTEXT))
        code = CL_INVALID_CONTEXT;
    else if (count == 0 || strings == NULL)
        code = CL_INVALID_VALUE;
    for (cl_uint at = 0; code == CL_SUCCESS && at < count; ++at)
        if (strings[at] == NULL)
            code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS) {
        program = (cl_program)rt_new(sizeof(*program), RT_PROGRAM);
        code = program != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    if (program != NULL) {
        program->context = context;
        rt_hold(context);
        program->status = CL_BUILD_NONE;
        program->source = rt_join_strings(count, strings, lengths);
        if (program->source == NULL) {
            rt_drop(program);
            program = NULL;
            code = CL_OUT_OF_HOST_MEMORY;
        }
    }
    rt_set_error(error, code);
    return program;
}

cl_int clRetainProgram(cl_program program)
{
    return rt_retain(program, RT_PROGRAM, CL_INVALID_PROGRAM);
}

cl_int clReleaseProgram(cl_program program)
{
    return rt_release(program, RT_PROGRAM, CL_INVALID_PROGRAM);
}

static cl_int rt_check_devices(cl_uint count, const cl_device_id *devices)
{
    if ((devices == NULL) != (count == 0))
        return CL_INVALID_VALUE;
    for (cl_uint at = 0; at < count; ++at)
        if (!rt_is(devices[at], RT_DEVICE))
            return CL_INVALID_DEVICE;
    return CL_SUCCESS;
}

static cl_int rt_check_build(cl_program program, cl_uint count, const cl_device_id *devices,
                             rt_build_function notify, const void *data)
{
    if (!rt_is(program, RT_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (notify == NULL && data != NULL)
        return CL_INVALID_VALUE;
    if (__atomic_load_n(&program->kernels, __ATOMIC_RELAXED) > 0)
        return CL_INVALID_OPERATION;
    return rt_check_devices(count, devices);
}

static cl_int rt_build(cl_program program, const char *options)
{
    struct rt_key key;
    cl_int error = rt_make_key(program->source, options, &key);

    if (error != CL_SUCCESS)
        return error;
    free(program->log);
    free(program->options);
    program->log = NULL;
    program->options = rt_copy_text(options != NULL ? options : "");
    program->compiled = rt_find_program(&key, program->source);
    program->status = program->compiled != NULL ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    if (program->compiled == NULL)
        program->log = rt_failure_log(&key);
    else if (program->compiled->refused != NULL)
        program->log = rt_copy_text(program->compiled->refused);
    free(key.options);
    return program->compiled != NULL ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, rt_build_function notify, void *data)
{
    RT_RECORD(clBuildProgram, (program, count, devices, options, notify, data));
    cl_int error = rt_check_build(program, count, devices, notify, data);

    if (error == CL_SUCCESS)
        error = rt_build(program, options);
    if (notify != NULL && (error == CL_SUCCESS || error == CL_BUILD_PROGRAM_FAILURE))
        notify(program, data);
    return error;
}

/* The names of a program's kernels, with a semicolon between each two. */
static cl_int rt_kernel_names(cl_program program, size_t room, void *value, size_t *used)
{
    const struct ppcl_program *compiled = program->compiled;
    size_t size = 1, at = 0;
    char *names;
    cl_int error;

    if (compiled == NULL)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    for (unsigned number = 0; number < compiled->kernel_count; ++number)
        size += strlen(compiled->kernels[number].name) + (number > 0);
    names = (char *)calloc(size, 1);
    if (names == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    for (unsigned number = 0; number < compiled->kernel_count; ++number)
        at += (size_t)snprintf(names + at, size - at, "%s%s", number > 0 ? ";" : "",
                               compiled->kernels[number].name);
    error = rt_answer(names, size, room, value, used);
    free(names);
    return error;
}

cl_int clGetProgramInfo(cl_program program, cl_program_info name, size_t room, void *value,
                        size_t *used)
{
    if (!rt_is(program, RT_PROGRAM))
        return CL_INVALID_PROGRAM;
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
        RT_ANSWER(cl_uint, rt_users(program));
    case CL_PROGRAM_CONTEXT:
        RT_ANSWER(cl_context, program->context);
    case CL_PROGRAM_NUM_DEVICES:
        RT_ANSWER(cl_uint, 1);
    case CL_PROGRAM_DEVICES:
        RT_ANSWER(cl_device_id, &rt_device);
    case CL_PROGRAM_SOURCE:
        RT_ANSWER_TEXT(program->source);
    case CL_PROGRAM_BINARY_SIZES: /* there is no binary: its size is 0, and nothing is written */
        RT_ANSWER(size_t, 0);
    case CL_PROGRAM_BINARIES:
        return rt_answer(value, value != NULL ? sizeof(unsigned char *) : 0, room, value, used);
    case CL_PROGRAM_NUM_KERNELS:
        if (program->compiled == NULL)
            return CL_INVALID_PROGRAM_EXECUTABLE;
        RT_ANSWER(size_t, program->compiled->kernel_count);
    case CL_PROGRAM_KERNEL_NAMES:
        return rt_kernel_names(program, room, value, used);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
                             size_t room, void *value, size_t *used)
{
    if (!rt_is(program, RT_PROGRAM))
        return CL_INVALID_PROGRAM;
    if (!rt_is(device, RT_DEVICE))
        return CL_INVALID_DEVICE;
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
        RT_ANSWER(cl_build_status, program->status);
    case CL_PROGRAM_BUILD_OPTIONS:
        RT_ANSWER_TEXT(program->options != NULL ? program->options : "");
    case CL_PROGRAM_BUILD_LOG:
        RT_ANSWER_TEXT(program->log != NULL ? program->log : "");
    case CL_PROGRAM_BINARY_TYPE:
        RT_ANSWER(cl_program_binary_type, program->compiled != NULL
                                              ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                                              : CL_PROGRAM_BINARY_TYPE_NONE);
    default:
        return CL_INVALID_VALUE;
    }
}
