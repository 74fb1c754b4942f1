/*
 * Entry points of what is not there: binaries, separate compilation, built-in kernels, shared
 * virtual memory, OpenGL. They are defined so that no other library sees this runtime's handles.
 */

#include <CL/cl_gl.h>

static void *rt_no_object(cl_int *error)
{
    rt_set_error(error, CL_INVALID_OPERATION);
    return NULL;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
                                     const size_t *lengths, const unsigned char **binaries,
                                     cl_int *status, cl_int *error)
{
    RT_RECORD(clCreateProgramWithBinary,
              (context, count, devices, lengths, binaries, status, error));
    (void)context, (void)count, (void)devices, (void)lengths, (void)binaries, (void)status;
    return (cl_program)rt_no_object(error);
}

cl_program clCreateProgramWithIL(cl_context context, const void *text, size_t length,
                                 cl_int *error)
{
    (void)context, (void)text, (void)length;
    return (cl_program)rt_no_object(error);
}

/* The device has no built-in kernels, so every name is wrong. */
cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
                                             const cl_device_id *devices, const char *names,
                                             cl_int *error)
{
    (void)count, (void)devices, (void)names;
    rt_set_error(error, rt_is(context, RT_CONTEXT) ? CL_INVALID_VALUE : CL_INVALID_CONTEXT);
    return NULL;
}

cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                        const char *options, cl_uint header_count, const cl_program *headers,
                        const char **names, rt_build_function notify, void *data)
{
    (void)count, (void)devices, (void)options, (void)header_count, (void)headers, (void)names;
    (void)notify, (void)data;
    return rt_is(program, RT_PROGRAM) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}

cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices,
                         const char *options, cl_uint program_count, const cl_program *programs,
                         rt_build_function notify, void *data, cl_int *error)
{
    (void)context, (void)count, (void)devices, (void)options, (void)program_count, (void)programs;
    (void)notify, (void)data;
    return (cl_program)rt_no_object(error);
}

cl_int clUnloadCompiler(void)
{
    return CL_SUCCESS;
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform)
{
    return rt_is(platform, RT_PLATFORM) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

void *clGetExtensionFunctionAddress(const char *name)
{
    (void)name;
    return NULL;
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name)
{
    (void)platform, (void)name;
    return NULL;
}

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    RT_RECORD(clSVMAlloc, (context, flags, size, alignment));
    (void)context, (void)flags, (void)size, (void)alignment;
    return NULL;
}

void clSVMFree(cl_context context, void *memory)
{
    (void)context, (void)memory;
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value)
{
    RT_RECORD(clSetKernelArgSVMPointer, (kernel, index, value));
    (void)kernel, (void)index, (void)value;
    return CL_INVALID_OPERATION;
}

cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint buffer,
                            cl_int *error)
{
    (void)context, (void)flags, (void)buffer;
    return (cl_mem)rt_no_object(error);
}

cl_mem clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target,
                             cl_GLint level, cl_GLuint texture, cl_int *error)
{
    (void)context, (void)flags, (void)target, (void)level, (void)texture;
    return (cl_mem)rt_no_object(error);
}

cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                               cl_GLint level, cl_GLuint texture, cl_int *error)
{
    return clCreateFromGLTexture(context, flags, target, level, texture, error);
}

cl_mem clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                               cl_GLint level, cl_GLuint texture, cl_int *error)
{
    return clCreateFromGLTexture(context, flags, target, level, texture, error);
}

cl_mem clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint renderbuffer,
                                  cl_int *error)
{
    (void)context, (void)flags, (void)renderbuffer;
    return (cl_mem)rt_no_object(error);
}

cl_int clGetGLObjectInfo(cl_mem memory, cl_gl_object_type *type, cl_GLuint *name)
{
    (void)memory, (void)type, (void)name;
    return CL_INVALID_GL_OBJECT;
}

cl_int clGetGLTextureInfo(cl_mem memory, cl_gl_texture_info name, size_t size, void *value,
                          size_t *written)
{
    (void)memory, (void)name, (void)size, (void)value, (void)written;
    return CL_INVALID_GL_OBJECT;
}

cl_int clEnqueueAcquireGLObjects(cl_command_queue queue, cl_uint memory_count,
                                 const cl_mem *memories, cl_uint count, const cl_event *events,
                                 cl_event *event)
{
    (void)queue, (void)memory_count, (void)memories, (void)count, (void)events, (void)event;
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueReleaseGLObjects(cl_command_queue queue, cl_uint memory_count,
                                 const cl_mem *memories, cl_uint count, const cl_event *events,
                                 cl_event *event)
{
    (void)queue, (void)memory_count, (void)memories, (void)count, (void)events, (void)event;
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint memory_count, void *memories[],
                        void(CL_CALLBACK *function)(cl_command_queue, cl_uint, void *[], void *),
                        void *data, cl_uint count, const cl_event *events, cl_event *event)
{
    (void)queue, (void)memory_count, (void)memories, (void)function, (void)data, (void)count;
    (void)events, (void)event;
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from,
                          size_t size, cl_uint count, const cl_event *events, cl_event *event)
{
    (void)queue, (void)blocking, (void)to, (void)from, (void)size, (void)count, (void)events;
    (void)event;
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *memory, const void *pattern,
                           size_t pattern_size, size_t size, cl_uint count, const cl_event *events,
                           cl_event *event)
{
    (void)queue, (void)memory, (void)pattern, (void)pattern_size, (void)size, (void)count;
    (void)events, (void)event;
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *memory,
                       size_t size, cl_uint count, const cl_event *events, cl_event *event)
{
    (void)queue, (void)blocking, (void)flags, (void)memory, (void)size, (void)count, (void)events;
    (void)event;
    return CL_INVALID_OPERATION;
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *memory, cl_uint count,
                         const cl_event *events, cl_event *event)
{
    (void)queue, (void)memory, (void)count, (void)events, (void)event;
    return CL_INVALID_OPERATION;
}
