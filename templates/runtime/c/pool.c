/*
 * Threads that share the work-groups of a launch. Each has a part of them, the same one in each
 * launch of the same size, so that it finds its data in its caches; who is done with his own takes
 * from the others'. The thread that enqueues works too, and waits for nobody that has not begun.
 */

struct rt_share {
    size_t next, end; /* work-groups that are left, by number */
    char unused[RT_ALIGNMENT - 2 * sizeof(size_t)]; /* no two shares in one cache line */
};

struct rt_job {
    const struct rt_launch *launch;
    struct rt_share *shares; /* one a thread */
    size_t chunk;            /* work-groups that are taken at once */
};

static struct {
    pthread_mutex_t launching; /* one launch at a time has all threads */
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    struct rt_job *job;
    uint64_t number; /* of the job: each thread takes part in it once */
    unsigned threads, active;
    struct rt_share *shares;
} rt_pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
             PTHREAD_COND_INITIALIZER, NULL, 0, 0, 0, NULL};

static size_t rt_local_items(const struct ppcl_range *range)
{
    return range->local_size[0] * range->local_size[1] * range->local_size[2];
}

static size_t rt_group_total(const struct ppcl_range *range)
{
    return range->group_count[0] * range->group_count[1] * range->group_count[2];
}

/* What one thread needs to run work-groups. Its memory is exact, so that checkers see each step
   beyond it. */
struct rt_worker {
    void **arguments;
    char *memory;
};

static void rt_end_worker(struct rt_worker *worker, const struct rt_launch *launch)
{
    for (unsigned at = 0; worker->arguments != NULL && at < launch->kernel->argument_count; ++at)
        if (launch->kernel->arguments[at].kind == PPCL_LOCAL)
            free(worker->arguments[at]);
    free(worker->arguments);
    free(worker->memory);
}

/* 0 where there is no memory; rt_end_worker is due in any case. */
static int rt_begin_worker(struct rt_worker *worker, const struct rt_launch *launch)
{
    const struct ppcl_kernel *kernel = launch->kernel;
    size_t size = kernel->group_bytes + kernel->item_bytes * rt_local_items(&launch->range);
    size_t room = (kernel->argument_count + 1) * sizeof(void *);

    worker->memory = (char *)rt_allocate(size);
    worker->arguments = (void **)malloc(room);
    if (worker->arguments == NULL)
        return 0;
    memcpy(worker->arguments, launch->arguments, room - sizeof(void *));
    for (unsigned at = 0; at < kernel->argument_count; ++at)
        if (kernel->arguments[at].kind == PPCL_LOCAL) {
            worker->arguments[at] = rt_allocate(launch->local_bytes[at]);
            if (worker->arguments[at] == NULL)
                return 0;
        }
    return worker->memory != NULL;
}

static void rt_run_groups(const struct rt_launch *launch, const struct rt_worker *worker,
                          size_t first, size_t end)
{
    const struct ppcl_range *range = &launch->range;
    size_t row = first / range->group_count[0];
    size_t group[RT_DIMENSIONS];

    group[0] = first % range->group_count[0];
    group[1] = row % range->group_count[1];
    group[2] = row / range->group_count[1];
    for (; first < end; ++first) {
        launch->run(range, group, worker->arguments, worker->memory);
        if (++group[0] < range->group_count[0])
            continue;
        group[0] = 0;
        if (++group[1] < range->group_count[1])
            continue;
        group[1] = 0;
        ++group[2];
    }
}

/* Runs what is left of all shares, beginning with a thread's own. */
static void rt_work(struct rt_job *job, const struct rt_worker *worker, unsigned thread)
{
    for (unsigned other = 0; other < rt_pool.threads; ++other) {
        struct rt_share *share = &job->shares[(thread + other) % rt_pool.threads];
        for (;;) {
            size_t first = __atomic_fetch_add(&share->next, job->chunk, __ATOMIC_RELAXED);
            if (first >= share->end)
                break;
            size_t end = share->end - first < job->chunk ? share->end : first + job->chunk;
            rt_run_groups(job->launch, worker, first, end);
        }
    }
}

/* A thread that has no memory to work with leaves its share to the others. */
static void rt_help(struct rt_job *job, unsigned thread)
{
    struct rt_worker worker;

    if (rt_begin_worker(&worker, job->launch))
        rt_work(job, &worker, thread);
    rt_end_worker(&worker, job->launch);
}

static void *rt_run_thread(void *number)
{
    unsigned thread = (unsigned)(uintptr_t)number;
    uint64_t last = 0;

    pthread_mutex_lock(&rt_pool.lock);
    for (;;) {
        while (rt_pool.job == NULL || rt_pool.number == last)
            pthread_cond_wait(&rt_pool.begun, &rt_pool.lock);
        struct rt_job *job = rt_pool.job;
        last = rt_pool.number;
        ++rt_pool.active;
        pthread_mutex_unlock(&rt_pool.lock);
        rt_help(job, thread);
        pthread_mutex_lock(&rt_pool.lock);
        if (--rt_pool.active == 0)
            pthread_cond_signal(&rt_pool.ended);
    }
    return NULL;
}

/* Starts the threads, once; fewer where the system gives no more. */
static void rt_start_pool(void)
{
    const size_t stack = 8u << 20; /* for private arrays; some systems give 128 KiB */
    unsigned wanted = rt_thread_count();
    pthread_attr_t attributes;
    pthread_t thread;

    rt_pool.shares = (struct rt_share *)rt_allocate(wanted * sizeof(struct rt_share));
    rt_pool.threads = 1;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    while (rt_pool.shares != NULL && rt_pool.threads < wanted) {
        void *number = (void *)(uintptr_t)rt_pool.threads;
        if (pthread_create(&thread, &attributes, rt_run_thread, number) != 0)
            break;
        ++rt_pool.threads;
    }
    pthread_attr_destroy(&attributes);
}

/* Runs the groups from `first` on with all threads. With `launching`. */
static void rt_share_out(struct rt_job *job, const struct rt_worker *worker, size_t first,
                         size_t total)
{
    size_t count = total - first;

    for (unsigned at = 0; at < rt_pool.threads; ++at) {
        job->shares[at].next = first + count / rt_pool.threads * at;
        job->shares[at].end = at + 1 < rt_pool.threads
                                  ? first + count / rt_pool.threads * (at + 1)
                                  : total;
    }
    pthread_mutex_lock(&rt_pool.lock);
    rt_pool.job = job;
    ++rt_pool.number;
    pthread_cond_broadcast(&rt_pool.begun);
    pthread_mutex_unlock(&rt_pool.lock);
    rt_work(job, worker, 0);
    pthread_mutex_lock(&rt_pool.lock);
    rt_pool.job = NULL;
    while (rt_pool.active > 0)
        pthread_cond_wait(&rt_pool.ended, &rt_pool.lock);
    pthread_mutex_unlock(&rt_pool.lock);
}

/* Runs groups of a launch here until that took a while; how many, and the time of each in ns. */
static size_t rt_try_groups(const struct rt_launch *launch, const struct rt_worker *worker,
                            cl_ulong *each)
{
    const cl_ulong a_while = 5000; /* ns */
    size_t total = rt_group_total(&launch->range), done = 0;
    cl_ulong start = rt_now(), took = 0;

    for (; done < total && took < a_while; ++done) {
        rt_run_groups(launch, worker, done, done + 1);
        took = rt_now() - start;
    }
    *each = took / done + 1;
    return done;
}

/*
 * Runs all groups of a launch. What the first of them take decides whether other threads are woken
 * for the rest, and how many groups are taken at once.
 */
static cl_int rt_run_launch(const struct rt_launch *launch)
{
    const cl_ulong worth_waking = 20000, worth_taking = 10000; /* ns */
    size_t total = rt_group_total(&launch->range), done;
    struct rt_worker worker;
    struct rt_job job;
    cl_ulong each;

    if (!rt_begin_worker(&worker, launch)) {
        rt_end_worker(&worker, launch);
        return CL_OUT_OF_RESOURCES;
    }
    done = rt_try_groups(launch, &worker, &each);
    if (rt_pool.threads < 2 || each * (total - done) < worth_waking) {
        rt_run_groups(launch, &worker, done, total);
    } else {
        pthread_mutex_lock(&rt_pool.launching);
        job.launch = launch;
        job.shares = rt_pool.shares;
        job.chunk = (size_t)(worth_taking / each) + 1;
        if (job.chunk > total / (rt_pool.threads * 4) + 1)
            job.chunk = total / (rt_pool.threads * 4) + 1;
        rt_share_out(&job, &worker, done, total);
        pthread_mutex_unlock(&rt_pool.launching);
    }
    rt_end_worker(&worker, launch);
    return CL_COMPLETE;
}
