/* Events and buffers. */
#ifndef PPCL_CL_MEMORY_HPP
#define PPCL_CL_MEMORY_HPP

namespace cl {

class Event {
protected:
    cl_event object_;

public:
    PPCL_CL_HANDLE(Event, cl_event)
    explicit Event(const cl_event &event, bool = false) : object_(event) {}
    PPCL_CL_GET_INFO(EventInfo, "clGetEventInfo")
    PPCL_CL_ASK(getProfilingInfo, ProfilingInfo, "clGetEventProfilingInfo")

    cl_int wait() const
    {
        return detail::checked(clWaitForEvents(1, &object_), "clWaitForEvents");
    }

    cl_int setCallback(cl_int type, void (*notify)(cl_event, cl_int, void *), void *data = NULL)
    {
        cl_int error = clSetEventCallback(object_, type, notify, data);
        return detail::checked(error, "clSetEventCallback");
    }

    static cl_int waitForEvents(const std::vector<Event> &events)
    {
        const cl_event *first = (const cl_event *)&events[0];
        return detail::checked(clWaitForEvents((cl_uint)events.size(), first), "clWaitForEvents");
    }
};

class UserEvent : public Event {
public:
    UserEvent() {}
    UserEvent(const Context &context, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateUserEvent(context(), &error);
        detail::report(error, "clCreateUserEvent", err);
    }

    cl_int setStatus(cl_int status)
    {
        return detail::checked(clSetUserEventStatus(object_, status), "clSetUserEventStatus");
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
    PPCL_CL_HANDLE(Memory, cl_mem)
    explicit Memory(const cl_mem &memory, bool = false) : object_(memory) {}
    PPCL_CL_GET_INFO(MemoryInfo, "clGetMemObjectInfo")
};

class Buffer : public Memory {
public:
    Buffer() {}
    explicit Buffer(const cl_mem &memory, bool = false) : Memory(memory) {}
    Buffer &operator=(const cl_mem &memory)
    {
        object_ = memory;
        return *this;
    }

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

    /* Of the elements between two iterators: theirs, or a copy. Numbers are none: to the bindings
       of 1.1, flags and a size are what two ints are. */
    template <typename Iterator, typename = typename std::iterator_traits<Iterator>::value_type>
    Buffer(const Context &context, Iterator begin, Iterator end, bool read_only,
           bool use_host = false, cl_int *err = NULL)
    {
        make(context, begin, end, read_only, use_host, err);
    }

    template <typename Iterator>
    Buffer(const CommandQueue &queue, Iterator begin, Iterator end, bool read_only,
           bool use_host = false, cl_int *err = NULL);

    template <typename Iterator, typename = typename std::iterator_traits<Iterator>::value_type>
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
