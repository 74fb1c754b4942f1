/*
 * Objects that OpenCL 2.0 to 3.0 make by calls of their own: unknown handles would pass for scalars.
 * (Part of ppcl's recorder; MIT-0.) It stands within recorder.c, behind clCreateBuffer.
 */
#ifndef PPCL_RECORD_LATER_H
#define PPCL_RECORD_LATER_H

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t size, void *host, cl_int *error)
{
    ENTER();
    cl_mem buffer = NULL;

    if (recorded && host == NULL && !the_log.times && (properties == NULL || *properties == 0))
        buffer = create_filled(context, flags, size);
    if (buffer != NULL && error != NULL)
        *error = CL_SUCCESS;
    if (buffer == NULL)
        buffer = CALL(clCreateBufferWithProperties, context, properties, flags, size, host, error);
    if (recorded && buffer != NULL)
        record_new_buffer(&site, buffer, flags, size, host);
    return buffer;
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                   cl_mem_flags flags, const cl_image_format *format,
                                   const cl_image_desc *description, void *host, cl_int *error)
{
    ENTER();
    cl_mem image = CALL(clCreateImageWithProperties, context, properties, flags, format,
                        description, host, error);

    if (recorded && image != NULL)
        record_new_image(&site, image, flags, host);
    return image;
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet, cl_uint packets,
                    const cl_pipe_properties *properties, cl_int *error)
{
    ENTER();
    cl_mem pipe = CALL(clCreatePipe, context, flags, packet, packets, properties, error);

    if (recorded && pipe != NULL)
        new_object(pipe, 'o');
    return pipe;
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties *properties, cl_int *error)
{
    ENTER();
    cl_sampler sampler = CALL(clCreateSamplerWithProperties, context, properties, error);

    if (recorded && sampler != NULL)
        new_object(sampler, 'o');
    return sampler;
}

cl_kernel clCloneKernel(cl_kernel source, cl_int *error)
{
    ENTER();
    cl_kernel kernel = CALL(clCloneKernel, source, error);

    if (recorded && kernel != NULL)
        clone_kernel(source, kernel);
    return kernel;
}

#endif
