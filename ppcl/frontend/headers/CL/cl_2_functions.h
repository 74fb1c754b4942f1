/* What OpenCL 2.0 to 3.0 added besides shared virtual memory; a part of cl.h. */
#ifndef PPCL_CL_2_FUNCTIONS_H
#define PPCL_CL_2_FUNCTIONS_H

typedef cl_bitfield cl_device_atomic_capabilities;
typedef cl_bitfield cl_device_device_enqueue_capabilities;
typedef cl_uint cl_khronos_vendor_id;
typedef cl_properties cl_mem_properties;
typedef cl_properties cl_sampler_properties;
typedef cl_properties cl_pipe_properties;
typedef cl_uint cl_pipe_info;
typedef cl_uint cl_kernel_exec_info;
typedef cl_uint cl_kernel_sub_group_info;
typedef cl_uint cl_version;

typedef struct {
    cl_version version;
    char name[CL_NAME_VERSION_MAX_NAME_SIZE];
} cl_name_version;

/* contexts, queues, timers */
cl_int clSetContextDestructorCallback(cl_context context,
                                      void (*pfn_notify)(cl_context context, void *user_data),
                                      void *user_data);
cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue command_queue);
cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                               cl_ulong *host_timestamp);
cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp);

/* memory objects and samplers */
cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *host_ptr,
                                    cl_int *errcode_ret);
cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, const cl_image_format *image_format,
                                   const cl_image_desc *image_desc, void *host_ptr,
                                   cl_int *errcode_ret);
cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                    cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                    cl_int *errcode_ret);
cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                     void *param_value, size_t *param_value_size_ret);
cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties *sampler_properties,
                                         cl_int *errcode_ret);
cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                              const void **svm_pointers, const size_t *sizes,
                              cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                              const cl_event *event_wait_list, cl_event *event);

/* programs and kernels */
cl_int clSetProgramReleaseCallback(cl_program program,
                                   void (*pfn_notify)(cl_program program, void *user_data),
                                   void *user_data);
cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                          const void *spec_value);
cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret);
cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                           size_t param_value_size, const void *param_value);
cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                               cl_kernel_sub_group_info param_name, size_t input_value_size,
                               const void *input_value, size_t param_value_size,
                               void *param_value, size_t *param_value_size_ret);

#endif
