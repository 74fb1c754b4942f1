/* Launches of kernels, and native kernels (OpenCL 1.2, 5.8). */

static cl_int rt_check_sizes(cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                             const size_t *global, const size_t *local)
{
    const size_t *required = kernel->compiled->required_size;
    size_t items = 1;

    if (dimensions < 1 || dimensions > RT_DIMENSIONS)
        return CL_INVALID_WORK_DIMENSION;
    if (global == NULL)
        return CL_INVALID_GLOBAL_WORK_SIZE;
    if (local == NULL && required[0] != 0)
        return CL_INVALID_WORK_GROUP_SIZE;
    for (cl_uint at = 0; at < dimensions; ++at) {
        if (global[at] == 0)
            return CL_INVALID_GLOBAL_WORK_SIZE;
        if (offset != NULL && offset[at] > SIZE_MAX - global[at])
            return CL_INVALID_GLOBAL_OFFSET;
        if (local == NULL)
            continue;
        if (local[at] == 0)
            return CL_INVALID_WORK_GROUP_SIZE;
        if (local[at] > RT_MOST_WORK_ITEMS)
            return CL_INVALID_WORK_ITEM_SIZE;
        items *= local[at];
        if (items > RT_MOST_WORK_ITEMS || global[at] % local[at] != 0)
            return CL_INVALID_WORK_GROUP_SIZE;
    }
    for (cl_uint at = 0; local != NULL && required[0] != 0 && at < RT_DIMENSIONS; ++at)
        if ((at < dimensions ? local[at] : 1) != required[at])
            return CL_INVALID_WORK_GROUP_SIZE;
    return CL_SUCCESS;
}

static cl_int rt_check_arguments(cl_kernel kernel)
{
    size_t local_bytes = kernel->compiled->local_bytes;

    for (unsigned at = 0; at < kernel->compiled->argument_count; ++at) {
        if (!kernel->arguments[at].set)
            return CL_INVALID_KERNEL_ARGS;
        if (kernel->compiled->arguments[at].kind == PPCL_LOCAL)
            local_bytes += kernel->arguments[at].size;
    }
    return local_bytes <= RT_LOCAL_MEMORY ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

static int rt_fits(const struct ppcl_variant *variant, const struct ppcl_range *range)
{
    for (int at = 0; at < RT_DIMENSIONS; ++at)
        if (variant->local_size[at] != 0 && variant->local_size[at] != range->local_size[at])
            return 0;
    return 1;
}

/* The first variant of a fixed local size that divides the range; NULL for none. */
static const size_t *rt_variant_size(const struct ppcl_kernel *kernel,
                                     const struct ppcl_range *range)
{
    for (unsigned at = 0; at < kernel->variant_count; ++at) {
        const size_t *size = kernel->variants[at].local_size;
        if (size[0] != 0 && size[1] != 0 && size[2] != 0 && range->global_size[0] % size[0] == 0
            && range->global_size[1] % size[1] == 0 && range->global_size[2] % size[2] == 0)
            return size;
    }
    return NULL;
}

/* The largest divisor of `size` up to `most`, of whole vectors if one is not much smaller; where it
   is small, a larger one if there is one. */
static size_t rt_divisor(size_t size, size_t most)
{
    const size_t vector = 16; /* work-items, at most */
    size_t best = most < size ? most : size;

    while (size % best != 0)
        --best;
    for (size_t whole = best / vector * vector; whole > best / 2; whole -= vector)
        if (size % whole == 0)
            return whole;
    if (best >= vector || size <= most)
        return best;
    for (size_t larger = most + 1; larger <= RT_MOST_WORK_ITEMS; ++larger)
        if (size % larger == 0)
            return larger;
    return best;
}

/* A local size where the program leaves it open: wide in dimension 0, for the vector units. */
static void rt_choose_local_size(const struct ppcl_kernel *kernel, struct ppcl_range *range)
{
    const size_t few = 64, many = 256, large = 1 << 16;
    const size_t *compiled = rt_variant_size(kernel, range);
    size_t total = range->global_size[0] * range->global_size[1] * range->global_size[2];
    size_t left = total < large ? few : many;

    if (compiled != NULL) {
        memcpy(range->local_size, compiled, sizeof(range->local_size));
        return;
    }
    range->local_size[0] = rt_divisor(range->global_size[0], left);
    for (int at = 1; at < RT_DIMENSIONS; ++at) {
        left = left / range->local_size[at - 1];
        range->local_size[at] = left > 1 ? rt_divisor(range->global_size[at], left) : 1;
        if (range->local_size[at] > left)
            range->local_size[at] = 1;
    }
}

/* Longer rows where groups have short ones and do not matter, as long as each thread has groups. */
static void rt_lengthen_rows(struct ppcl_range *range)
{
    const size_t enough = 64, least = 16;
    size_t *row = &range->local_size[0];
    size_t total = range->global_size[0] * range->global_size[1] * range->global_size[2];
    size_t column = range->local_size[1] * range->local_size[2];

    for (size_t most = enough; most >= least && *row < most; most /= 2) {
        size_t longer = rt_divisor(range->global_size[0], most);
        if (longer > *row && total / (longer * column) >= 2 * rt_pool.threads)
            *row = longer;
    }
}

/* Square groups where they do not matter, and neighbours use memory that is far apart: what a cache
   line has beside an element is used by the next row's work-items. */
static void rt_make_tiles(struct ppcl_range *range)
{
    const size_t side = 16;
    size_t total = range->global_size[0] * range->global_size[1] * range->global_size[2];
    size_t row = rt_divisor(range->global_size[0], side);
    size_t column = rt_divisor(range->global_size[1], side);

    if (column < side / 2 || total / (row * column) < 2 * rt_pool.threads) {
        rt_lengthen_rows(range);
        return;
    }
    range->local_size[0] = row;
    range->local_size[1] = column;
    range->local_size[2] = 1;
}

static void rt_exchange(size_t sizes[RT_DIMENSIONS], int other)
{
    size_t first = sizes[0];

    sizes[0] = sizes[other];
    sizes[other] = first;
}

static struct ppcl_range rt_range(const struct ppcl_kernel *kernel, cl_uint dimensions,
                                  const size_t *offset, const size_t *global, const size_t *local)
{
    struct ppcl_range range;

    range.work_dim = dimensions;
    for (cl_uint at = 0; at < RT_DIMENSIONS; ++at) {
        range.offset[at] = at < dimensions && offset != NULL ? offset[at] : 0;
        range.global_size[at] = at < dimensions ? global[at] : 1;
        range.local_size[at] = at < dimensions && local != NULL ? local[at] : 1;
    }
    if (kernel->turned) {
        rt_exchange(range.offset, kernel->turned);
        rt_exchange(range.global_size, kernel->turned);
        rt_exchange(range.local_size, kernel->turned);
    }
    if (local == NULL)
        rt_choose_local_size(kernel, &range);
    if (kernel->in_tiles)
        rt_make_tiles(&range);
    else if (kernel->any_size && local != NULL)
        rt_lengthen_rows(&range);
    for (int at = 0; at < RT_DIMENSIONS; ++at)
        range.group_count[at] = range.global_size[at] / range.local_size[at];
    return range;
}

static size_t rt_round_up(size_t size)
{
    return (size + RT_ALIGNMENT - 1) / RT_ALIGNMENT * RT_ALIGNMENT;
}

/* One block for the values of arguments, their addresses and sizes; 0 where there is no memory. */
static int rt_allocate_arguments(cl_event command, cl_kernel kernel)
{
    struct rt_launch *launch = &command->what.launch;
    unsigned count = launch->kernel->argument_count;
    size_t size = 0;

    for (unsigned at = 0; at < count; ++at)
        if (launch->kernel->arguments[at].kind == PPCL_VALUE)
            size += rt_round_up(kernel->arguments[at].size);
    command->memory = rt_allocate(size + count * (sizeof(void *) + sizeof(size_t)));
    if (command->memory == NULL)
        return 0;
    launch->arguments = (void **)((char *)command->memory + size);
    launch->local_bytes = (size_t *)(launch->arguments + count);
    memset(launch->arguments, 0, count * (sizeof(void *) + sizeof(size_t)));
    return 1;
}

/* The arguments as they are now: they may change before the command runs. */
static void rt_copy_arguments(cl_event command, cl_kernel kernel)
{
    struct rt_launch *launch = &command->what.launch;
    char *value = (char *)command->memory;

    for (unsigned at = 0; at < launch->kernel->argument_count; ++at) {
        const struct rt_argument *argument = &kernel->arguments[at];
        switch (launch->kernel->arguments[at].kind) {
        case PPCL_VALUE:
            memcpy(value, argument->is.bytes, argument->size);
            launch->arguments[at] = value;
            value += rt_round_up(argument->size);
            break;
        case PPCL_GLOBAL:
        case PPCL_CONSTANT:
            rt_keep(command, argument->is.memory);
            launch->arguments[at] = argument->is.memory != NULL ? argument->is.memory->data : NULL;
            break;
        case PPCL_IMAGE:
            rt_keep(command, argument->is.memory);
            launch->arguments[at] = &argument->is.memory->image;
            break;
        case PPCL_SAMPLER:
            rt_keep(command, argument->is.sampler);
            launch->arguments[at] = &argument->is.sampler->value;
            break;
        case PPCL_LOCAL:
            launch->local_bytes[at] = argument->size;
            break;
        }
    }
}

static cl_int rt_run_kernel(cl_event command)
{
    return rt_run_launch(&command->what.launch);
}

static ppcl_group_function *rt_choose_variant(const struct ppcl_kernel *kernel,
                                              const struct ppcl_range *range)
{
    unsigned at = 0;

    while (at + 1 < kernel->variant_count && !rt_fits(&kernel->variants[at], range))
        ++at;
    return kernel->variants[at].run;
}

static cl_int rt_enqueue_kernel(cl_command_queue queue, cl_command_type type, cl_kernel kernel,
                                const struct ppcl_range *range, cl_uint count,
                                const cl_event *events, cl_event *event)
{
    cl_event command = rt_new_command(queue, type, kernel->compiled->argument_count + 1);
    struct rt_launch *launch;

    if (command == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    launch = &command->what.launch;
    launch->kernel = kernel->compiled;
    launch->range = *range;
    launch->run = rt_choose_variant(kernel->compiled, range);
    if (!rt_allocate_arguments(command, kernel)) {
        rt_drop(command);
        return CL_OUT_OF_HOST_MEMORY;
    }
    rt_keep(command, kernel);
    rt_copy_arguments(command, kernel);
    command->run = rt_run_kernel;
    return rt_enqueue(command, CL_FALSE, count, events, event);
}

static cl_int rt_check_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                              const cl_event *events)
{
    cl_int error = rt_check_command(queue, count, events);

    if (error != CL_SUCCESS)
        return error;
    if (!rt_is(kernel, RT_KERNEL))
        return CL_INVALID_KERNEL;
    if (kernel->program->context != queue->context)
        return CL_INVALID_CONTEXT;
    return rt_check_arguments(kernel);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint count, const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueNDRangeKernel, (queue, kernel, dimensions, offset, global, local, count,
                                       events, event));
    cl_int error = rt_check_kernel(queue, kernel, count, events);
    struct ppcl_range range;

    if (error == CL_SUCCESS)
        error = rt_check_sizes(kernel, dimensions, offset, global, local);
    if (error != CL_SUCCESS)
        return error;
    range = rt_range(kernel->compiled, dimensions, offset, global, local);
    return rt_enqueue_kernel(queue, CL_COMMAND_NDRANGE_KERNEL, kernel, &range, count, events,
                             event);
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint count,
                     const cl_event *events, cl_event *event)
{
    RT_RECORD(clEnqueueTask, (queue, kernel, count, events, event));
    const size_t one = 1;
    cl_int error = rt_check_kernel(queue, kernel, count, events);
    struct ppcl_range range;

    if (error == CL_SUCCESS)
        error = rt_check_sizes(kernel, 1, NULL, &one, &one);
    if (error != CL_SUCCESS)
        return error;
    range = rt_range(kernel->compiled, 1, NULL, &one, &one);
    return rt_enqueue_kernel(queue, CL_COMMAND_TASK, kernel, &range, count, events, event);
}
