/* Members of CommandQueue: commands on images, and on memory objects of OpenGL. */
cl_int enqueueReadImage(const Image &image, cl_bool blocking, const Box &origin,
                        const Box &region, ::size_t row_pitch, ::size_t slice_pitch, void *host,
                        WaitList events = NULL, Event *event = NULL) const
{
    cl_int error = clEnqueueReadImage(object_, image(), blocking, detail::sides(origin),
                                      detail::sides(region), row_pitch, slice_pitch, host,
                                      detail::count(events), detail::list(events),
                                      (cl_event *)event);
    return detail::checked(error, "clEnqueueReadImage");
}

cl_int enqueueWriteImage(const Image &image, cl_bool blocking, const Box &origin,
                         const Box &region, ::size_t row_pitch, ::size_t slice_pitch,
                         const void *host, WaitList events = NULL, Event *event = NULL) const
{
    cl_int error = clEnqueueWriteImage(object_, image(), blocking, detail::sides(origin),
                                       detail::sides(region), row_pitch, slice_pitch, host,
                                       detail::count(events), detail::list(events),
                                       (cl_event *)event);
    return detail::checked(error, "clEnqueueWriteImage");
}

cl_int enqueueCopyImage(const Image &from, const Image &to, const Box &from_origin,
                        const Box &to_origin, const Box &region, WaitList events = NULL,
                        Event *event = NULL) const
{
    cl_int error = clEnqueueCopyImage(object_, from(), to(), detail::sides(from_origin),
                                      detail::sides(to_origin), detail::sides(region),
                                      detail::count(events), detail::list(events),
                                      (cl_event *)event);
    return detail::checked(error, "clEnqueueCopyImage");
}

template <class Color>
cl_int enqueueFillImage(const Image &image, Color color, const Box &origin, const Box &region,
                        WaitList events = NULL, Event *event = NULL) const
{
    cl_int error = clEnqueueFillImage(object_, image(), &color, detail::sides(origin),
                                      detail::sides(region), detail::count(events),
                                      detail::list(events), (cl_event *)event);
    return detail::checked(error, "clEnqueueFillImage");
}

cl_int enqueueCopyImageToBuffer(const Image &from, const Buffer &to, const Box &origin,
                                const Box &region, ::size_t offset, WaitList events = NULL,
                                Event *event = NULL) const
{
    cl_int error = clEnqueueCopyImageToBuffer(object_, from(), to(), detail::sides(origin),
                                              detail::sides(region), offset,
                                              detail::count(events), detail::list(events),
                                              (cl_event *)event);
    return detail::checked(error, "clEnqueueCopyImageToBuffer");
}

cl_int enqueueCopyBufferToImage(const Buffer &from, const Image &to, ::size_t offset,
                                const Box &origin, const Box &region, WaitList events = NULL,
                                Event *event = NULL) const
{
    cl_int error = clEnqueueCopyBufferToImage(object_, from(), to(), offset,
                                              detail::sides(origin), detail::sides(region),
                                              detail::count(events), detail::list(events),
                                              (cl_event *)event);
    return detail::checked(error, "clEnqueueCopyBufferToImage");
}

void *enqueueMapImage(const Image &image, cl_bool blocking, cl_map_flags flags,
                      const Box &origin, const Box &region, ::size_t *row_pitch,
                      ::size_t *slice_pitch, WaitList events = NULL, Event *event = NULL,
                      cl_int *err = NULL) const
{
    cl_int error;
    void *mapped = clEnqueueMapImage(object_, image(), blocking, flags, detail::sides(origin),
                                     detail::sides(region), row_pitch, slice_pitch,
                                     detail::count(events), detail::list(events),
                                     (cl_event *)event, &error);
    detail::report(error, "clEnqueueMapImage", err);
    return mapped;
}

cl_int enqueueAcquireGLObjects(const std::vector<Memory> *objects = NULL, WaitList events = NULL,
                               Event *event = NULL) const
{
    cl_int error = clEnqueueAcquireGLObjects(
        object_, objects != NULL ? (cl_uint)objects->size() : 0,
        objects != NULL ? (const cl_mem *)&(*objects)[0] : NULL, detail::count(events),
        detail::list(events), (cl_event *)event);
    return detail::checked(error, "clEnqueueAcquireGLObjects");
}

cl_int enqueueReleaseGLObjects(const std::vector<Memory> *objects = NULL, WaitList events = NULL,
                               Event *event = NULL) const
{
    cl_int error = clEnqueueReleaseGLObjects(
        object_, objects != NULL ? (cl_uint)objects->size() : 0,
        objects != NULL ? (const cl_mem *)&(*objects)[0] : NULL, detail::count(events),
        detail::list(events), (cl_event *)event);
    return detail::checked(error, "clEnqueueReleaseGLObjects");
}
