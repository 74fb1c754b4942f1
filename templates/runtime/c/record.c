/* The entry points that a recorder calls, by name. */

#define RT_ENTRY(name)                                                                             \
    {                                                                                              \
        #name, (rt_function *)name                                                                 \
    }

static const struct {
    const char *name;
    rt_function *function;
} rt_entry_points[] = {
    RT_ENTRY(clBuildProgram), RT_ENTRY(clCloneKernel), RT_ENTRY(clCreateBuffer),
    RT_ENTRY(clCreateBufferWithProperties), RT_ENTRY(clCreateCommandQueue),
    RT_ENTRY(clCreateCommandQueueWithProperties), RT_ENTRY(clCreateImage),
    RT_ENTRY(clCreateImage2D), RT_ENTRY(clCreateImage3D), RT_ENTRY(clCreateImageWithProperties),
    RT_ENTRY(clCreateKernel), RT_ENTRY(clCreateKernelsInProgram), RT_ENTRY(clCreatePipe),
    RT_ENTRY(clCreateProgramWithBinary), RT_ENTRY(clCreateProgramWithSource),
    RT_ENTRY(clCreateSampler), RT_ENTRY(clCreateSamplerWithProperties), RT_ENTRY(clCreateSubBuffer),
    RT_ENTRY(clCreateUserEvent), RT_ENTRY(clEnqueueCopyBuffer), RT_ENTRY(clEnqueueCopyBufferRect),
    RT_ENTRY(clEnqueueCopyBufferToImage), RT_ENTRY(clEnqueueCopyImage),
    RT_ENTRY(clEnqueueCopyImageToBuffer), RT_ENTRY(clEnqueueFillBuffer),
    RT_ENTRY(clEnqueueFillImage), RT_ENTRY(clEnqueueMapBuffer), RT_ENTRY(clEnqueueMapImage),
    RT_ENTRY(clEnqueueMarkerWithWaitList), RT_ENTRY(clEnqueueNDRangeKernel),
    RT_ENTRY(clEnqueueReadBuffer), RT_ENTRY(clEnqueueReadBufferRect), RT_ENTRY(clEnqueueReadImage),
    RT_ENTRY(clEnqueueTask), RT_ENTRY(clEnqueueUnmapMemObject), RT_ENTRY(clEnqueueWriteBuffer),
    RT_ENTRY(clEnqueueWriteBufferRect), RT_ENTRY(clEnqueueWriteImage), RT_ENTRY(clFinish),
    RT_ENTRY(clFlush), RT_ENTRY(clGetCommandQueueInfo), RT_ENTRY(clGetDeviceInfo),
    RT_ENTRY(clGetEventInfo), RT_ENTRY(clGetEventProfilingInfo), RT_ENTRY(clGetImageInfo),
    RT_ENTRY(clGetKernelInfo), RT_ENTRY(clGetMemObjectInfo), RT_ENTRY(clReleaseCommandQueue),
    RT_ENTRY(clReleaseContext), RT_ENTRY(clReleaseEvent), RT_ENTRY(clReleaseMemObject),
    RT_ENTRY(clRetainEvent), RT_ENTRY(clSVMAlloc), RT_ENTRY(clSetEventCallback),
    RT_ENTRY(clSetKernelArg), RT_ENTRY(clSetKernelArgSVMPointer), RT_ENTRY(clSetUserEventStatus),
    RT_ENTRY(clWaitForEvents),
};

static rt_function *rt_entry_point(const char *name)
{
    for (size_t at = 0; at < sizeof(rt_entry_points) / sizeof(rt_entry_points[0]); ++at)
        if (strcmp(rt_entry_points[at].name, name) == 0)
            return rt_entry_points[at].function;
    return NULL;
}
