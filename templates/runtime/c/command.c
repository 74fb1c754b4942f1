/*
 * Commands: each is its event. A command that waits for nothing runs at once, on the thread that
 * enqueues it, in order and out of order alike. One that waits (for a user event, or for a command
 * that another thread runs now) stays in its queue, and runs on the thread that ends the last of
 * its waits.
 */

static cl_ulong rt_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (cl_ulong)now.tv_sec * 1000000000u + (cl_ulong)now.tv_nsec;
}

static cl_int rt_check_command(cl_command_queue queue, cl_uint count, const cl_event *events)
{
    if (!rt_is(queue, RT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if ((events == NULL) != (count == 0))
        return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint at = 0; at < count; ++at) {
        if (!rt_is(events[at], RT_EVENT))
            return CL_INVALID_EVENT_WAIT_LIST;
        if (events[at]->context != queue->context)
            return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

/* A command that is not in its queue yet; `keeps` is how many objects it will keep. NULL: no memory. */
static cl_event rt_new_command(cl_command_queue queue, cl_command_type type, unsigned keeps)
{
    cl_event command = (cl_event)rt_new(sizeof(*command), RT_EVENT);

    if (command != NULL && keeps > 0) {
        command->kept = (struct rt_object **)calloc(keeps, sizeof(struct rt_object *));
        if (command->kept == NULL) {
            free(command);
            command = NULL;
        }
    }
    if (command == NULL)
        return NULL;
    command->context = queue->context;
    command->queue = queue;
    rt_hold(queue->context);
    rt_hold(queue);
    command->type = type;
    command->status = CL_QUEUED;
    return command;
}

static void rt_keep(cl_event command, void *object)
{
    if (object == NULL)
        return;
    rt_hold(object);
    command->kept[command->kept_count++] = (struct rt_object *)object;
}

/* With rt_lock. */
static int rt_is_ended(const struct _cl_event *event)
{
    return event->status <= CL_COMPLETE;
}

/* Makes `command` wait for `event`; with rt_lock. */
static void rt_wait_for(cl_event command, cl_event event, int explicit_wait)
{
    struct rt_dependent *dependent;

    if (rt_is_ended(event)) {
        command->must_fail |= explicit_wait && event->status < 0;
        return;
    }
    dependent = (struct rt_dependent *)malloc(sizeof(*dependent));
    if (dependent == NULL)
        abort(); /* a command that is half in the queue cannot be taken back */
    dependent->event = command;
    dependent->explicit_wait = explicit_wait;
    dependent->next = event->dependents;
    event->dependents = dependent;
    ++command->waits;
}

/* Puts a command in its queue, with what it waits for there; with rt_lock. */
static void rt_append(cl_event command, cl_uint count)
{
    cl_command_queue queue = command->queue;
    int in_order = (queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
    int barrier = command->type == CL_COMMAND_BARRIER;

    if (in_order && queue->last != NULL)
        rt_wait_for(command, queue->last, 0);
    if (!in_order && queue->barrier != NULL)
        rt_wait_for(command, queue->barrier, 0);
    if (!in_order && count == 0 && (barrier || command->type == CL_COMMAND_MARKER))
        for (cl_event other = queue->first; other != NULL; other = other->next)
            rt_wait_for(command, other, 0);
    if (!in_order && barrier)
        queue->barrier = command;
    command->number = ++queue->enqueued;
    command->previous = queue->last;
    *(queue->last != NULL ? &queue->last->next : &queue->first) = command;
    queue->last = command;
}

/* Takes a command out of its queue; with rt_lock. */
static void rt_remove(cl_event command)
{
    cl_command_queue queue = command->queue;

    *(command->previous != NULL ? &command->previous->next : &queue->first) = command->next;
    *(command->next != NULL ? &command->next->previous : &queue->last) = command->previous;
    if (queue->barrier == command)
        queue->barrier = NULL;
    command->previous = command->next = NULL;
}

/* Ends an event; what waited for it alone is put before `ready`. With rt_lock. */
static cl_event rt_end(cl_event event, cl_int status, cl_event ready)
{
    struct rt_dependent *dependent = event->dependents, *next;

    event->status = status;
    event->dependents = NULL;
    for (; dependent != NULL; dependent = next) {
        cl_event waiting = dependent->event;
        next = dependent->next;
        waiting->must_fail |= dependent->explicit_wait && status < 0;
        if (--waiting->waits == 0) {
            waiting->next_ready = ready;
            ready = waiting;
        }
        free(dependent);
    }
    rt_post_callbacks(event);
    pthread_cond_broadcast(&rt_changed);
    return ready;
}

static void rt_set_status(cl_event command, cl_int status)
{
    pthread_mutex_lock(&rt_lock);
    command->status = status;
    rt_post_callbacks(command);
    pthread_mutex_unlock(&rt_lock);
}

static cl_int rt_execute(cl_event command)
{
    cl_int status = CL_COMPLETE;

    command->submitted = rt_now();
    if (command->must_fail)
        return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    rt_set_status(command, CL_SUBMITTED);
    rt_set_status(command, CL_RUNNING);
    command->started = rt_now();
    if (command->run != NULL)
        status = command->run(command);
    command->ended = rt_now();
    if (command->ended <= command->started) /* no command takes no time */
        command->ended = command->started + 1;
    return status;
}

/* What a command needs to run, and not any more. */
static void rt_forget_kept(cl_event command)
{
    for (unsigned at = 0; at < command->kept_count; ++at)
        rt_drop(command->kept[at]);
    free(command->kept);
    free(command->memory);
    command->kept = NULL;
    command->memory = NULL;
    command->kept_count = 0;
}

/* Runs commands, and those that become ready by that. */
static void rt_run(cl_event ready)
{
    while (ready != NULL) {
        cl_event command = ready;
        cl_int status = rt_execute(command);
        rt_forget_kept(command);
        pthread_mutex_lock(&rt_lock);
        rt_remove(command);
        ready = rt_end(command, status, command->next_ready);
        pthread_mutex_unlock(&rt_lock);
        rt_drop(command);
    }
}

/* Waits for an event; with rt_lock. */
static cl_int rt_await(cl_event event)
{
    while (!rt_is_ended(event))
        pthread_cond_wait(&rt_changed, &rt_lock);
    return event->status;
}

/* Enqueues a command, runs it if nothing is in its way, and gives the program its event. */
static cl_int rt_enqueue(cl_event command, cl_bool blocking, cl_uint count, const cl_event *events,
                         cl_event *event)
{
    cl_int status = CL_COMPLETE;
    int ready;

    rt_hold(command); /* until it has ended */
    command->queued = rt_now();
    pthread_mutex_lock(&rt_lock);
    for (cl_uint at = 0; at < count; ++at)
        rt_wait_for(command, events[at], 1);
    rt_append(command, count);
    ready = command->waits == 0;
    pthread_mutex_unlock(&rt_lock);
    if (ready)
        rt_run(command);
    if (blocking) {
        pthread_mutex_lock(&rt_lock);
        status = rt_await(command);
        rt_wait_for_callbacks();
        pthread_mutex_unlock(&rt_lock);
    }
    if (event != NULL)
        *event = command;
    else
        rt_release(command, RT_EVENT, 0);
    return status < 0 ? status : CL_SUCCESS;
}
