/* Members of CommandQueue: transfers of boxes of buffers. */
cl_int enqueueReadBufferRect(const Buffer &buffer, cl_bool blocking, const Box &buffer_offset,
                             const Box &host_offset, const Box &region,
                             ::size_t buffer_row_pitch, ::size_t buffer_slice_pitch,
                             ::size_t host_row_pitch, ::size_t host_slice_pitch, void *host,
                             WaitList events = NULL, Event *event = NULL) const
{
    cl_int error = clEnqueueReadBufferRect(
        object_, buffer(), blocking, detail::sides(buffer_offset), detail::sides(host_offset),
        detail::sides(region), buffer_row_pitch, buffer_slice_pitch, host_row_pitch,
        host_slice_pitch, host, detail::count(events), detail::list(events), (cl_event *)event);
    return detail::checked(error, "clEnqueueReadBufferRect");
}

cl_int enqueueWriteBufferRect(const Buffer &buffer, cl_bool blocking, const Box &buffer_offset,
                              const Box &host_offset, const Box &region,
                              ::size_t buffer_row_pitch, ::size_t buffer_slice_pitch,
                              ::size_t host_row_pitch, ::size_t host_slice_pitch,
                              const void *host, WaitList events = NULL,
                              Event *event = NULL) const
{
    cl_int error = clEnqueueWriteBufferRect(
        object_, buffer(), blocking, detail::sides(buffer_offset), detail::sides(host_offset),
        detail::sides(region), buffer_row_pitch, buffer_slice_pitch, host_row_pitch,
        host_slice_pitch, host, detail::count(events), detail::list(events), (cl_event *)event);
    return detail::checked(error, "clEnqueueWriteBufferRect");
}

cl_int enqueueCopyBufferRect(const Buffer &from, const Buffer &to, const Box &from_offset,
                             const Box &to_offset, const Box &region, ::size_t from_row_pitch,
                             ::size_t from_slice_pitch, ::size_t to_row_pitch,
                             ::size_t to_slice_pitch, WaitList events = NULL,
                             Event *event = NULL) const
{
    cl_int error = clEnqueueCopyBufferRect(
        object_, from(), to(), detail::sides(from_offset), detail::sides(to_offset),
        detail::sides(region), from_row_pitch, from_slice_pitch, to_row_pitch, to_slice_pitch,
        detail::count(events), detail::list(events), (cl_event *)event);
    return detail::checked(error, "clEnqueueCopyBufferRect");
}
