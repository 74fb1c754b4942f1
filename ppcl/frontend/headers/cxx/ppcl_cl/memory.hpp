/* Events and buffers. */
#ifndef PPCL_CL_MEMORY_HPP
#define PPCL_CL_MEMORY_HPP

namespace cl {

class Event {
    cl_event object_;

public:
    Event() : object_(NULL) {}
    explicit Event(const cl_event &event) : object_(event) {}
    cl_event operator()() const { return object_; }

    cl_int wait() const
    {
        return detail::checked(clWaitForEvents(1, &object_), "clWaitForEvents");
    }

    template <typename T> cl_int getProfilingInfo(cl_uint name, T *out) const
    {
        cl_int error = clGetEventProfilingInfo(object_, name, sizeof(T), out, NULL);
        return detail::checked(error, "clGetEventProfilingInfo");
    }

    template <cl_uint Name> cl_ulong getProfilingInfo(cl_int *err = NULL) const
    {
        cl_ulong found;
        cl_int error = clGetEventProfilingInfo(object_, Name, sizeof found, &found, NULL);
        detail::report(error, "clGetEventProfilingInfo", err);
        return found;
    }

    static cl_int waitForEvents(const std::vector<Event> &events)
    {
        const cl_event *first = (const cl_event *)&events[0];
        return detail::checked(clWaitForEvents((cl_uint)events.size(), first), "clWaitForEvents");
    }
};

inline cl_int WaitForEvents(const std::vector<Event> &events)
{
    return Event::waitForEvents(events);
}

namespace detail {

/* A wait list as the C API takes it, and where it puts the event of a command. */
inline cl_uint count(const std::vector<Event> *events)
{
    return events == NULL ? 0 : (cl_uint)events->size();
}

inline const cl_event *list(const std::vector<Event> *events)
{
    return events == NULL || events->empty() ? NULL : (const cl_event *)&(*events)[0];
}

} // namespace detail

class Memory {
protected:
    cl_mem object_;

public:
    Memory() : object_(NULL) {}
    explicit Memory(const cl_mem &memory) : object_(memory) {}
    cl_mem operator()() const { return object_; }
};

class Buffer : public Memory {
public:
    Buffer() {}
    explicit Buffer(const cl_mem &memory) : Memory(memory) {}

    Buffer(const Context &context, cl_mem_flags flags, ::size_t size, void *host = NULL,
           cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateBuffer(context(), flags, size, host, &error);
        detail::report(error, "clCreateBuffer", err);
    }

    Buffer(cl_mem_flags flags, ::size_t size, void *host = NULL, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateBuffer(Context::getDefault(err)(), flags, size, host, &error);
        detail::report(error, "clCreateBuffer", err);
    }

    /* Of the elements between two iterators: theirs, or a copy. */
    template <typename Iterator>
    Buffer(const Context &context, Iterator begin, Iterator end, bool read_only,
           bool use_host = false, cl_int *err = NULL)
    {
        make(context, begin, end, read_only, use_host, err);
    }

    template <typename Iterator>
    Buffer(Iterator begin, Iterator end, bool read_only, bool use_host = false, cl_int *err = NULL)
    {
        make(Context::getDefault(err), begin, end, read_only, use_host, err);
    }

    Buffer createSubBuffer(cl_mem_flags flags, cl_buffer_create_type type, const void *region,
                           cl_int *err = NULL) const
    {
        cl_int error;
        Buffer part;
        part.object_ = clCreateSubBuffer(object_, flags, type, region, &error);
        detail::report(error, "clCreateSubBuffer", err);
        return part;
    }

private:
    template <typename Iterator>
    void make(const Context &context, Iterator begin, Iterator end, bool read_only, bool use_host,
              cl_int *err)
    {
        typedef typename std::iterator_traits<Iterator>::value_type Element;
        cl_int error;
        cl_mem_flags flags = read_only ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
        flags |= use_host ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
        ::size_t size = sizeof(Element) * (end - begin);
        object_ = clCreateBuffer(context(), flags, size, (void *)&*begin, &error);
        detail::report(error, "clCreateBuffer", err);
    }
};

} // namespace cl
#endif
