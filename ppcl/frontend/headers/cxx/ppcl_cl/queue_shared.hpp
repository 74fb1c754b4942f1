/* Members of CommandQueue: commands on shared virtual memory. */
template <typename T>
cl_int enqueueMapSVM(T *shared, cl_bool blocking, cl_map_flags flags, ::size_t size,
                     WaitList events = NULL, Event *event = NULL) const
{
    cl_int error = clEnqueueSVMMap(object_, blocking, flags, (void *)shared, size,
                                   detail::count(events), detail::list(events),
                                   (cl_event *)event);
    return detail::checked(error, "clEnqueueSVMMap");
}

template <typename T>
cl_int enqueueUnmapSVM(T *shared, WaitList events = NULL, Event *event = NULL) const
{
    cl_int error = clEnqueueSVMUnmap(object_, (void *)shared, detail::count(events),
                                     detail::list(events), (cl_event *)event);
    return detail::checked(error, "clEnqueueSVMUnmap");
}

template <typename T>
cl_int enqueueMemcpySVM(T *to, const T *from, cl_bool blocking, ::size_t size,
                        WaitList events = NULL, Event *event = NULL) const
{
    cl_int error = clEnqueueSVMMemcpy(object_, blocking, (void *)to, (const void *)from, size,
                                      detail::count(events), detail::list(events),
                                      (cl_event *)event);
    return detail::checked(error, "clEnqueueSVMMemcpy");
}

template <typename T, typename Pattern>
cl_int enqueueMemFillSVM(T *shared, Pattern pattern, ::size_t size, WaitList events = NULL,
                         Event *event = NULL) const
{
    cl_int error = clEnqueueSVMMemFill(object_, (void *)shared, &pattern, sizeof(Pattern), size,
                                       detail::count(events), detail::list(events),
                                       (cl_event *)event);
    return detail::checked(error, "clEnqueueSVMMemFill");
}
