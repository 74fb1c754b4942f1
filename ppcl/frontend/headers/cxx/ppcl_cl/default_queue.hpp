/* The queue's functions that name no queue: they are those of the default one. */
#ifndef PPCL_CL_DEFAULT_QUEUE_HPP
#define PPCL_CL_DEFAULT_QUEUE_HPP

namespace cl {

inline cl_int enqueueReadBuffer(const Buffer &buffer, cl_bool blocking, ::size_t offset,
                                ::size_t size, void *host, WaitList events = NULL,
                                Event *event = NULL)
{
    return CommandQueue::getDefault().enqueueReadBuffer(buffer, blocking, offset, size, host,
                                                        events, event);
}

inline cl_int enqueueWriteBuffer(const Buffer &buffer, cl_bool blocking, ::size_t offset,
                                 ::size_t size, const void *host, WaitList events = NULL,
                                 Event *event = NULL)
{
    return CommandQueue::getDefault().enqueueWriteBuffer(buffer, blocking, offset, size, host,
                                                         events, event);
}

inline cl_int enqueueCopyBuffer(const Buffer &from, const Buffer &to, ::size_t from_offset,
                                ::size_t to_offset, ::size_t size, WaitList events = NULL,
                                Event *event = NULL)
{
    return CommandQueue::getDefault().enqueueCopyBuffer(from, to, from_offset, to_offset, size,
                                                        events, event);
}

inline void *enqueueMapBuffer(const Buffer &buffer, cl_bool blocking, cl_map_flags flags,
                              ::size_t offset, ::size_t size, WaitList events = NULL,
                              Event *event = NULL, cl_int *err = NULL)
{
    return CommandQueue::getDefault(err).enqueueMapBuffer(buffer, blocking, flags, offset, size,
                                                          events, event, err);
}

inline cl_int enqueueUnmapMemObject(const Memory &memory, void *mapped, WaitList events = NULL,
                                    Event *event = NULL)
{
    return CommandQueue::getDefault().enqueueUnmapMemObject(memory, mapped, events, event);
}

inline cl_int flush() { return CommandQueue::getDefault().flush(); }

inline cl_int finish() { return CommandQueue::getDefault().finish(); }

} // namespace cl
#endif
