/* Khronos' extensions that hosts mention: subgroups, intermediate languages, command buffers,
   semaphores, memory of other libraries (The OpenCL Extension Specification). None is modelled. */
#ifndef PPCL_CL_EXT_KHR_H
#define PPCL_CL_EXT_KHR_H

/* cl_khr_il_program, cl_khr_subgroups, cl_khr_fp16, cl_khr_suggested_local_work_size */
PPCL_CL_FUNCTION(cl_program, clCreateProgramWithILKHR,
                 (cl_context context, const void *il, size_t length, cl_int *errcode_ret))
PPCL_CL_FUNCTION(cl_int, clGetKernelSubGroupInfoKHR,
                 (cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name,
                  size_t input_value_size, const void *input_value, size_t param_value_size,
                  void *param_value, size_t *param_value_size_ret))
PPCL_CL_FUNCTION(cl_int, clGetKernelSuggestedLocalWorkSizeKHR,
                 (cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                  const size_t *global_work_offset, const size_t *global_work_size,
                  size_t *suggested_local_work_size))
#define CL_DEVICE_IL_VERSION_KHR 0x105B
#define CL_PROGRAM_IL_KHR 0x1169
#define CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR 0x2033
#define CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR 0x2034

/* cl_khr_device_uuid, cl_khr_pci_bus_info */
#define CL_UUID_SIZE_KHR 16
#define CL_LUID_SIZE_KHR 8
#define CL_DEVICE_UUID_KHR 0x106A
#define CL_DRIVER_UUID_KHR 0x106B
#define CL_DEVICE_LUID_VALID_KHR 0x106C
#define CL_DEVICE_LUID_KHR 0x106D
#define CL_DEVICE_NODE_MASK_KHR 0x106E
#define CL_DEVICE_PCI_BUS_INFO_KHR 0x410F
typedef struct {
    cl_uint pci_domain;
    cl_uint pci_bus;
    cl_uint pci_device;
    cl_uint pci_function;
} cl_device_pci_bus_info_khr;

/* cl_khr_command_buffer */
#define cl_khr_command_buffer 1
#define CL_KHR_COMMAND_BUFFER_EXTENSION_NAME "cl_khr_command_buffer"
typedef struct _cl_command_buffer_khr *cl_command_buffer_khr;
typedef struct _cl_mutable_command_khr *cl_mutable_command_khr;
typedef cl_bitfield cl_device_command_buffer_capabilities_khr;
typedef cl_uint cl_sync_point_khr;
typedef cl_uint cl_command_buffer_info_khr;
typedef cl_uint cl_command_buffer_state_khr;
typedef cl_properties cl_command_buffer_properties_khr;
typedef cl_bitfield cl_command_buffer_flags_khr;
typedef cl_properties cl_ndrange_kernel_command_properties_khr;
#define CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR 0x12A9
#define CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR 0x12AA
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#define CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR (1 << 0)
#define CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR (1 << 1)
#define CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR (1 << 2)
#define CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR (1 << 3)
#define CL_INVALID_COMMAND_BUFFER_KHR -1138
#define CL_INVALID_SYNC_POINT_WAIT_LIST_KHR -1139
#define CL_INCOMPATIBLE_COMMAND_QUEUE_KHR -1140
#define CL_COMMAND_BUFFER_FLAGS_KHR 0x1293
#define CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR (1 << 0)
#define CL_COMMAND_BUFFER_QUEUES_KHR 0x1294
#define CL_COMMAND_BUFFER_NUM_QUEUES_KHR 0x1295
#define CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR 0x1296
#define CL_COMMAND_BUFFER_STATE_KHR 0x1297
#define CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR 0x1298
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#define CL_COMMAND_BUFFER_STATE_RECORDING_KHR 0
#define CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR 1
#define CL_COMMAND_BUFFER_STATE_PENDING_KHR 2
#define CL_COMMAND_COMMAND_BUFFER_KHR 0x12A8
PPCL_CL_FUNCTION(cl_command_buffer_khr, clCreateCommandBufferKHR,
                 (cl_uint num_queues, const cl_command_queue *queues,
                  const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret))
PPCL_CL_FUNCTION(cl_int, clFinalizeCommandBufferKHR, (cl_command_buffer_khr command_buffer))
PPCL_CL_FUNCTION(cl_int, clRetainCommandBufferKHR, (cl_command_buffer_khr command_buffer))
PPCL_CL_FUNCTION(cl_int, clReleaseCommandBufferKHR, (cl_command_buffer_khr command_buffer))
PPCL_CL_FUNCTION(cl_int, clEnqueueCommandBufferKHR,
                 (cl_uint num_queues, cl_command_queue *queues,
                  cl_command_buffer_khr command_buffer, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event))
PPCL_CL_FUNCTION(cl_int, clCommandNDRangeKernelKHR,
                 (cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                  const cl_ndrange_kernel_command_properties_khr *properties, cl_kernel kernel,
                  cl_uint work_dim, const size_t *global_work_offset,
                  const size_t *global_work_size, const size_t *local_work_size,
                  cl_uint num_sync_points_in_wait_list,
                  const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
                  cl_mutable_command_khr *mutable_handle))
PPCL_CL_FUNCTION(cl_int, clGetCommandBufferInfoKHR,
                 (cl_command_buffer_khr command_buffer, cl_command_buffer_info_khr param_name,
                  size_t param_value_size, void *param_value, size_t *param_value_size_ret))

/* cl_khr_semaphore, cl_khr_external_semaphore, cl_khr_external_memory */
#define cl_khr_semaphore 1
#define cl_khr_external_semaphore 1
#define cl_khr_external_memory 1
#define CL_KHR_SEMAPHORE_EXTENSION_NAME "cl_khr_semaphore"
#define CL_KHR_EXTERNAL_SEMAPHORE_EXTENSION_NAME "cl_khr_external_semaphore"
#define CL_KHR_EXTERNAL_MEMORY_EXTENSION_NAME "cl_khr_external_memory"
typedef struct _cl_semaphore_khr *cl_semaphore_khr;
typedef cl_properties cl_semaphore_properties_khr;
typedef cl_uint cl_semaphore_info_khr;
typedef cl_uint cl_semaphore_type_khr;
typedef cl_ulong cl_semaphore_payload_khr;
typedef cl_uint cl_external_semaphore_handle_type_khr;
typedef cl_uint cl_external_memory_handle_type_khr;
#define CL_SEMAPHORE_TYPE_BINARY_KHR 1
#define CL_PLATFORM_SEMAPHORE_TYPES_KHR 0x2036
#define CL_DEVICE_SEMAPHORE_TYPES_KHR 0x204C
#define CL_SEMAPHORE_CONTEXT_KHR 0x2039
#define CL_SEMAPHORE_REFERENCE_COUNT_KHR 0x203A
#define CL_SEMAPHORE_PROPERTIES_KHR 0x203B
#define CL_SEMAPHORE_PAYLOAD_KHR 0x203C
#define CL_SEMAPHORE_TYPE_KHR 0x203D
#define CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR 0x204D
#define CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR 0x204E
#define CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR 0x2055
#define CL_SEMAPHORE_HANDLE_OPAQUE_WIN32_KHR 0x2056
#define CL_SEMAPHORE_HANDLE_OPAQUE_WIN32_KMT_KHR 0x2057
#define CL_SEMAPHORE_HANDLE_SYNC_FD_KHR 0x2058
#define CL_INVALID_SEMAPHORE_KHR -1142
#define CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR 0x2044
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR 0x204F
#define CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR 0x2060
#define CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_KHR 0x2061
#define CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_WIN32_KMT_KHR 0x2062
#define CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR 0x2067
PPCL_CL_FUNCTION(cl_semaphore_khr, clCreateSemaphoreWithPropertiesKHR,
                 (cl_context context, const cl_semaphore_properties_khr *sema_props,
                  cl_int *errcode_ret))
PPCL_CL_FUNCTION(cl_int, clEnqueueWaitSemaphoresKHR,
                 (cl_command_queue command_queue, cl_uint num_sema_objects,
                  const cl_semaphore_khr *sema_objects,
                  const cl_semaphore_payload_khr *sema_payload_list,
                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                  cl_event *event))
PPCL_CL_FUNCTION(cl_int, clEnqueueSignalSemaphoresKHR,
                 (cl_command_queue command_queue, cl_uint num_sema_objects,
                  const cl_semaphore_khr *sema_objects,
                  const cl_semaphore_payload_khr *sema_payload_list,
                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                  cl_event *event))
PPCL_CL_FUNCTION(cl_int, clGetSemaphoreInfoKHR,
                 (cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name,
                  size_t param_value_size, void *param_value, size_t *param_value_size_ret))
PPCL_CL_FUNCTION(cl_int, clRetainSemaphoreKHR, (cl_semaphore_khr sema_object))
PPCL_CL_FUNCTION(cl_int, clReleaseSemaphoreKHR, (cl_semaphore_khr sema_object))
PPCL_CL_FUNCTION(cl_int, clEnqueueAcquireExternalMemObjectsKHR,
                 (cl_command_queue command_queue, cl_uint num_mem_objects,
                  const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event))
PPCL_CL_FUNCTION(cl_int, clEnqueueReleaseExternalMemObjectsKHR,
                 (cl_command_queue command_queue, cl_uint num_mem_objects,
                  const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event))

#endif
