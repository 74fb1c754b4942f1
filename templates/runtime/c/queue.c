/* Command queues, markers and barriers (OpenCL 1.2, 5.1, 5.10, 5.13). */

static cl_command_queue rt_create_queue(cl_context context, cl_device_id device,
                                        cl_command_queue_properties properties, cl_int *error)
{
    const cl_command_queue_properties known =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    static pthread_once_t pool_started = PTHREAD_ONCE_INIT;
    cl_command_queue queue = NULL;
    cl_int code = CL_SUCCESS;

    if (!rt_is(context, RT_CONTEXT))
        code = CL_INVALID_CONTEXT;
    else if (!rt_is(device, RT_DEVICE))
        code = CL_INVALID_DEVICE;
    else if ((properties & ~known) != 0)
        code = CL_INVALID_VALUE;
    else if ((queue = (cl_command_queue)rt_new(sizeof(*queue), RT_QUEUE)) == NULL)
        code = CL_OUT_OF_HOST_MEMORY;
    if (queue != NULL) {
        pthread_once(&pool_started, rt_start_pool);
        queue->context = context;
        rt_hold(context);
        queue->properties = properties;
    }
    rt_set_error(error, code);
    return queue;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *error)
{
    RT_RECORD(clCreateCommandQueue, (context, device, properties, error));
    return rt_create_queue(context, device, properties, error);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *error)
{
    RT_RECORD(clCreateCommandQueueWithProperties, (context, device, properties, error));
    cl_command_queue_properties wanted = 0;

    for (; properties != NULL && properties[0] != 0; properties += 2) {
        if (properties[0] != CL_QUEUE_PROPERTIES) {
            rt_set_error(error, CL_INVALID_VALUE);
            return NULL;
        }
        wanted = (cl_command_queue_properties)properties[1];
    }
    return rt_create_queue(context, device, wanted, error);
}

cl_int clRetainCommandQueue(cl_command_queue queue)
{
    return rt_retain(queue, RT_QUEUE, CL_INVALID_COMMAND_QUEUE);
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    RT_RECORD(clReleaseCommandQueue, (queue));
    return rt_release(queue, RT_QUEUE, CL_INVALID_COMMAND_QUEUE);
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name, size_t room,
                             void *value, size_t *used)
{
    if (!rt_is(queue, RT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    switch (name) {
    case CL_QUEUE_CONTEXT:
        RT_ANSWER(cl_context, queue->context);
    case CL_QUEUE_DEVICE:
        RT_ANSWER(cl_device_id, &rt_device);
    case CL_QUEUE_REFERENCE_COUNT:
        RT_ANSWER(cl_uint, rt_users(queue));
    case CL_QUEUE_PROPERTIES:
        RT_ANSWER(cl_command_queue_properties, queue->properties);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Of OpenCL 1.0: properties that commands were enqueued under cannot change any more. */
cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties properties,
                                 cl_bool enable, cl_command_queue_properties *old)
{
    (void)properties, (void)enable, (void)old;
    return rt_is(queue, RT_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

cl_int clFlush(cl_command_queue queue)
{
    return rt_is(queue, RT_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int clFinish(cl_command_queue queue)
{
    RT_RECORD(clFinish, (queue));
    uint64_t last;

    if (!rt_is(queue, RT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    pthread_mutex_lock(&rt_lock);
    last = queue->enqueued;
    while (queue->first != NULL && queue->first->number <= last)
        pthread_cond_wait(&rt_changed, &rt_lock);
    rt_wait_for_callbacks();
    pthread_mutex_unlock(&rt_lock);
    return CL_SUCCESS;
}

static cl_int rt_enqueue_nothing(cl_command_queue queue, cl_command_type type, cl_uint count,
                                 const cl_event *events, cl_event *event)
{
    cl_int error = rt_check_command(queue, count, events);
    cl_event command;

    if (error != CL_SUCCESS)
        return error;
    command = rt_new_command(queue, type, 0);
    if (command == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    return rt_enqueue(command, CL_FALSE, count, events, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *events,
                                   cl_event *event)
{
    return rt_enqueue_nothing(queue, CL_COMMAND_MARKER, count, events, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *events,
                                    cl_event *event)
{
    return rt_enqueue_nothing(queue, CL_COMMAND_BARRIER, count, events, event);
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event)
{
    if (event == NULL)
        return CL_INVALID_VALUE;
    return rt_enqueue_nothing(queue, CL_COMMAND_MARKER, 0, NULL, event);
}

cl_int clEnqueueBarrier(cl_command_queue queue)
{
    return rt_enqueue_nothing(queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *events)
{
    cl_int error;

    if (count == 0 || events == NULL)
        return CL_INVALID_VALUE;
    error = rt_enqueue_nothing(queue, CL_COMMAND_BARRIER, count, events, NULL);
    return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
}
