/*
 * Callbacks of events, on a thread of their own: the program may hold a lock of its own while it
 * enqueues a command or registers a callback that takes the same lock.
 */

#include <errno.h>
#include <time.h>

typedef void(CL_CALLBACK *rt_event_function)(cl_event event, cl_int status, void *data);

struct rt_event_callback {
    cl_event event; /* held */
    cl_int when;    /* called when the event's status is this or less */
    cl_int status;  /* that it is called with */
    rt_event_function function;
    void *data;
    struct rt_event_callback *next;
};

static struct {
    pthread_cond_t posted;
    struct rt_event_callback *first, **end;
    unsigned unfinished; /* posted, and not returned yet */
    int started;
    pthread_t thread;
} rt_callbacks; /* under rt_lock */

static void *rt_run_callbacks(void *nothing)
{
    pthread_mutex_lock(&rt_lock);
    for (;;) {
        while (rt_callbacks.first == NULL)
            pthread_cond_wait(&rt_callbacks.posted, &rt_lock);
        struct rt_event_callback *callback = rt_callbacks.first;
        rt_callbacks.first = callback->next;
        if (rt_callbacks.first == NULL)
            rt_callbacks.end = &rt_callbacks.first;
        pthread_mutex_unlock(&rt_lock);
        callback->function(callback->event, callback->status, callback->data);
        rt_drop(callback->event);
        free(callback);
        pthread_mutex_lock(&rt_lock);
        --rt_callbacks.unfinished;
        pthread_cond_broadcast(&rt_changed);
    }
    return nothing;
}

/* Starts the thread on first use; with rt_lock. 0 where it cannot. */
static int rt_start_callbacks(void)
{
    if (rt_callbacks.started)
        return 1;
    rt_callbacks.end = &rt_callbacks.first;
    pthread_cond_init(&rt_callbacks.posted, NULL);
    if (pthread_create(&rt_callbacks.thread, NULL, rt_run_callbacks, NULL) != 0)
        return 0;
    pthread_detach(rt_callbacks.thread);
    rt_callbacks.started = 1;
    return 1;
}

/* Posts the callbacks whose time has come; with rt_lock. */
static void rt_post_callbacks(cl_event event)
{
    struct rt_event_callback **at = &event->callbacks;

    while (*at != NULL) {
        struct rt_event_callback *callback = *at;
        if (event->status > callback->when) {
            at = &callback->next;
            continue;
        }
        *at = callback->next;
        callback->next = NULL;
        callback->status = event->status < 0 ? event->status : callback->when;
        *rt_callbacks.end = callback;
        rt_callbacks.end = &callback->next;
        ++rt_callbacks.unfinished;
        pthread_cond_signal(&rt_callbacks.posted);
    }
}

/*
 * A program that has waited for a command often looks at what its callback did, though the standard
 * does not promise that. So a wait is also one for posted callbacks, but never longer than a
 * second: a callback may wait for the very thread that is here. With rt_lock.
 */
static void rt_wait_for_callbacks(void)
{
    struct timespec until;

    if (rt_callbacks.unfinished == 0 || pthread_equal(pthread_self(), rt_callbacks.thread))
        return;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    while (rt_callbacks.unfinished > 0)
        if (pthread_cond_timedwait(&rt_changed, &rt_lock, &until) == ETIMEDOUT)
            return;
}

static cl_int rt_add_callback(cl_event event, cl_int when, rt_event_function function, void *data)
{
    struct rt_event_callback *callback = (struct rt_event_callback *)malloc(sizeof(*callback));
    int started;

    if (callback == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    callback->event = event;
    callback->when = when;
    callback->function = function;
    callback->data = data;
    pthread_mutex_lock(&rt_lock);
    started = rt_start_callbacks();
    if (started) {
        struct rt_event_callback **end = &event->callbacks;
        while (*end != NULL)
            end = &(*end)->next;
        callback->next = NULL;
        *end = callback;
        rt_hold(event);
        rt_post_callbacks(event);
    }
    pthread_mutex_unlock(&rt_lock);
    if (!started)
        free(callback);
    return started ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}
