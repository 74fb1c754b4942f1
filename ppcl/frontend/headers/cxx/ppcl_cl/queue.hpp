/* Command queues. */
#ifndef PPCL_CL_QUEUE_HPP
#define PPCL_CL_QUEUE_HPP

namespace cl {

typedef const std::vector<Event> *WaitList;

#if __cplusplus >= 201103L
/* X11's headers make a macro of this name. */
#pragma push_macro("None")
#undef None
enum class QueueProperties : cl_command_queue_properties {
    None = 0,
    Profiling = CL_QUEUE_PROFILING_ENABLE,
    OutOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
};
#pragma pop_macro("None")

inline QueueProperties operator|(QueueProperties left, QueueProperties right)
{
    return (QueueProperties)((cl_command_queue_properties)left |
                             (cl_command_queue_properties)right);
}
#endif

class CommandQueue {
    cl_command_queue object_;

public:
    PPCL_CL_HANDLE(CommandQueue, cl_command_queue)
    explicit CommandQueue(const cl_command_queue &queue, bool = false) : object_(queue) {}
    PPCL_CL_GET_INFO(QueueInfo, "clGetCommandQueueInfo")

    CommandQueue(const Context &context, const Device &device,
                 cl_command_queue_properties properties = 0, cl_int *err = NULL)
    {
        make(context, device, properties, err);
    }

    explicit CommandQueue(const Context &context, cl_command_queue_properties properties = 0,
                          cl_int *err = NULL)
    {
        make(context, context.getInfo<CL_CONTEXT_DEVICES>()[0], properties, err);
    }

#if __cplusplus >= 201103L
    CommandQueue(const Context &context, const Device &device, QueueProperties properties,
                 cl_int *err = NULL)
    {
        make(context, device, (cl_command_queue_properties)properties, err);
    }

    explicit CommandQueue(const Context &context, QueueProperties properties, cl_int *err = NULL)
    {
        make(context, context.getInfo<CL_CONTEXT_DEVICES>()[0],
             (cl_command_queue_properties)properties, err);
    }
#endif

    explicit CommandQueue(cl_command_queue_properties properties, cl_int *err = NULL)
    {
        make(Context::getDefault(err), Device::getDefault(err), properties, err);
    }

    static CommandQueue getDefault(cl_int *err = NULL)
    {
        CommandQueue &held = first();
        if (held() == NULL)
            held = CommandQueue(Context::getDefault(err), 0, err);
        return held;
    }
    PPCL_CL_SET_DEFAULT(CommandQueue)

    cl_int enqueueReadBuffer(const Buffer &buffer, cl_bool blocking, ::size_t offset, ::size_t size,
                             void *host, WaitList events = NULL, Event *event = NULL) const
    {
        cl_int error = clEnqueueReadBuffer(object_, buffer(), blocking, offset, size, host,
                                           detail::count(events), detail::list(events),
                                           (cl_event *)event);
        return detail::checked(error, "clEnqueueReadBuffer");
    }

    cl_int enqueueWriteBuffer(const Buffer &buffer, cl_bool blocking, ::size_t offset,
                              ::size_t size, const void *host, WaitList events = NULL,
                              Event *event = NULL) const
    {
        cl_int error = clEnqueueWriteBuffer(object_, buffer(), blocking, offset, size, host,
                                            detail::count(events), detail::list(events),
                                            (cl_event *)event);
        return detail::checked(error, "clEnqueueWriteBuffer");
    }

    cl_int enqueueCopyBuffer(const Buffer &from, const Buffer &to, ::size_t from_offset,
                             ::size_t to_offset, ::size_t size, WaitList events = NULL,
                             Event *event = NULL) const
    {
        cl_int error = clEnqueueCopyBuffer(object_, from(), to(), from_offset, to_offset, size,
                                           detail::count(events), detail::list(events),
                                           (cl_event *)event);
        return detail::checked(error, "clEnqueueCopyBuffer");
    }

    template <typename T>
    cl_int enqueueFillBuffer(const Buffer &buffer, T pattern, ::size_t offset, ::size_t size,
                             WaitList events = NULL, Event *event = NULL) const
    {
        cl_int error = clEnqueueFillBuffer(object_, buffer(), &pattern, sizeof(T), offset, size,
                                           detail::count(events), detail::list(events),
                                           (cl_event *)event);
        return detail::checked(error, "clEnqueueFillBuffer");
    }

    void *enqueueMapBuffer(const Buffer &buffer, cl_bool blocking, cl_map_flags flags,
                           ::size_t offset, ::size_t size, WaitList events = NULL,
                           Event *event = NULL, cl_int *err = NULL) const
    {
        cl_int error;
        void *mapped = clEnqueueMapBuffer(object_, buffer(), blocking, flags, offset, size,
                                          detail::count(events), detail::list(events),
                                          (cl_event *)event, &error);
        detail::report(error, "clEnqueueMapBuffer", err);
        return mapped;
    }

    cl_int enqueueUnmapMemObject(const Memory &memory, void *mapped, WaitList events = NULL,
                                 Event *event = NULL) const
    {
        cl_int error = clEnqueueUnmapMemObject(object_, memory(), mapped, detail::count(events),
                                               detail::list(events), (cl_event *)event);
        return detail::checked(error, "clEnqueueUnmapMemObject");
    }

    cl_int enqueueNDRangeKernel(const Kernel &kernel, const NDRange &offset, const NDRange &global,
                                const NDRange &local = NullRange, WaitList events = NULL,
                                Event *event = NULL) const
    {
        cl_int error = clEnqueueNDRangeKernel(
            object_, kernel(), (cl_uint)global.dimensions(),
            offset.dimensions() != 0 ? (const ::size_t *)offset : NULL, (const ::size_t *)global,
            local.dimensions() != 0 ? (const ::size_t *)local : NULL, detail::count(events),
            detail::list(events), (cl_event *)event);
        return detail::checked(error, "clEnqueueNDRangeKernel");
    }

    cl_int enqueueTask(const Kernel &kernel, WaitList events = NULL, Event *event = NULL) const
    {
        cl_int error = clEnqueueTask(object_, kernel(), detail::count(events),
                                     detail::list(events), (cl_event *)event);
        return detail::checked(error, "clEnqueueTask");
    }

    cl_int enqueueMarkerWithWaitList(WaitList events = NULL, Event *event = NULL) const
    {
        cl_int error = clEnqueueMarkerWithWaitList(object_, detail::count(events),
                                                   detail::list(events), (cl_event *)event);
        return detail::checked(error, "clEnqueueMarkerWithWaitList");
    }

    cl_int enqueueBarrierWithWaitList(WaitList events = NULL, Event *event = NULL) const
    {
        cl_int error = clEnqueueBarrierWithWaitList(object_, detail::count(events),
                                                    detail::list(events), (cl_event *)event);
        return detail::checked(error, "clEnqueueBarrierWithWaitList");
    }

    cl_int enqueueMigrateMemObjects(const std::vector<Memory> &memories,
                                    cl_mem_migration_flags flags, WaitList events = NULL,
                                    Event *event = NULL) const
    {
        cl_int error = clEnqueueMigrateMemObjects(
            object_, (cl_uint)memories.size(), (const cl_mem *)&memories[0], flags,
            detail::count(events), detail::list(events), (cl_event *)event);
        return detail::checked(error, "clEnqueueMigrateMemObjects");
    }

    cl_int enqueueWaitForEvents(const std::vector<Event> &events) const
    {
        cl_int error = clEnqueueWaitForEvents(object_, detail::count(&events),
                                              detail::list(&events));
        return detail::checked(error, "clEnqueueWaitForEvents");
    }

    cl_int enqueueMarker(Event *event = NULL) const
    {
        return detail::checked(clEnqueueMarker(object_, (cl_event *)event), "clEnqueueMarker");
    }

    cl_int enqueueBarrier() const
    {
        return detail::checked(clEnqueueBarrier(object_), "clEnqueueBarrier");
    }

#include "queue_boxes.hpp"
#include "queue_images.hpp"
#include "queue_shared.hpp"

    cl_int flush() const { return detail::checked(clFlush(object_), "clFlush"); }
    cl_int finish() const { return detail::checked(clFinish(object_), "clFinish"); }

private:
    void make(const Context &context, const Device &device, cl_command_queue_properties properties,
              cl_int *err)
    {
        cl_int error;
        object_ = clCreateCommandQueue(context(), device(), properties, &error);
        detail::report(error, "clCreateCommandQueue", err);
    }
};

template <typename Iterator>
inline Buffer::Buffer(const CommandQueue &queue, Iterator begin, Iterator end, bool read_only,
                      bool use_host, cl_int *err)
{
    make(queue.getInfo<CL_QUEUE_CONTEXT>(), begin, end, read_only, use_host, err);
}

} // namespace cl
#endif
