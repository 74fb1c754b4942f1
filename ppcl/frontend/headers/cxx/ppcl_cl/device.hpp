/* Platforms, devices and contexts. */
#ifndef PPCL_CL_DEVICE_HPP
#define PPCL_CL_DEVICE_HPP

namespace cl {

class Device {
    cl_device_id object_;

public:
    PPCL_CL_HANDLE(Device, cl_device_id)
    Device(const cl_device_id &device, bool = false) : object_(device) {}
    PPCL_CL_GET_INFO(DeviceInfo, "clGetDeviceInfo")
    static Device getDefault(cl_int *err = NULL);
    PPCL_CL_SET_DEFAULT(Device)

    cl_int createSubDevices(const cl_device_partition_property *properties,
                            std::vector<Device> *devices)
    {
        cl_uint count = 0;
        cl_int error = clCreateSubDevices(object_, properties, 0, NULL, &count);
        detail::checked(error, "clCreateSubDevices");
        std::vector<Device> all(count);
        error = clCreateSubDevices(object_, properties, count, (cl_device_id *)&all[0], NULL);
        *devices = all;
        return detail::checked(error, "clCreateSubDevices");
    }
};

class Platform {
    cl_platform_id object_;

public:
    PPCL_CL_HANDLE(Platform, cl_platform_id)
    Platform(const cl_platform_id &platform, bool = false) : object_(platform) {}
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

    static cl_int get(Platform *platform)
    {
        std::vector<Platform> all;
        cl_int error = get(&all);
        *platform = all[0];
        return error;
    }

    static Platform get(cl_int *err = NULL)
    {
        Platform found;
        detail::report(get(&found), "clGetPlatformIDs", err);
        return found;
    }

    cl_int unloadCompiler() { return clUnloadPlatformCompiler(object_); }

    static Platform getDefault(cl_int *err = NULL)
    {
        Platform &held = first();
        if (held() == NULL)
            held = get(err);
        return held;
    }
    PPCL_CL_SET_DEFAULT(Platform)
};

namespace detail {
/* A `Platform` to some releases of the bindings, and a handle to others. */
class PlatformOfDevice : public Platform {
public:
    operator cl_platform_id() const { return (*this)(); }
    explicit operator cl_context_properties() const { return (cl_context_properties)(*this)(); }
};
} // namespace detail

struct ImageFormat : public cl_image_format {
    ImageFormat()
    {
        image_channel_order = 0;
        image_channel_data_type = 0;
    }
    ImageFormat(cl_channel_order order, cl_channel_type type)
    {
        image_channel_order = order;
        image_channel_data_type = type;
    }
};

typedef void (*ContextNotification)(const char *, const void *, ::size_t, void *);

class Context {
    cl_context object_;

public:
    PPCL_CL_HANDLE(Context, cl_context)
    explicit Context(const cl_context &context, bool = false) : object_(context) {}

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

    PPCL_CL_GET_INFO(ContextInfo, "clGetContextInfo")

    cl_int getSupportedImageFormats(cl_mem_flags flags, cl_mem_object_type type,
                                    std::vector<ImageFormat> *formats) const
    {
        cl_uint count = 0;
        cl_int error = clGetSupportedImageFormats(object_, flags, type, 0, NULL, &count);
        detail::checked(error, "clGetSupportedImageFormats");
        std::vector<ImageFormat> all(count);
        error = clGetSupportedImageFormats(object_, flags, type, count, &all[0], NULL);
        *formats = all;
        return detail::checked(error, "clGetSupportedImageFormats");
    }

    static Context getDefault(cl_int *err = NULL)
    {
        Context &held = first();
        if (held() == NULL)
            held = Context(CL_DEVICE_TYPE_DEFAULT, NULL, NULL, NULL, err);
        return held;
    }
    PPCL_CL_SET_DEFAULT(Context)
};

inline Device Device::getDefault(cl_int *err)
{
    Device &held = first();
    if (held() == NULL)
        held = Context::getDefault(err).getInfo<CL_CONTEXT_DEVICES>()[0];
    return held;
}

} // namespace cl
#endif
