/* Programs, kernels and their index spaces. */
#ifndef PPCL_CL_PROGRAM_HPP
#define PPCL_CL_PROGRAM_HPP

namespace cl {

typedef void (*BuildNotification)(cl_program, void *);

namespace detail {
PPCL_CL_INFO(CL_PROGRAM_BUILD_STATUS, cl_build_status)
PPCL_CL_INFO(CL_PROGRAM_BUILD_OPTIONS, std::string)
PPCL_CL_INFO(CL_PROGRAM_BUILD_LOG, std::string)
PPCL_CL_INFO(CL_KERNEL_WORK_GROUP_SIZE, ::size_t)
PPCL_CL_INFO(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, ::size_t)
PPCL_CL_INFO(CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong)
PPCL_CL_INFO(CL_KERNEL_PRIVATE_MEM_SIZE, cl_ulong)

struct BuildInfo {
    cl_program object;
    cl_device_id device;
    cl_uint fact;
    cl_int operator()(::size_t size, void *out, ::size_t *length) const
    {
        return clGetProgramBuildInfo(object, device, fact, size, out, length);
    }
};

struct WorkGroupInfo {
    cl_kernel object;
    cl_device_id device;
    cl_uint fact;
    cl_int operator()(::size_t size, void *out, ::size_t *length) const
    {
        return clGetKernelWorkGroupInfo(object, device, fact, size, out, length);
    }
};
} // namespace detail

class Program {
    cl_program object_;

public:
#ifdef PPCL_CL_SOURCES_ARE_POINTERS
    typedef std::vector<std::pair<const char *, ::size_t> > Sources;
#else
    typedef std::vector<std::string> Sources;
#endif

    Program() : object_(NULL) {}
    explicit Program(const cl_program &program) : object_(program) {}

    Program(const std::string &text, bool build = false, cl_int *err = NULL)
    {
        make(Context::getDefault(err), text, build, err);
    }

    Program(const Context &context, const std::string &text, bool build = false,
            cl_int *err = NULL)
    {
        make(context, text, build, err);
    }

    Program(const Context &context, const Sources &sources, cl_int *err = NULL)
    {
        cl_int error;
        const ::size_t count = sources.size();
        if (count == 1) {
            const char *text = start(sources[0]);
            const ::size_t length = size(sources[0]);
            object_ = clCreateProgramWithSource(context(), 1, &text, &length, &error);
        } else {
            std::vector<const char *> texts(count);
            std::vector< ::size_t> lengths(count);
            for (::size_t i = 0; i < count; ++i) {
                texts[i] = start(sources[i]);
                lengths[i] = size(sources[i]);
            }
            object_ = clCreateProgramWithSource(context(), (cl_uint)count, &texts[0], &lengths[0],
                                                &error);
        }
        detail::report(error, "clCreateProgramWithSource", err);
    }

    cl_program operator()() const { return object_; }

    cl_int build(const std::vector<Device> &devices, const char *options = NULL,
                 BuildNotification notify = NULL, void *data = NULL) const
    {
        cl_int error = clBuildProgram(object_, (cl_uint)devices.size(),
                                      (const cl_device_id *)&devices[0], options, notify, data);
        return detail::checked(error, "clBuildProgram");
    }

    cl_int build(const char *options = NULL, BuildNotification notify = NULL,
                 void *data = NULL) const
    {
        cl_int error = clBuildProgram(object_, 0, NULL, options, notify, data);
        return detail::checked(error, "clBuildProgram");
    }

    cl_int build(const std::vector<Device> &devices, const std::string &options) const
    {
        return build(devices, options.c_str());
    }

    cl_int build(const std::string &options) const { return build(options.c_str()); }

    template <cl_uint Name>
    typename detail::Info<Name>::type getBuildInfo(const Device &device, cl_int *err = NULL) const
    {
        typename detail::Info<Name>::type found;
        detail::BuildInfo get = {object_, device(), Name};
        detail::report(detail::get_info(get, &found), "clGetProgramBuildInfo", err);
        return found;
    }

    template <typename T> cl_int getBuildInfo(const Device &device, cl_uint name, T *out) const
    {
        detail::BuildInfo get = {object_, device(), name};
        return detail::checked(detail::get_info(get, out), "clGetProgramBuildInfo");
    }

private:
#ifdef PPCL_CL_SOURCES_ARE_POINTERS
    static const char *start(const std::pair<const char *, ::size_t> &text) { return text.first; }
    static ::size_t size(const std::pair<const char *, ::size_t> &text) { return text.second; }
#else
    static const char *start(const std::string &text) { return text.c_str(); }
    static ::size_t size(const std::string &text) { return text.length(); }
#endif

    void make(const Context &context, const std::string &text, bool build, cl_int *err)
    {
        cl_int error;
        const char *start = text.c_str();
        const ::size_t length = text.size();
        object_ = clCreateProgramWithSource(context(), 1, &start, &length, &error);
        detail::checked(error, "clCreateProgramWithSource");
        if (error == CL_SUCCESS && build)
            error = detail::checked(clBuildProgram(object_, 0, NULL, PPCL_CL_BUILT_BY, NULL, NULL),
                                    "clBuildProgram");
        if (err != NULL)
            *err = error;
    }
};

/* An index space; none has no dimensions. */
class NDRange {
    ::size_t sizes_[3];
    cl_uint dimensions_;

public:
    NDRange() : dimensions_(0) {}
    NDRange(::size_t x) : dimensions_(1) { sizes_[0] = x; }
    NDRange(::size_t x, ::size_t y) : dimensions_(2)
    {
        sizes_[0] = x;
        sizes_[1] = y;
    }
    NDRange(::size_t x, ::size_t y, ::size_t z) : dimensions_(3)
    {
        sizes_[0] = x;
        sizes_[1] = y;
        sizes_[2] = z;
    }
    operator const ::size_t *() const { return sizes_; }
    const ::size_t *get() const { return sizes_; }
    ::size_t dimensions() const { return dimensions_; }
};

static const NDRange NullRange;

struct LocalSpaceArg {
    ::size_t size_;
};

inline LocalSpaceArg Local(::size_t size)
{
    LocalSpaceArg memory = {size};
    return memory;
}

class Kernel {
    cl_kernel object_;

public:
    Kernel() : object_(NULL) {}
    explicit Kernel(const cl_kernel &kernel) : object_(kernel) {}

    Kernel(const Program &program, const char *name, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateKernel(program(), name, &error);
        detail::report(error, "clCreateKernel", err);
    }

    Kernel(const Program &program, const std::string &name, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateKernel(program(), name.c_str(), &error);
        detail::report(error, "clCreateKernel", err);
    }

    cl_kernel operator()() const { return object_; }

    template <typename T> cl_int setArg(cl_uint index, const T &value)
    {
        cl_int error = clSetKernelArg(object_, index, sizeof(T), &value);
        return detail::checked(error, "clSetKernelArg");
    }

    template <typename T> cl_int setArg(cl_uint index, T *const &shared)
    {
        cl_int error = clSetKernelArgSVMPointer(object_, index, shared);
        return detail::checked(error, "clSetKernelArgSVMPointer");
    }

    cl_int setArg(cl_uint index, const LocalSpaceArg &memory)
    {
        cl_int error = clSetKernelArg(object_, index, memory.size_, NULL);
        return detail::checked(error, "clSetKernelArg");
    }

    cl_int setArg(cl_uint index, ::size_t size, const void *value)
    {
        cl_int error = clSetKernelArg(object_, index, size, value);
        return detail::checked(error, "clSetKernelArg");
    }

    template <cl_uint Name>
    typename detail::Info<Name>::type getWorkGroupInfo(const Device &device,
                                                       cl_int *err = NULL) const
    {
        typename detail::Info<Name>::type found;
        detail::WorkGroupInfo get = {object_, device(), Name};
        detail::report(detail::get_info(get, &found), "clGetKernelWorkGroupInfo", err);
        return found;
    }
};

} // namespace cl
#endif
