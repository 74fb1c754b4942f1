/* The end of objects that nobody holds any more. */

static void rt_destroy_memory(cl_mem memory)
{
    struct rt_destructor *destructor = memory->destructors, *next;

    for (; destructor != NULL; destructor = next) { /* the last that was registered comes first */
        next = destructor->next;
        destructor->function(memory, destructor->data);
        free(destructor);
    }
    while (memory->maps != NULL) {
        struct rt_map *map = memory->maps;
        memory->maps = map->next;
        free(map);
    }
    if (memory->owned)
        free(memory->data);
    if (memory->parent != NULL)
        rt_drop(memory->parent);
    rt_drop(memory->context);
}

static void rt_destroy_kernel(cl_kernel kernel)
{
    for (unsigned at = 0; at < kernel->compiled->argument_count; ++at)
        if (kernel->compiled->arguments[at].kind == PPCL_VALUE)
            free(kernel->arguments[at].is.bytes);
    free(kernel->arguments);
    __atomic_sub_fetch(&kernel->program->kernels, 1, __ATOMIC_RELAXED);
    rt_drop(kernel->program);
}

static void rt_destroy_program(cl_program program)
{
    free(program->source);
    free(program->options);
    free(program->log);
    rt_drop(program->context);
}

static void rt_destroy_event(cl_event event)
{
    rt_forget_kept(event);
    if (event->queue != NULL)
        rt_drop(event->queue);
    rt_drop(event->context);
}

static void rt_destroy(struct rt_object *object)
{
    switch (object->kind) {
    case RT_CONTEXT:
        free(((cl_context)object)->properties);
        break;
    case RT_QUEUE:
        rt_drop(((cl_command_queue)object)->context);
        break;
    case RT_MEMORY:
        rt_destroy_memory((cl_mem)object);
        break;
    case RT_SAMPLER:
        rt_drop(((cl_sampler)object)->context);
        break;
    case RT_PROGRAM:
        rt_destroy_program((cl_program)object);
        break;
    case RT_KERNEL:
        rt_destroy_kernel((cl_kernel)object);
        break;
    case RT_EVENT:
        rt_destroy_event((cl_event)object);
        break;
    default: /* the platform and the device stay */
        return;
    }
    object->kind = 0;
    free(object);
}
