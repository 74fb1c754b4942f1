/* What OpenCL C 2.0 and 3.0 add (sections of 2.0), for ppcl's parser. */

/* features (3.0, 6.2.1), by which clang's own table goes: all of them */
#define __opencl_c_3d_image_writes 1
#define __opencl_c_atomic_order_acq_rel 1
#define __opencl_c_atomic_order_seq_cst 1
#define __opencl_c_atomic_scope_all_devices 1
#define __opencl_c_atomic_scope_device 1
#define __opencl_c_device_enqueue 1
#define __opencl_c_fp64 1
#define __opencl_c_generic_address_space 1
#define __opencl_c_images 1
#define __opencl_c_pipes 1
#define __opencl_c_program_scope_global_variables 1
#define __opencl_c_read_write_images 1
#define __opencl_c_subgroups 1
#define __opencl_c_work_group_collective_functions 1
#define __opencl_subgroup_builtins 1

/* atomics (6.13.11) */
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_FLAG_INIT 0
typedef enum memory_order {
    memory_order_relaxed = __ATOMIC_RELAXED,
    memory_order_acquire = __ATOMIC_ACQUIRE,
    memory_order_release = __ATOMIC_RELEASE,
    memory_order_acq_rel = __ATOMIC_ACQ_REL,
    memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;
typedef enum memory_scope {
    memory_scope_work_item = __OPENCL_MEMORY_SCOPE_WORK_ITEM,
    memory_scope_work_group = __OPENCL_MEMORY_SCOPE_WORK_GROUP,
    memory_scope_device = __OPENCL_MEMORY_SCOPE_DEVICE,
    memory_scope_all_svm_devices = __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES,
    memory_scope_all_devices = __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES,
    memory_scope_sub_group = __OPENCL_MEMORY_SCOPE_SUB_GROUP
} memory_scope;

/* synchronization (6.13.8) */
#define CLK_IMAGE_MEM_FENCE 4

/* pipes (6.13.16) */
#define CLK_NULL_RESERVE_ID (__builtin_astype((void *)0, reserve_id_t))

/* kernels that enqueue kernels (6.13.17) */
typedef uint kernel_enqueue_flags_t;
typedef uint clk_profiling_info;
typedef struct {
    uint workDimension;
    size_t globalWorkOffset[3];
    size_t globalWorkSize[3];
    size_t localWorkSize[3];
} ndrange_t;
#define CLK_NULL_QUEUE (__builtin_astype((void *)0, queue_t))
#define CLK_NULL_EVENT (__builtin_astype((void *)0, clk_event_t))
#define CLK_ENQUEUE_FLAGS_NO_WAIT 0
#define CLK_ENQUEUE_FLAGS_WAIT_KERNEL 1
#define CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP 2
#define CLK_PROFILING_COMMAND_EXEC_TIME 1
#define CLK_SUCCESS 0
#define CLK_ENQUEUE_FAILURE (-101)
#define CLK_INVALID_QUEUE (-102)
#define CLK_INVALID_NDRANGE (-160)
#define CLK_INVALID_EVENT_WAIT_LIST (-57)
#define CLK_DEVICE_QUEUE_FULL (-161)
#define CLK_INVALID_ARG_SIZE (-51)
#define CLK_EVENT_ALLOCATION_FAILURE (-100)
#define CLK_OUT_OF_RESOURCES (-5)
