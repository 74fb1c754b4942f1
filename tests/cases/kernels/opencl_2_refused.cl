// Features of OpenCL 2.x that are refused by name, and a kernel that uses none.
// options -cl-std=CL2.0
// not on pocl: no pipes, no device-side enqueue

global int counter = 0;

// kernel lasting
//   store data[4 * l0 + 4 * go0] 4
//   PPC120: not followed: program-scope variables of OpenCL 2.x, 'counter'
//   incomplete
kernel void lasting(global int *data) { data[get_global_id(0)] = counter++; }

void helper(void) { static int calls = 0; calls++; }

// kernel lasting_in_helper
//   store data[0] 4
//   PPC120: not followed: program-scope variables of OpenCL 2.x, 'calls'
//   incomplete
kernel void lasting_in_helper(global int *data) { helper(); data[0] = 1; }

// kernel piped
//   reads packet
//   writes packet
//   store to[4 * l0 + 4 * go0] 4
//   PPC120: not followed: pipes of OpenCL 2.x, 'from'
//   incomplete
kernel void piped(read_only pipe int from, global int *to)
{
    int packet;
    if (read_pipe(from, &packet) == 0)
        to[get_global_id(0)] = packet;
}

// kernel enqueues
//   writes range
//   load range[0] 80
//   PPC120: not followed: device-side enqueue of OpenCL 2.x, 'ndrange_1D'
//   PPC120: not followed: blocks of OpenCL 2.x, '^'
//   PPC101: not followed: block
//   incomplete
kernel void enqueues(global int *data)
{
    ndrange_t range = ndrange_1D(64);
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range,
                   ^{ data[get_global_id(0)] = 1; });
}

// kernel blocks
//   store data[4 * l0 + 4 * go0] 4
//   PPC120: not followed: blocks of OpenCL 2.x, '^'
//   PPC101: not followed: block
//   PPC101: a call through a pointer is not followed
//   incomplete
kernel void blocks(global int *data)
{
    int (^twice)(int) = ^(int x) { return 2 * x; };
    data[get_global_id(0)] = twice(3);
}

// kernel collective
//   load data[4 * l0 + 4 * go0] 4
//   store data[4 * l0 + 4 * go0] 4
//   PPC120: not followed: work-group functions of OpenCL 2.x, 'work_group_reduce_add'
//   incomplete
kernel void collective(global int *data)
{
    data[get_global_id(0)] = work_group_reduce_add(data[get_global_id(0)]);
}

// kernel shared_atomic
//   load data[0] 4
//   store data[0] 4
//   PPC120: not followed: atomics on shared virtual memory of OpenCL 2.x, 'atomic_fetch_add_explicit'
//   incomplete
kernel void shared_atomic(global atomic_int *data)
{
    atomic_fetch_add_explicit(data, 1, memory_order_seq_cst, memory_scope_all_svm_devices);
}

// kernel named_space
//   reads data
//   writes data
//   PPC120: not followed: the generic address space of OpenCL 2.x, 'to_global'
//   incomplete
kernel void named_space(global int *data)
{
    int *any = data;
    *to_global(any) = 1;
}

// kernel uses_none
//   store data[4 * l0 + 4 * go0] 4
kernel void uses_none(global int *data) { data[get_global_id(0)] = 1; }
