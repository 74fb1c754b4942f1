/* Programs, kernels and their index spaces. */
#ifndef PPCL_CL_PROGRAM_HPP
#define PPCL_CL_PROGRAM_HPP

namespace cl {

typedef void (*BuildNotification)(cl_program, void *);

namespace detail {
struct BuildInfo {
    cl_program object;
    cl_device_id device;
    cl_uint fact;
    cl_int operator()(::size_t size, void *out, ::size_t *length) const
    {
        return clGetProgramBuildInfo(object, device, fact, size, out, length);
    }
};

struct ArgumentInfo {
    cl_kernel object;
    cl_uint index;
    cl_uint fact;
    cl_int operator()(::size_t size, void *out, ::size_t *length) const
    {
        return clGetKernelArgInfo(object, index, fact, size, out, length);
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

typedef std::vector<std::pair<Device, std::string> > BuildLogType;

/* A build that failed, with the logs of the devices. */
class BuildError : public Error {
    BuildLogType log_;

public:
    BuildError(cl_int err, const char *name, const BuildLogType &log) : Error(err, name), log_(log)
    {
    }
    ~BuildError() throw() {}
    BuildLogType getBuildLog() const { return log_; }
};

class Kernel;

class Program {
    cl_program object_;

public:
#ifdef PPCL_CL_SOURCES_ARE_POINTERS
    typedef std::vector<std::pair<const char *, ::size_t> > Sources;
#else
    typedef std::vector<std::string> Sources;
#endif
#if defined(PPCL_CL_SOURCES_ARE_POINTERS) || __cplusplus < 201103L
    typedef std::vector<std::pair<const void *, ::size_t> > Binaries;
#else
    typedef std::vector<std::vector<unsigned char> > Binaries;
#endif

    PPCL_CL_HANDLE(Program, cl_program)
    explicit Program(const cl_program &program, bool = false) : object_(program) {}
    PPCL_CL_GET_INFO(ProgramInfo, "clGetProgramInfo")

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

    Program(const Context &context, const std::vector<Device> &devices, const Binaries &binaries,
            std::vector<cl_int> *status = NULL, cl_int *err = NULL)
    {
        cl_int error;
        const ::size_t count = devices.size();
        std::vector<const unsigned char *> starts(count);
        std::vector< ::size_t> lengths(count);
        for (::size_t i = 0; i < count; ++i) {
            starts[i] = start(binaries[i]);
            lengths[i] = size(binaries[i]);
        }
        if (status != NULL)
            status->resize(count);
        object_ = clCreateProgramWithBinary(
            context(), (cl_uint)count, (const cl_device_id *)&devices[0], &lengths[0], &starts[0],
            status != NULL && count > 0 ? &(*status)[0] : NULL, &error);
        detail::report(error, "clCreateProgramWithBinary", err);
    }

    cl_int build(const std::vector<Device> &devices, const char *options = NULL,
                 BuildNotification notify = NULL, void *data = NULL) const
    {
        cl_int error = clBuildProgram(object_, (cl_uint)devices.size(),
                                      (const cl_device_id *)&devices[0], options, notify, data);
        return built(error);
    }

    cl_int build(const Device &device, const char *options = NULL,
                 BuildNotification notify = NULL, void *data = NULL) const
    {
        cl_device_id one = device();
        return built(clBuildProgram(object_, 1, &one, options, notify, data));
    }

    cl_int build(const char *options = NULL, BuildNotification notify = NULL,
                 void *data = NULL) const
    {
        return built(clBuildProgram(object_, 0, NULL, options, notify, data));
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

    /* Of each of the devices. */
    template <cl_uint Name>
    std::vector<std::pair<Device, typename detail::Info<Name>::type> >
    getBuildInfo(cl_int *err = NULL) const
    {
        const std::vector<Device> devices = getInfo<CL_PROGRAM_DEVICES>();
        std::vector<std::pair<Device, typename detail::Info<Name>::type> > all;
        for (::size_t i = 0; i < devices.size(); ++i)
            all.push_back(std::make_pair(devices[i], getBuildInfo<Name>(devices[i], err)));
        return all;
    }

    template <typename T> cl_int getBuildInfo(const Device &device, cl_uint name, T *out) const
    {
        detail::BuildInfo get = {object_, device(), name};
        return detail::checked(detail::get_info(get, out), "clGetProgramBuildInfo");
    }

    cl_int createKernels(std::vector<Kernel> *kernels);

private:
#ifdef PPCL_CL_SOURCES_ARE_POINTERS
    static const char *start(const std::pair<const char *, ::size_t> &text) { return text.first; }
    static ::size_t size(const std::pair<const char *, ::size_t> &text) { return text.second; }
#else
    static const char *start(const std::string &text) { return text.c_str(); }
    static ::size_t size(const std::string &text) { return text.length(); }
#endif
#if defined(PPCL_CL_SOURCES_ARE_POINTERS) || __cplusplus < 201103L
    static const unsigned char *start(const std::pair<const void *, ::size_t> &binary)
    {
        return (const unsigned char *)binary.first;
    }
    static ::size_t size(const std::pair<const void *, ::size_t> &binary) { return binary.second; }
#else
    static const unsigned char *start(const std::vector<unsigned char> &binary)
    {
        return binary.data();
    }
    static ::size_t size(const std::vector<unsigned char> &binary) { return binary.size(); }
#endif

    cl_int built(cl_int error) const
    {
        if (PPCL_CL_THROWS && error != CL_SUCCESS)
            throw BuildError(error, "clBuildProgram", getBuildInfo<CL_PROGRAM_BUILD_LOG>());
        return error;
    }

    void make(const Context &context, const std::string &text, bool build, cl_int *err)
    {
        cl_int error;
        const char *start = text.c_str();
        const ::size_t length = text.size();
        object_ = clCreateProgramWithSource(context(), 1, &start, &length, &error);
        detail::checked(error, "clCreateProgramWithSource");
        if (error == CL_SUCCESS && build)
            error = built(clBuildProgram(object_, 0, NULL, PPCL_CL_BUILT_BY, NULL, NULL));
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
    ::size_t size() const { return dimensions_ * sizeof(::size_t); }
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
    PPCL_CL_HANDLE(Kernel, cl_kernel)
    explicit Kernel(const cl_kernel &kernel, bool = false) : object_(kernel) {}
    PPCL_CL_GET_INFO(KernelInfo, "clGetKernelInfo")

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

    cl_int setSVMPointers(const std::vector<void *> &pointers)
    {
        cl_int error = clSetKernelExecInfo(object_, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                           sizeof(void *) * pointers.size(), &pointers[0]);
        return detail::checked(error, "clSetKernelExecInfo");
    }

    cl_int enableFineGrainedSystemSVM(bool enabled)
    {
        const cl_bool asked = enabled ? CL_TRUE : CL_FALSE;
        cl_int error = clSetKernelExecInfo(
            object_, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof asked, &asked);
        return detail::checked(error, "clSetKernelExecInfo");
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
    typename detail::Info<Name>::type getArgInfo(cl_uint index, cl_int *err = NULL) const
    {
        typename detail::Info<Name>::type found;
        detail::ArgumentInfo get = {object_, index, Name};
        detail::report(detail::get_info(get, &found), "clGetKernelArgInfo", err);
        return found;
    }

    template <typename T> cl_int getWorkGroupInfo(const Device &device, cl_uint name, T *out) const
    {
        detail::WorkGroupInfo get = {object_, device(), name};
        return detail::checked(detail::get_info(get, out), "clGetKernelWorkGroupInfo");
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

inline cl_int Program::createKernels(std::vector<Kernel> *kernels)
{
    cl_uint count = 0;
    cl_int error = clCreateKernelsInProgram(object_, 0, NULL, &count);
    detail::checked(error, "clCreateKernelsInProgram");
    std::vector<Kernel> all(count);
    error = clCreateKernelsInProgram(object_, count, (cl_kernel *)&all[0], NULL);
    *kernels = all;
    return detail::checked(error, "clCreateKernelsInProgram");
}

} // namespace cl
#endif
