/* Events (OpenCL 1.2, 5.9, 5.10, 5.12). */

cl_event clCreateUserEvent(cl_context context, cl_int *error)
{
    cl_event event = NULL;

    RT_RECORD(clCreateUserEvent, (context, error));
    if (!rt_is(context, RT_CONTEXT)) {
        rt_set_error(error, CL_INVALID_CONTEXT);
        return NULL;
    }
    event = (cl_event)rt_new(sizeof(*event), RT_EVENT);
    if (event != NULL) {
        event->context = context;
        rt_hold(context);
        event->type = CL_COMMAND_USER;
        event->status = CL_SUBMITTED;
    }
    rt_set_error(error, event != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
    return event;
}

cl_int clSetUserEventStatus(cl_event event, cl_int status)
{
    cl_event ready = NULL;
    int ended;

    RT_RECORD(clSetUserEventStatus, (event, status));
    if (!rt_is(event, RT_EVENT) || event->type != CL_COMMAND_USER)
        return CL_INVALID_EVENT;
    if (status > CL_COMPLETE)
        return CL_INVALID_VALUE;
    pthread_mutex_lock(&rt_lock);
    ended = rt_is_ended(event);
    if (!ended)
        ready = rt_end(event, status, NULL);
    pthread_mutex_unlock(&rt_lock);
    rt_run(ready);
    return ended ? CL_INVALID_OPERATION : CL_SUCCESS;
}

cl_int clWaitForEvents(cl_uint count, const cl_event *events)
{
    RT_RECORD(clWaitForEvents, (count, events));
    cl_int result = CL_SUCCESS;

    if (count == 0 || events == NULL)
        return CL_INVALID_VALUE;
    for (cl_uint at = 0; at < count; ++at) {
        if (!rt_is(events[at], RT_EVENT))
            return CL_INVALID_EVENT;
        if (events[at]->context != events[0]->context)
            return CL_INVALID_CONTEXT;
    }
    pthread_mutex_lock(&rt_lock);
    for (cl_uint at = 0; at < count; ++at)
        if (rt_await(events[at]) < 0)
            result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    rt_wait_for_callbacks();
    pthread_mutex_unlock(&rt_lock);
    return result;
}

cl_int clRetainEvent(cl_event event)
{
    return rt_retain(event, RT_EVENT, CL_INVALID_EVENT);
}

cl_int clReleaseEvent(cl_event event)
{
    return rt_release(event, RT_EVENT, CL_INVALID_EVENT);
}

static cl_int rt_status(cl_event event)
{
    cl_int status;

    pthread_mutex_lock(&rt_lock);
    status = event->status;
    pthread_mutex_unlock(&rt_lock);
    return status;
}

cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t room, void *value, size_t *used)
{
    RT_RECORD(clGetEventInfo, (event, name, room, value, used));
    if (!rt_is(event, RT_EVENT))
        return CL_INVALID_EVENT;
    switch (name) {
    case CL_EVENT_COMMAND_QUEUE:
        RT_ANSWER(cl_command_queue, event->queue);
    case CL_EVENT_CONTEXT:
        RT_ANSWER(cl_context, event->context);
    case CL_EVENT_COMMAND_TYPE:
        RT_ANSWER(cl_command_type, event->type);
    case CL_EVENT_REFERENCE_COUNT:
        RT_ANSWER(cl_uint, rt_users(event));
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        RT_ANSWER(cl_int, rt_status(event));
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t room, void *value,
                               size_t *used)
{
    RT_RECORD(clGetEventProfilingInfo, (event, name, room, value, used));
    if (!rt_is(event, RT_EVENT))
        return CL_INVALID_EVENT;
    if (event->queue == NULL || (event->queue->properties & CL_QUEUE_PROFILING_ENABLE) == 0
        || rt_status(event) != CL_COMPLETE)
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    switch (name) {
    case CL_PROFILING_COMMAND_QUEUED:
        RT_ANSWER(cl_ulong, event->queued);
    case CL_PROFILING_COMMAND_SUBMIT:
        RT_ANSWER(cl_ulong, event->submitted);
    case CL_PROFILING_COMMAND_START:
        RT_ANSWER(cl_ulong, event->started);
    case CL_PROFILING_COMMAND_END:
        RT_ANSWER(cl_ulong, event->ended);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetEventCallback(cl_event event, cl_int when, rt_event_function function, void *data)
{
    RT_RECORD(clSetEventCallback, (event, when, function, data));
    if (!rt_is(event, RT_EVENT))
        return CL_INVALID_EVENT;
    if (function == NULL || (when != CL_COMPLETE && when != CL_RUNNING && when != CL_SUBMITTED))
        return CL_INVALID_VALUE;
    return rt_add_callback(event, when, function, data);
}
