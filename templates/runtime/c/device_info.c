/* What a program may ask of the device (OpenCL 1.2, table 4.3). */

static cl_int rt_device_text(cl_device_info name, size_t room, void *value, size_t *used)
{
    char text[256];

    switch (name) {
    case CL_DEVICE_NAME:
        rt_processor_text("model name", text, sizeof(text));
        RT_ANSWER_TEXT(text[0] != '\0' ? text : "CPU");
    case CL_DEVICE_VENDOR:
        RT_ANSWER_TEXT("ppcl");
    case CL_DRIVER_VERSION:
        RT_ANSWER_TEXT("0.1");
    case CL_DEVICE_PROFILE:
        RT_ANSWER_TEXT("FULL_PROFILE");
    case CL_DEVICE_VERSION:
        RT_ANSWER_TEXT("OpenCL 1.2 ppcl");
    case CL_DEVICE_OPENCL_C_VERSION:
        RT_ANSWER_TEXT("OpenCL C 1.2 ppcl");
    case CL_DEVICE_EXTENSIONS:
        RT_ANSWER_TEXT(RT_EXTENSIONS);
    case CL_DEVICE_BUILT_IN_KERNELS:
        RT_ANSWER_TEXT("");
    default:
        return CL_INVALID_VALUE;
    }
}

/* Kernels are vectorised across work-items: a program's own vectors gain nothing more. */
static cl_int rt_device_vectors(cl_device_info name, size_t room, void *value, size_t *used)
{
    switch (name) {
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
        RT_ANSWER(cl_uint, 1);
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
        RT_ANSWER(cl_uint, rt_vector_bytes());
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
        RT_ANSWER(cl_uint, rt_vector_bytes() / 2);
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
        RT_ANSWER(cl_uint, rt_vector_bytes() / 4);
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
        RT_ANSWER(cl_uint, rt_vector_bytes() / 8);
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
        RT_ANSWER(cl_uint, 0);
    default:
        return rt_device_text(name, room, value, used);
    }
}

static cl_int rt_device_images(cl_device_info name, size_t room, void *value, size_t *used)
{
    switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT:
        RT_ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
        RT_ANSWER(cl_uint, 128);
    case CL_DEVICE_MAX_SAMPLERS:
        RT_ANSWER(cl_uint, 16);
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
        RT_ANSWER(size_t, RT_MOST_IMAGE_WIDTH);
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
        RT_ANSWER(size_t, RT_MOST_IMAGE_DEPTH);
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
        RT_ANSWER(size_t, RT_MOST_IMAGE_BUFFER);
    default:
        return rt_device_vectors(name, room, value, used);
    }
}

static cl_int rt_device_memory(cl_device_info name, size_t room, void *value, size_t *used)
{
    switch (name) {
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
        RT_ANSWER(cl_ulong, rt_most_buffer());
    case CL_DEVICE_GLOBAL_MEM_SIZE:
        RT_ANSWER(cl_ulong, rt_memory_size());
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
        RT_ANSWER(cl_device_mem_cache_type, CL_READ_WRITE_CACHE);
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
        RT_ANSWER(cl_uint, (cl_uint)rt_cache_line());
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
        RT_ANSWER(cl_ulong, rt_cache_size());
    case CL_DEVICE_MAX_CONSTANT_ARGS:
        RT_ANSWER(cl_uint, 64);
    case CL_DEVICE_MAX_PARAMETER_SIZE:
        RT_ANSWER(size_t, 4096);
    case CL_DEVICE_LOCAL_MEM_TYPE:
        RT_ANSWER(cl_device_local_mem_type, CL_GLOBAL);
    case CL_DEVICE_LOCAL_MEM_SIZE:
        RT_ANSWER(cl_ulong, RT_LOCAL_MEMORY);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
        RT_ANSWER(cl_uint, RT_ALIGNMENT * 8);
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
        RT_ANSWER(cl_uint, RT_ALIGNMENT);
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
        RT_ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
        RT_ANSWER(cl_bool, CL_FALSE);
    default:
        return rt_device_images(name, room, value, used);
    }
}

static cl_int rt_device_abilities(cl_device_info name, size_t room, void *value, size_t *used)
{
    const cl_device_fp_config floats = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST
                                       | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;

    switch (name) {
    case CL_DEVICE_SINGLE_FP_CONFIG:
        RT_ANSWER(cl_device_fp_config, floats | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
    case CL_DEVICE_DOUBLE_FP_CONFIG:
        RT_ANSWER(cl_device_fp_config, floats);
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
        RT_ANSWER(size_t, 1);
    case CL_DEVICE_EXECUTION_CAPABILITIES:
        RT_ANSWER(cl_device_exec_capabilities, CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
    case CL_DEVICE_QUEUE_PROPERTIES:
        RT_ANSWER(cl_command_queue_properties,
                  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
        RT_ANSWER(cl_uint, 1);
    case CL_DEVICE_PARTITION_PROPERTIES:
        RT_ANSWER(cl_device_partition_property, 0);
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
        RT_ANSWER(cl_device_affinity_domain, 0);
    case CL_DEVICE_PARTITION_TYPE:
        return rt_answer(NULL, 0, room, value, used);
    case CL_DEVICE_PARENT_DEVICE:
        RT_ANSWER(cl_device_id, NULL);
    case CL_DEVICE_SVM_CAPABILITIES:
        RT_ANSWER(cl_device_svm_capabilities, 0);
    default:
        return rt_device_memory(name, room, value, used);
    }
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t room, void *value,
                       size_t *used)
{
    static const size_t item_sizes[RT_DIMENSIONS] = {RT_MOST_WORK_ITEMS, RT_MOST_WORK_ITEMS,
                                                     RT_MOST_WORK_ITEMS};
    char text[64];

    if (!rt_is(device, RT_DEVICE))
        return CL_INVALID_DEVICE;
    switch (name) {
    case CL_DEVICE_TYPE:
        RT_ANSWER(cl_device_type, rt_device_type());
    case CL_DEVICE_VENDOR_ID:
        RT_ANSWER(cl_uint, 0x7070636c);
    case CL_DEVICE_MAX_COMPUTE_UNITS:
        RT_ANSWER(cl_uint, rt_thread_count());
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
        RT_ANSWER(cl_uint, RT_DIMENSIONS);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        RT_ANSWER(size_t, RT_MOST_WORK_ITEMS);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return rt_answer(item_sizes, sizeof(item_sizes), room, value, used);
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
        rt_processor_text("cpu MHz", text, sizeof(text));
        RT_ANSWER(cl_uint, text[0] != '\0' ? (cl_uint)strtod(text, NULL) : 1000);
    case CL_DEVICE_ADDRESS_BITS:
        RT_ANSWER(cl_uint, (cl_uint)sizeof(void *) * 8);
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
        RT_ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_LINKER_AVAILABLE:
        RT_ANSWER(cl_bool, CL_FALSE);
    case CL_DEVICE_PLATFORM:
        RT_ANSWER(cl_platform_id, &rt_platform);
    case CL_DEVICE_REFERENCE_COUNT:
        RT_ANSWER(cl_uint, 1);
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
        RT_ANSWER(cl_bool, CL_TRUE);
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
        RT_ANSWER(size_t, 1 << 20);
    default:
        return rt_device_abilities(name, room, value, used);
    }
}
