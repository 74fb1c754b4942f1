/* Platforms, devices and contexts. */
#ifndef PPCL_CL_DEVICE_HPP
#define PPCL_CL_DEVICE_HPP

namespace cl {

class Device;
namespace detail {
PPCL_CL_INFO(CL_DEVICE_TYPE, cl_device_type)
PPCL_CL_INFO(CL_DEVICE_NAME, std::string)
PPCL_CL_INFO(CL_DEVICE_VENDOR, std::string)
PPCL_CL_INFO(CL_DEVICE_VERSION, std::string)
PPCL_CL_INFO(CL_DEVICE_PROFILE, std::string)
PPCL_CL_INFO(CL_DRIVER_VERSION, std::string)
PPCL_CL_INFO(CL_DEVICE_EXTENSIONS, std::string)
PPCL_CL_INFO(CL_DEVICE_OPENCL_C_VERSION, std::string)
PPCL_CL_INFO(CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint)
PPCL_CL_INFO(CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint)
PPCL_CL_INFO(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint)
PPCL_CL_INFO(CL_DEVICE_MAX_WORK_GROUP_SIZE, ::size_t)
PPCL_CL_INFO(CL_DEVICE_MAX_WORK_ITEM_SIZES, std::vector< ::size_t>)
PPCL_CL_INFO(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong)
PPCL_CL_INFO(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong)
PPCL_CL_INFO(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong)
PPCL_CL_INFO(CL_PLATFORM_NAME, std::string)
PPCL_CL_INFO(CL_PLATFORM_VENDOR, std::string)
PPCL_CL_INFO(CL_PLATFORM_VERSION, std::string)
PPCL_CL_INFO(CL_PLATFORM_PROFILE, std::string)
PPCL_CL_INFO(CL_PLATFORM_EXTENSIONS, std::string)
PPCL_CL_INFO(CL_CONTEXT_DEVICES, std::vector<Device>)

/* One number, or as many elements as there are. `Get` asks for a fact of an object. */
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
    *out = text;
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
PPCL_CL_GETTER(cl_device_id, DeviceInfo, clGetDeviceInfo)
PPCL_CL_GETTER(cl_platform_id, PlatformInfo, clGetPlatformInfo)
PPCL_CL_GETTER(cl_context, ContextInfo, clGetContextInfo)

} // namespace detail

/* Members that ask an object for facts by `Getter`. */
#define PPCL_CL_GET_INFO(Getter, function)                                                         \
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

class Device {
    cl_device_id object_;

public:
    Device() : object_(NULL) {}
    Device(const cl_device_id &device) : object_(device) {}
    cl_device_id operator()() const { return object_; }
    PPCL_CL_GET_INFO(DeviceInfo, "clGetDeviceInfo")
    static Device getDefault(cl_int *err = NULL);
};

class Platform {
    cl_platform_id object_;

public:
    Platform() : object_(NULL) {}
    Platform(const cl_platform_id &platform) : object_(platform) {}
    cl_platform_id operator()() const { return object_; }
    PPCL_CL_GET_INFO(PlatformInfo, "clGetPlatformInfo")

    cl_int getDevices(cl_device_type type, std::vector<Device> *devices) const
    {
        cl_uint count = 0;
        cl_int error = clGetDeviceIDs(object_, type, 0, NULL, &count);
        if (error == CL_DEVICE_NOT_FOUND)
            return error;
        detail::checked(error, "clGetDeviceIDs");
        std::vector<Device> all(count);
        error = clGetDeviceIDs(object_, type, count, (cl_device_id *)&all[0], NULL);
        *devices = all;
        return detail::checked(error, "clGetDeviceIDs");
    }

    static cl_int get(std::vector<Platform> *platforms)
    {
        cl_uint count = 0;
        cl_int error = clGetPlatformIDs(0, NULL, &count);
        detail::checked(error, "clGetPlatformIDs");
        std::vector<Platform> all(count);
        error = clGetPlatformIDs(count, (cl_platform_id *)&all[0], NULL);
        *platforms = all;
        return detail::checked(error, "clGetPlatformIDs");
    }
};

typedef void (*ContextNotification)(const char *, const void *, ::size_t, void *);

class Context {
    cl_context object_;

public:
    Context() : object_(NULL) {}
    explicit Context(const cl_context &context) : object_(context) {}

    Context(const std::vector<Device> &devices, const cl_context_properties *properties = NULL,
            ContextNotification notify = NULL, void *data = NULL, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateContext(properties, (cl_uint)devices.size(),
                                  (const cl_device_id *)&devices[0], notify, data, &error);
        detail::report(error, "clCreateContext", err);
    }

    Context(const Device &device, const cl_context_properties *properties = NULL,
            ContextNotification notify = NULL, void *data = NULL, cl_int *err = NULL)
    {
        cl_int error;
        cl_device_id one = device();
        object_ = clCreateContext(properties, 1, &one, notify, data, &error);
        detail::report(error, "clCreateContext", err);
    }

    Context(cl_device_type type, const cl_context_properties *properties = NULL,
            ContextNotification notify = NULL, void *data = NULL, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateContextFromType(properties, type, notify, data, &error);
        detail::report(error, "clCreateContextFromType", err);
    }

    cl_context operator()() const { return object_; }
    PPCL_CL_GET_INFO(ContextInfo, "clGetContextInfo")

    static Context getDefault(cl_int *err = NULL)
    {
        static Context context(CL_DEVICE_TYPE_DEFAULT, NULL, NULL, NULL, err);
        return context;
    }
};

inline Device Device::getDefault(cl_int *err)
{
    return Context::getDefault(err).getInfo<CL_CONTEXT_DEVICES>()[0];
}

} // namespace cl
#endif
