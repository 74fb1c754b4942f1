/* What `getInfo<NAME>` and its like give, and how it is asked for. */
#ifndef PPCL_CL_INFO_HPP
#define PPCL_CL_INFO_HPP

namespace cl {

class Buffer;
class CommandQueue;
class Context;
class Device;
class Platform;
class Program;

namespace detail {

class PlatformOfDevice;

template <cl_uint Name> struct Info;
#define PPCL_CL_INFO(name, type_)                                                                  \
    template <> struct Info<name> {                                                                \
        typedef type_ type;                                                                        \
    };
#define PPCL_CL_INFO_EACH_OF_2(type, a, b) PPCL_CL_INFO(a, type) PPCL_CL_INFO(b, type)
#define PPCL_CL_INFO_EACH_OF_4(type, a, b, c, d)                                                   \
    PPCL_CL_INFO_EACH_OF_2(type, a, b) PPCL_CL_INFO_EACH_OF_2(type, c, d)
typedef std::vector< ::size_t> Sizes;
typedef std::vector<cl_name_version> NamedVersions;

PPCL_CL_INFO_EACH_OF_4(std::string, CL_PLATFORM_NAME, CL_PLATFORM_VENDOR, CL_PLATFORM_VERSION,
                       CL_PLATFORM_PROFILE)
PPCL_CL_INFO(CL_PLATFORM_EXTENSIONS, std::string)
PPCL_CL_INFO(CL_PLATFORM_HOST_TIMER_RESOLUTION, cl_ulong)
PPCL_CL_INFO(CL_PLATFORM_NUMERIC_VERSION, cl_version)
PPCL_CL_INFO(CL_PLATFORM_EXTENSIONS_WITH_VERSION, NamedVersions)

PPCL_CL_INFO_EACH_OF_4(std::string, CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION,
                       CL_DEVICE_PROFILE)
PPCL_CL_INFO_EACH_OF_4(std::string, CL_DRIVER_VERSION, CL_DEVICE_EXTENSIONS,
                       CL_DEVICE_OPENCL_C_VERSION, CL_DEVICE_BUILT_IN_KERNELS)
PPCL_CL_INFO_EACH_OF_2(std::string, CL_DEVICE_IL_VERSION,
                       CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED)
PPCL_CL_INFO(CL_DEVICE_TYPE, cl_device_type)
PPCL_CL_INFO(CL_DEVICE_PLATFORM, PlatformOfDevice)
PPCL_CL_INFO(CL_DEVICE_PARENT_DEVICE, Device)
PPCL_CL_INFO_EACH_OF_4(cl_uint, CL_DEVICE_VENDOR_ID, CL_DEVICE_MAX_COMPUTE_UNITS,
                       CL_DEVICE_MAX_CLOCK_FREQUENCY, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS)
PPCL_CL_INFO_EACH_OF_4(cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
                       CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
                       CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG)
PPCL_CL_INFO_EACH_OF_4(cl_uint, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
                       CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE,
                       CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF)
PPCL_CL_INFO_EACH_OF_4(cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
                       CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
                       CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG)
PPCL_CL_INFO_EACH_OF_4(cl_uint, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
                       CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, CL_DEVICE_ADDRESS_BITS,
                       CL_DEVICE_MAX_READ_IMAGE_ARGS)
PPCL_CL_INFO_EACH_OF_4(cl_uint, CL_DEVICE_MAX_WRITE_IMAGE_ARGS, CL_DEVICE_MAX_SAMPLERS,
                       CL_DEVICE_MEM_BASE_ADDR_ALIGN, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE)
PPCL_CL_INFO_EACH_OF_4(cl_uint, CL_DEVICE_MAX_CONSTANT_ARGS, CL_DEVICE_REFERENCE_COUNT,
                       CL_DEVICE_PARTITION_MAX_SUB_DEVICES, CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE)
PPCL_CL_INFO_EACH_OF_2(cl_uint, CL_DEVICE_MAX_NUM_SUB_GROUPS, CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS)
PPCL_CL_INFO(CL_DEVICE_NUMERIC_VERSION, cl_version)
PPCL_CL_INFO_EACH_OF_4(cl_ulong, CL_DEVICE_LOCAL_MEM_SIZE, CL_DEVICE_GLOBAL_MEM_SIZE,
                       CL_DEVICE_MAX_MEM_ALLOC_SIZE, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE)
PPCL_CL_INFO(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong)
PPCL_CL_INFO(CL_DEVICE_MAX_WORK_ITEM_SIZES, Sizes)
PPCL_CL_INFO_EACH_OF_4(::size_t, CL_DEVICE_MAX_WORK_GROUP_SIZE, CL_DEVICE_IMAGE2D_MAX_WIDTH,
                       CL_DEVICE_IMAGE2D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_WIDTH)
PPCL_CL_INFO_EACH_OF_4(::size_t, CL_DEVICE_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_DEPTH,
                       CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE)
PPCL_CL_INFO_EACH_OF_4(::size_t, CL_DEVICE_MAX_PARAMETER_SIZE, CL_DEVICE_PRINTF_BUFFER_SIZE,
                       CL_DEVICE_PROFILING_TIMER_RESOLUTION,
                       CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
PPCL_CL_INFO_EACH_OF_4(cl_bool, CL_DEVICE_IMAGE_SUPPORT, CL_DEVICE_AVAILABLE,
                       CL_DEVICE_COMPILER_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE)
PPCL_CL_INFO_EACH_OF_4(cl_bool, CL_DEVICE_HOST_UNIFIED_MEMORY, CL_DEVICE_ENDIAN_LITTLE,
                       CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_DEVICE_PREFERRED_INTEROP_USER_SYNC)
PPCL_CL_INFO_EACH_OF_4(cl_bool, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
                       CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                       CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
                       CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT)
PPCL_CL_INFO(CL_DEVICE_PIPE_SUPPORT, cl_bool)
PPCL_CL_INFO_EACH_OF_2(cl_device_fp_config, CL_DEVICE_SINGLE_FP_CONFIG, CL_DEVICE_DOUBLE_FP_CONFIG)
PPCL_CL_INFO(CL_DEVICE_HALF_FP_CONFIG, cl_device_fp_config)
PPCL_CL_INFO(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cl_device_mem_cache_type)
PPCL_CL_INFO(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type)
PPCL_CL_INFO(CL_DEVICE_EXECUTION_CAPABILITIES, cl_device_exec_capabilities)
PPCL_CL_INFO_EACH_OF_2(cl_command_queue_properties, CL_DEVICE_QUEUE_PROPERTIES,
                       CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES)
PPCL_CL_INFO(CL_DEVICE_SVM_CAPABILITIES, cl_device_svm_capabilities)
PPCL_CL_INFO(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_device_affinity_domain)
PPCL_CL_INFO_EACH_OF_2(std::vector<cl_device_partition_property>, CL_DEVICE_PARTITION_PROPERTIES,
                       CL_DEVICE_PARTITION_TYPE)
PPCL_CL_INFO_EACH_OF_4(NamedVersions, CL_DEVICE_EXTENSIONS_WITH_VERSION, CL_DEVICE_ILS_WITH_VERSION,
                       CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, CL_DEVICE_OPENCL_C_ALL_VERSIONS)
PPCL_CL_INFO(CL_DEVICE_OPENCL_C_FEATURES, NamedVersions)
PPCL_CL_INFO_EACH_OF_2(cl_device_atomic_capabilities, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
                       CL_DEVICE_ATOMIC_FENCE_CAPABILITIES)
PPCL_CL_INFO(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, cl_device_device_enqueue_capabilities)
PPCL_CL_INFO(CL_DEVICE_SUB_GROUP_SIZES_INTEL, Sizes)
PPCL_CL_INFO(CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL,
             std::vector<cl_queue_family_properties_intel>)
PPCL_CL_INFO_EACH_OF_2(cl_device_unified_shared_memory_capabilities_intel,
                       CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL,
                       CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL)
PPCL_CL_INFO_EACH_OF_2(cl_device_unified_shared_memory_capabilities_intel,
                       CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
                       CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL)
PPCL_CL_INFO(CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL,
             cl_device_unified_shared_memory_capabilities_intel)
PPCL_CL_INFO(CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, cl_device_command_buffer_capabilities_khr)
PPCL_CL_INFO_EACH_OF_2(cl_command_queue_properties,
                       CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
                       CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR)
PPCL_CL_INFO(CL_DEVICE_PCI_BUS_INFO_KHR, cl_device_pci_bus_info_khr)

PPCL_CL_INFO(CL_CONTEXT_DEVICES, std::vector<Device>)
PPCL_CL_INFO(CL_CONTEXT_PROPERTIES, std::vector<cl_context_properties>)
PPCL_CL_INFO_EACH_OF_2(cl_uint, CL_CONTEXT_NUM_DEVICES, CL_CONTEXT_REFERENCE_COUNT)
PPCL_CL_INFO(CL_QUEUE_CONTEXT, Context)
PPCL_CL_INFO(CL_QUEUE_DEVICE, Device)
PPCL_CL_INFO(CL_QUEUE_PROPERTIES, cl_command_queue_properties)
PPCL_CL_INFO_EACH_OF_2(cl_uint, CL_QUEUE_REFERENCE_COUNT, CL_QUEUE_SIZE)

PPCL_CL_INFO(CL_MEM_TYPE, cl_mem_object_type)
PPCL_CL_INFO(CL_MEM_FLAGS, cl_mem_flags)
PPCL_CL_INFO(CL_MEM_HOST_PTR, void *)
PPCL_CL_INFO(CL_MEM_CONTEXT, Context)
PPCL_CL_INFO_EACH_OF_2(cl_uint, CL_MEM_MAP_COUNT, CL_MEM_REFERENCE_COUNT)
PPCL_CL_INFO_EACH_OF_2(::size_t, CL_MEM_SIZE, CL_MEM_OFFSET)
PPCL_CL_INFO(CL_IMAGE_FORMAT, cl_image_format)
PPCL_CL_INFO_EACH_OF_4(::size_t, CL_IMAGE_ELEMENT_SIZE, CL_IMAGE_ROW_PITCH, CL_IMAGE_SLICE_PITCH,
                       CL_IMAGE_WIDTH)
PPCL_CL_INFO_EACH_OF_2(::size_t, CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH)

PPCL_CL_INFO(CL_PROGRAM_CONTEXT, Context)
PPCL_CL_INFO(CL_PROGRAM_DEVICES, std::vector<Device>)
PPCL_CL_INFO_EACH_OF_2(cl_uint, CL_PROGRAM_NUM_DEVICES, CL_PROGRAM_REFERENCE_COUNT)
PPCL_CL_INFO_EACH_OF_4(std::string, CL_PROGRAM_SOURCE, CL_PROGRAM_KERNEL_NAMES,
                       CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG)
PPCL_CL_INFO_EACH_OF_2(::size_t, CL_PROGRAM_NUM_KERNELS,
                       CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE)
PPCL_CL_INFO(CL_PROGRAM_BINARY_SIZES, Sizes)
PPCL_CL_INFO(CL_PROGRAM_BUILD_STATUS, cl_build_status)
PPCL_CL_INFO(CL_PROGRAM_BINARY_TYPE, cl_program_binary_type)

PPCL_CL_INFO_EACH_OF_2(std::string, CL_KERNEL_FUNCTION_NAME, CL_KERNEL_ATTRIBUTES)
PPCL_CL_INFO_EACH_OF_2(cl_uint, CL_KERNEL_NUM_ARGS, CL_KERNEL_REFERENCE_COUNT)
PPCL_CL_INFO(CL_KERNEL_CONTEXT, Context)
PPCL_CL_INFO(CL_KERNEL_PROGRAM, Program)
PPCL_CL_INFO_EACH_OF_2(std::string, CL_KERNEL_ARG_NAME, CL_KERNEL_ARG_TYPE_NAME)
PPCL_CL_INFO(CL_KERNEL_ARG_ADDRESS_QUALIFIER, cl_kernel_arg_address_qualifier)
PPCL_CL_INFO(CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_kernel_arg_access_qualifier)
PPCL_CL_INFO(CL_KERNEL_ARG_TYPE_QUALIFIER, cl_kernel_arg_type_qualifier)
PPCL_CL_INFO_EACH_OF_2(::size_t, CL_KERNEL_WORK_GROUP_SIZE,
                       CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
PPCL_CL_INFO_EACH_OF_2(cl_ulong, CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_PRIVATE_MEM_SIZE)
PPCL_CL_INFO_EACH_OF_2(Box, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, CL_KERNEL_GLOBAL_WORK_SIZE)

PPCL_CL_INFO(CL_EVENT_COMMAND_QUEUE, CommandQueue)
PPCL_CL_INFO(CL_EVENT_CONTEXT, Context)
PPCL_CL_INFO(CL_EVENT_COMMAND_TYPE, cl_command_type)
PPCL_CL_INFO(CL_EVENT_REFERENCE_COUNT, cl_uint)
PPCL_CL_INFO(CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int)
PPCL_CL_INFO_EACH_OF_4(cl_ulong, CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                       CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END)

/* One value, or as many elements as there are. `Get` asks for a fact of an object. */
template <typename Get, typename T> inline cl_int get_info(const Get &get, T *out)
{
    return get(sizeof(T), out, NULL);
}

template <typename Get> inline cl_int get_info(const Get &get, std::string *out)
{
    ::size_t size = 0;
    get(0, NULL, &size);
    std::string text(size, ' ');
    cl_int error = get(size, &text[0], NULL);
    *out = text.c_str();
    return error;
}

template <typename Get, typename T> inline cl_int get_info(const Get &get, std::vector<T> *out)
{
    ::size_t size = 0;
    get(0, NULL, &size);
    std::vector<T> all(size / sizeof(T));
    cl_int error = get(size, &all[0], NULL);
    *out = all;
    return error;
}

#define PPCL_CL_GETTER(type, name, function)                                                       \
    struct name {                                                                                  \
        type object;                                                                               \
        cl_uint fact;                                                                              \
        cl_int operator()(::size_t size, void *out, ::size_t *length) const                        \
        {                                                                                          \
            return function(object, fact, size, out, length);                                      \
        }                                                                                          \
    };
PPCL_CL_GETTER(cl_platform_id, PlatformInfo, clGetPlatformInfo)
PPCL_CL_GETTER(cl_device_id, DeviceInfo, clGetDeviceInfo)
PPCL_CL_GETTER(cl_context, ContextInfo, clGetContextInfo)
PPCL_CL_GETTER(cl_command_queue, QueueInfo, clGetCommandQueueInfo)
PPCL_CL_GETTER(cl_mem, MemoryInfo, clGetMemObjectInfo)
PPCL_CL_GETTER(cl_mem, ImageInfo, clGetImageInfo)
PPCL_CL_GETTER(cl_program, ProgramInfo, clGetProgramInfo)
PPCL_CL_GETTER(cl_kernel, KernelInfo, clGetKernelInfo)
PPCL_CL_GETTER(cl_event, EventInfo, clGetEventInfo)
PPCL_CL_GETTER(cl_event, ProfilingInfo, clGetEventProfilingInfo)

} // namespace detail

/* Members that ask an object for facts by `Getter`. */
#define PPCL_CL_ASK(getInfo, Getter, function)                                                     \
    template <typename T> cl_int getInfo(cl_uint name, T *out) const                               \
    {                                                                                              \
        detail::Getter get = {object_, name};                                                      \
        return detail::checked(detail::get_info(get, out), function);                              \
    }                                                                                              \
    template <cl_uint Name> typename detail::Info<Name>::type getInfo(cl_int *err = NULL) const    \
    {                                                                                              \
        typename detail::Info<Name>::type found;                                                   \
        detail::Getter get = {object_, Name};                                                      \
        detail::report(detail::get_info(get, &found), function, err);                              \
        return found;                                                                              \
    }
#define PPCL_CL_GET_INFO(Getter, function) PPCL_CL_ASK(getInfo, Getter, function)

/* A class that is a handle, which it gives and takes. */
#define PPCL_CL_HANDLE(Class, type)                                                                \
    typedef type cl_type;                                                                          \
    Class() : object_(NULL) {}                                                                     \
    Class &operator=(const type &object)                                                           \
    {                                                                                              \
        object_ = object;                                                                          \
        return *this;                                                                              \
    }                                                                                              \
    const type &operator()() const { return object_; }                                             \
    type &operator()() { return object_; }                                                         \
    type get() const { return object_; }                                                           \
    friend bool operator==(const Class &one, const Class &other)                                   \
    {                                                                                              \
        return one.object_ == other.object_;                                                       \
    }                                                                                              \
    friend bool operator!=(const Class &one, const Class &other)                                   \
    {                                                                                              \
        return one.object_ != other.object_;                                                       \
    }

/* The default of a class: the first that is set, or that is asked for. */
#define PPCL_CL_SET_DEFAULT(Class)                                                                 \
    static Class setDefault(const Class &given)                                                    \
    {                                                                                              \
        Class &held = first();                                                                     \
        if (held() == NULL)                                                                        \
            held = given;                                                                          \
        return held;                                                                               \
    }                                                                                              \
    static Class &first()                                                                          \
    {                                                                                              \
        static Class held;                                                                         \
        return held;                                                                               \
    }

} // namespace cl
#endif
