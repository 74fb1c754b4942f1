/* Intel's extensions that hosts mention: unified shared memory, families of queues, subgroups
   (the specifications of cl_intel_unified_shared_memory, cl_intel_command_queue_families,
   cl_intel_required_subgroup_size, cl_intel_device_attribute_query). None is modelled. */
#ifndef PPCL_CL_EXT_INTEL_H
#define PPCL_CL_EXT_INTEL_H
#include <CL/cl_ext.h>

#ifdef __cplusplus
extern "C" {
#endif

/* cl_intel_required_subgroup_size */
#define CL_INTEL_REQUIRED_SUBGROUP_SIZE_EXTENSION_NAME "cl_intel_required_subgroup_size"
#define CL_DEVICE_SUB_GROUP_SIZES_INTEL 0x4108
#define CL_KERNEL_SPILL_MEM_SIZE_INTEL 0x4109
#define CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL 0x410A

/* cl_intel_device_attribute_query */
#define CL_DEVICE_IP_VERSION_INTEL 0x4250
#define CL_DEVICE_ID_INTEL 0x4251
#define CL_DEVICE_NUM_SLICES_INTEL 0x4252
#define CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL 0x4253
#define CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL 0x4254
#define CL_DEVICE_NUM_THREADS_PER_EU_INTEL 0x4255
#define CL_DEVICE_FEATURE_CAPABILITIES_INTEL 0x4256

/* cl_intel_command_queue_families */
typedef cl_bitfield cl_command_queue_capabilities_intel;
#define CL_QUEUE_FAMILY_MAX_NAME_SIZE_INTEL 64
typedef struct {
    cl_command_queue_properties properties;
    cl_command_queue_capabilities_intel capabilities;
    cl_uint count;
    char name[CL_QUEUE_FAMILY_MAX_NAME_SIZE_INTEL];
} cl_queue_family_properties_intel;
#define CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL 0x418B
#define CL_QUEUE_FAMILY_INTEL 0x418C
#define CL_QUEUE_INDEX_INTEL 0x418D
#define CL_QUEUE_DEFAULT_CAPABILITIES_INTEL 0
#define CL_QUEUE_CAPABILITY_CREATE_SINGLE_QUEUE_EVENTS_INTEL (1 << 0)
#define CL_QUEUE_CAPABILITY_CREATE_CROSS_QUEUE_EVENTS_INTEL (1 << 1)
#define CL_QUEUE_CAPABILITY_SINGLE_QUEUE_EVENT_WAIT_LIST_INTEL (1 << 2)
#define CL_QUEUE_CAPABILITY_CROSS_QUEUE_EVENT_WAIT_LIST_INTEL (1 << 3)
#define CL_QUEUE_CAPABILITY_TRANSFER_BUFFER_INTEL (1 << 8)
#define CL_QUEUE_CAPABILITY_TRANSFER_BUFFER_RECT_INTEL (1 << 9)
#define CL_QUEUE_CAPABILITY_MAP_BUFFER_INTEL (1 << 10)
#define CL_QUEUE_CAPABILITY_FILL_BUFFER_INTEL (1 << 11)
#define CL_QUEUE_CAPABILITY_TRANSFER_IMAGE_INTEL (1 << 12)
#define CL_QUEUE_CAPABILITY_MAP_IMAGE_INTEL (1 << 13)
#define CL_QUEUE_CAPABILITY_FILL_IMAGE_INTEL (1 << 14)
#define CL_QUEUE_CAPABILITY_TRANSFER_BUFFER_IMAGE_INTEL (1 << 15)
#define CL_QUEUE_CAPABILITY_TRANSFER_IMAGE_BUFFER_INTEL (1 << 16)
#define CL_QUEUE_CAPABILITY_MARKER_INTEL (1 << 24)
#define CL_QUEUE_CAPABILITY_BARRIER_INTEL (1 << 25)
#define CL_QUEUE_CAPABILITY_KERNEL_INTEL (1 << 26)

/* cl_intel_unified_shared_memory */
#define cl_intel_unified_shared_memory 1
#define CL_INTEL_UNIFIED_SHARED_MEMORY_EXTENSION_NAME "cl_intel_unified_shared_memory"
typedef cl_bitfield cl_device_unified_shared_memory_capabilities_intel;
typedef cl_properties cl_mem_properties_intel;
typedef cl_bitfield cl_mem_alloc_flags_intel;
typedef cl_uint cl_mem_info_intel;
typedef cl_uint cl_unified_shared_memory_type_intel;
typedef cl_uint cl_mem_advice_intel;
#define CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL (1 << 0)
#define CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL (1 << 1)
#define CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL (1 << 2)
#define CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL (1 << 3)
#define CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL 0x4190
#define CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL 0x4191
#define CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL 0x4192
#define CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL 0x4193
#define CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL 0x4194
#define CL_MEM_ALLOC_FLAGS_INTEL 0x4195
#define CL_MEM_ALLOC_WRITE_COMBINED_INTEL (1 << 0)
#define CL_MEM_ALLOC_TYPE_INTEL 0x419A
#define CL_MEM_ALLOC_BASE_PTR_INTEL 0x419B
#define CL_MEM_ALLOC_SIZE_INTEL 0x419C
#define CL_MEM_ALLOC_DEVICE_INTEL 0x419D
#define CL_MEM_TYPE_UNKNOWN_INTEL 0x4196
#define CL_MEM_TYPE_HOST_INTEL 0x4197
#define CL_MEM_TYPE_DEVICE_INTEL 0x4198
#define CL_MEM_TYPE_SHARED_INTEL 0x4199
#define CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL 0x4200
#define CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL 0x4201
#define CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL 0x4202
#define CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL 0x4203
PPCL_CL_FUNCTION(void *, clHostMemAllocINTEL,
                 (cl_context context, const cl_mem_properties_intel *properties, size_t size,
                  cl_uint alignment, cl_int *errcode_ret))
PPCL_CL_FUNCTION(void *, clDeviceMemAllocINTEL,
                 (cl_context context, cl_device_id device,
                  const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                  cl_int *errcode_ret))
PPCL_CL_FUNCTION(void *, clSharedMemAllocINTEL,
                 (cl_context context, cl_device_id device,
                  const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                  cl_int *errcode_ret))
PPCL_CL_FUNCTION(cl_int, clMemFreeINTEL, (cl_context context, void *ptr))
PPCL_CL_FUNCTION(cl_int, clMemBlockingFreeINTEL, (cl_context context, void *ptr))
PPCL_CL_FUNCTION(cl_int, clGetMemAllocInfoINTEL,
                 (cl_context context, const void *ptr, cl_mem_info_intel param_name,
                  size_t param_value_size, void *param_value, size_t *param_value_size_ret))
PPCL_CL_FUNCTION(cl_int, clSetKernelArgMemPointerINTEL,
                 (cl_kernel kernel, cl_uint arg_index, const void *arg_value))
PPCL_CL_FUNCTION(cl_int, clEnqueueMemFillINTEL,
                 (cl_command_queue command_queue, void *dst_ptr, const void *pattern,
                  size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event))
PPCL_CL_FUNCTION(cl_int, clEnqueueMemcpyINTEL,
                 (cl_command_queue command_queue, cl_bool blocking, void *dst_ptr,
                  const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event))
PPCL_CL_FUNCTION(cl_int, clEnqueueMigrateMemINTEL,
                 (cl_command_queue command_queue, const void *ptr, size_t size,
                  cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event))
PPCL_CL_FUNCTION(cl_int, clEnqueueMemAdviseINTEL,
                 (cl_command_queue command_queue, const void *ptr, size_t size,
                  cl_mem_advice_intel advice, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event))

#ifdef __cplusplus
}
#endif

#endif
