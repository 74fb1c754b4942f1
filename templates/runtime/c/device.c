/* The platform and its one device (OpenCL 1.2, 4.1 to 4.3). */

#include <sched.h>
#include <unistd.h>

static struct _cl_platform_id rt_platform = { {RT_PLATFORM, 1, 1} };
static struct _cl_device_id rt_device = { {RT_DEVICE, 1, 1} };

#define RT_EXTENSIONS                                                                              \
    "cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_global_int32_base_atomics "                  \
    "cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics "                        \
    "cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "                               \
    "cl_khr_int64_extended_atomics"

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id *platforms, cl_uint *count)
{
    if ((platforms == NULL && count == NULL) || (platforms != NULL && room == 0))
        return CL_INVALID_VALUE;
    if (platforms != NULL)
        platforms[0] = &rt_platform;
    if (count != NULL)
        *count = 1;
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t room, void *value,
                         size_t *used)
{
    if (platform != NULL && !rt_is(platform, RT_PLATFORM))
        return CL_INVALID_PLATFORM;
    switch (name) {
    case CL_PLATFORM_PROFILE:
        RT_ANSWER_TEXT("FULL_PROFILE");
    case CL_PLATFORM_VERSION:
        RT_ANSWER_TEXT("OpenCL 1.2 ppcl");
    case CL_PLATFORM_NAME:
    case CL_PLATFORM_VENDOR:
        RT_ANSWER_TEXT("ppcl");
    case CL_PLATFORM_EXTENSIONS:
        RT_ANSWER_TEXT(RT_EXTENSIONS);
    default:
        return CL_INVALID_VALUE;
    }
}

/* What the device says it is: a CPU, or what PPCL_DEVICE_TYPE says, for hosts that ask for that. */
static cl_device_type rt_device_type(void)
{
    const char *wanted = getenv("PPCL_DEVICE_TYPE");

    if (wanted != NULL && strcmp(wanted, "gpu") == 0)
        return CL_DEVICE_TYPE_GPU;
    if (wanted != NULL && strcmp(wanted, "accelerator") == 0)
        return CL_DEVICE_TYPE_ACCELERATOR;
    return CL_DEVICE_TYPE_CPU;
}

/* Says once what a host can do that asks for another device than there is. */
static void rt_name_device_types(void)
{
    static int said;

    if (__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED) == 0)
        fprintf(stderr, "ppcl: no device of the type that is asked for: set PPCL_DEVICE_TYPE=gpu (or "
                        "accelerator), and this one says that it is\n");
}

static cl_int rt_check_device_type(cl_device_type type)
{
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU
                                 | CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;

    if (type != CL_DEVICE_TYPE_ALL && ((type & ~known) != 0 || type == 0))
        return CL_INVALID_DEVICE_TYPE;
    if ((type & (CL_DEVICE_TYPE_DEFAULT | rt_device_type())) == 0) {
        rt_name_device_types();
        return CL_DEVICE_NOT_FOUND;
    }
    return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                      cl_device_id *devices, cl_uint *count)
{
    cl_int error = rt_check_device_type(type);

    if (platform != NULL && !rt_is(platform, RT_PLATFORM))
        return CL_INVALID_PLATFORM;
    if ((devices == NULL && count == NULL) || (devices != NULL && room == 0))
        return CL_INVALID_VALUE;
    if (error == CL_SUCCESS && devices != NULL)
        devices[0] = &rt_device;
    if (error != CL_INVALID_DEVICE_TYPE && count != NULL)
        *count = error == CL_SUCCESS;
    return error;
}

cl_int clRetainDevice(cl_device_id device)
{
    return rt_is(device, RT_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int clReleaseDevice(cl_device_id device)
{
    return clRetainDevice(device);
}

/* The device cannot be partitioned, so no kind of partition is supported. */
cl_int clCreateSubDevices(cl_device_id device, const cl_device_partition_property *properties,
                          cl_uint room, cl_device_id *devices, cl_uint *count)
{
    (void)properties, (void)room, (void)devices, (void)count;
    return rt_is(device, RT_DEVICE) ? CL_INVALID_VALUE : CL_INVALID_DEVICE;
}

/* Threads that may run at once: PPCL_THREADS, else the processors that this process may use. */
static unsigned rt_thread_count(void)
{
    const char *wanted = getenv("PPCL_THREADS");
    long count = wanted != NULL ? strtol(wanted, NULL, 10) : 0;
    cpu_set_t processors;

    if (count <= 0 && sched_getaffinity(0, sizeof(processors), &processors) == 0)
        count = CPU_COUNT(&processors);
    if (count <= 0)
        count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 1024 ? 1024 : (unsigned)count;
}

/* The value of a line of /proc/cpuinfo, "" where there is none. */
static void rt_processor_text(const char *key, char *text, size_t room)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[512];

    text[0] = '\0';
    while (file != NULL && text[0] == '\0' && fgets(line, sizeof(line), file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) == 0 && colon != NULL) {
            colon += strspn(colon, ": ");
            snprintf(text, room, "%.*s", (int)strcspn(colon, "\n"), colon);
        }
    }
    if (file != NULL)
        fclose(file);
}

static cl_ulong rt_system_number(int name, cl_ulong otherwise)
{
    long number = sysconf(name);

    return number > 0 ? (cl_ulong)number : otherwise;
}

/* Of the cache nearest to a processor, in bytes; not each C library knows. */
static cl_ulong rt_cache_line(void)
{
#if defined(_SC_LEVEL1_DCACHE_LINESIZE)
    return rt_system_number(_SC_LEVEL1_DCACHE_LINESIZE, 64);
#else
    return 64;
#endif
}

/* Of the second cache, in bytes. */
static cl_ulong rt_cache_size(void)
{
#if defined(_SC_LEVEL2_CACHE_SIZE)
    return rt_system_number(_SC_LEVEL2_CACHE_SIZE, 1 << 20);
#else
    return 1 << 20;
#endif
}

static cl_ulong rt_memory_size(void)
{
    return rt_system_number(_SC_PHYS_PAGES, 1 << 18) * rt_system_number(_SC_PAGESIZE, 4096);
}

/* The size of the largest buffer, in bytes. */
static cl_ulong rt_most_buffer(void)
{
    return rt_memory_size() / 2;
}

/* Bytes of a vector register of the machine that this is compiled for. */
static cl_uint rt_vector_bytes(void)
{
#if defined(__AVX512F__)
    return 64;
#elif defined(__AVX__)
    return 32;
#else
    return 16;
#endif
}

#include "device_info.c"
