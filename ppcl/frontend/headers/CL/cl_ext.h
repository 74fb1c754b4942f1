/* Constants of extensions that host programs query; the extensions themselves are not modelled. */
#ifndef PPCL_CL_EXT_H
#define PPCL_CL_EXT_H
#include <CL/cl.h>

/* An entry point of an extension, and its types; no prototype where the program brings its own. */
#ifdef CL_NO_EXTENSION_PROTOTYPES
#define PPCL_CL_PROTOTYPE(result, name, parameters)
#else
#define PPCL_CL_PROTOTYPE(result, name, parameters) result name parameters;
#endif
#define PPCL_CL_FUNCTION(result, name, parameters)                                               \
    typedef result name##_t parameters;                                                          \
    typedef name##_t *name##_fn;                                                                 \
    PPCL_CL_PROTOTYPE(result, name, parameters)

/* cl_khr_icd */
#define CL_PLATFORM_ICD_SUFFIX_KHR 0x0920
#define CL_PLATFORM_NOT_FOUND_KHR -1001

/* cl_khr_spir */
#define CL_DEVICE_SPIR_VERSIONS 0x40E0

/* cl_nv_device_attribute_query */
#define CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV 0x4000
#define CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV 0x4001
#define CL_DEVICE_REGISTERS_PER_BLOCK_NV 0x4002
#define CL_DEVICE_WARP_SIZE_NV 0x4003
#define CL_DEVICE_GPU_OVERLAP_NV 0x4004
#define CL_DEVICE_KERNEL_EXEC_TIMEOUT_NV 0x4005
#define CL_DEVICE_INTEGRATED_MEMORY_NV 0x4006

/* cl_amd_device_attribute_query */
#define CL_DEVICE_PROFILING_TIMER_OFFSET_AMD 0x4036
#define CL_DEVICE_TOPOLOGY_AMD 0x4037
#define CL_DEVICE_BOARD_NAME_AMD 0x4038
#define CL_DEVICE_SIMD_PER_COMPUTE_UNIT_AMD 0x4040
#define CL_DEVICE_SIMD_WIDTH_AMD 0x4041
#define CL_DEVICE_WAVEFRONT_WIDTH_AMD 0x4043

#ifdef __cplusplus
extern "C" {
#endif
#include <CL/cl_ext_khr.h>
#ifdef __cplusplus
}
#endif
#include <CL/cl_ext_intel.h>
#include <CL/cl_ext_names.h>

#endif
