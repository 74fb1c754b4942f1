/* Images (OpenCL 1.2, 5.3). */

static int rt_is_array(cl_mem_object_type type)
{
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

static unsigned rt_image_dimensions(cl_mem_object_type type)
{
    switch (type) {
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
        return 2;
    case CL_MEM_OBJECT_IMAGE3D:
        return 3;
    default:
        return 1;
    }
}

/* Width, height, depth as the host counts them; an array's layers come after its own dimensions. */
static void rt_extents(const cl_image_desc *description, size_t *extents)
{
    unsigned dimensions = rt_image_dimensions(description->image_type);

    extents[0] = description->image_width;
    extents[1] = dimensions > 1 ? description->image_height : 1;
    extents[2] = dimensions > 2 ? description->image_depth : 1;
    if (rt_is_array(description->image_type))
        extents[dimensions] = description->image_array_size;
}

static cl_int rt_check_extents(const cl_image_desc *description)
{
    cl_mem_object_type type = description->image_type;
    size_t most = type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? RT_MOST_IMAGE_BUFFER
                  : type == CL_MEM_OBJECT_IMAGE3D      ? RT_MOST_IMAGE_DEPTH
                                                       : RT_MOST_IMAGE_WIDTH;
    size_t extents[RT_DIMENSIONS];

    rt_extents(description, extents);
    for (int at = 0; at < RT_DIMENSIONS; ++at)
        if (extents[at] == 0 || extents[at] > most)
            return CL_INVALID_IMAGE_SIZE;
    if (rt_is_array(type) && description->image_array_size > RT_MOST_IMAGE_DEPTH)
        return CL_INVALID_IMAGE_SIZE;
    return CL_SUCCESS;
}

/* Fills in pitches of 0; CL_INVALID_IMAGE_DESCRIPTOR for pitches that do not fit. */
static cl_int rt_make_pitches(cl_image_desc *description, size_t pixel, int has_host)
{
    size_t extents[RT_DIMENSIONS];
    size_t least;

    rt_extents(description, extents);
    least = extents[0] * pixel;
    if (!has_host && (description->image_row_pitch != 0 || description->image_slice_pitch != 0))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (description->image_row_pitch == 0)
        description->image_row_pitch = least;
    if (description->image_row_pitch < least || description->image_row_pitch % pixel != 0)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    least = description->image_row_pitch;
    if (description->image_type != CL_MEM_OBJECT_IMAGE1D_ARRAY)
        least *= extents[1];
    if (description->image_slice_pitch == 0)
        description->image_slice_pitch = least;
    if (rt_image_dimensions(description->image_type) < 3 && !rt_is_array(description->image_type))
        description->image_slice_pitch = least; /* it plays no part */
    return description->image_slice_pitch < least
                   || description->image_slice_pitch % description->image_row_pitch != 0
               ? CL_INVALID_IMAGE_DESCRIPTOR
               : CL_SUCCESS;
}

static cl_int rt_check_description(cl_context context, cl_mem_flags flags,
                                   const cl_image_format *format, const cl_image_desc *description)
{
    if (!rt_is(context, RT_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!rt_are_memory_flags(flags))
        return CL_INVALID_VALUE;
    if (format == NULL || format->image_channel_order < CL_R
        || format->image_channel_order > CL_DEPTH_STENCIL
        || format->image_channel_data_type < CL_SNORM_INT8
        || format->image_channel_data_type > CL_UNORM_INT24)
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    if (description == NULL || description->image_type < CL_MEM_OBJECT_IMAGE2D
        || description->image_type > CL_MEM_OBJECT_IMAGE1D_BUFFER
        || description->num_mip_levels != 0 || description->num_samples != 0)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if ((description->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) != (description->buffer != NULL))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (description->buffer != NULL
        && (!rt_is(description->buffer, RT_MEMORY)
            || description->buffer->type != CL_MEM_OBJECT_BUFFER))
        return CL_INVALID_MEM_OBJECT;
    return rt_pixel_size(format) != 0 ? rt_check_extents(description)
                                      : CL_IMAGE_FORMAT_NOT_SUPPORTED;
}

/* What kernels see of an image. */
static void rt_describe_image(cl_mem image)
{
    struct ppcl_image *seen = &image->image;
    size_t extents[RT_DIMENSIONS];

    rt_extents(&image->description, extents);
    seen->data = image->data;
    seen->is_array = (uint32_t)rt_is_array(image->type);
    seen->dimensions = rt_image_dimensions(image->type);
    seen->width = extents[0];
    seen->height = seen->dimensions > 1 ? extents[1] : 1;
    seen->depth = seen->dimensions > 2 ? extents[2]
                  : seen->is_array     ? image->description.image_array_size
                                       : 1;
    seen->row_pitch = image->description.image_row_pitch;
    seen->slice_pitch = image->description.image_slice_pitch;
    seen->channel_order = image->format.image_channel_order;
    seen->channel_type = image->format.image_channel_data_type;
}

/* The pitch from one element to the next of dimension 1: rows, or the layers of a 1D array. */
static size_t rt_second_pitch(cl_mem image)
{
    return image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? image->description.image_slice_pitch
                                                      : image->description.image_row_pitch;
}

/* Copies the program's pixels, which have its pitches, to an image that is laid out tightly. */
static void rt_fill_from_host(cl_mem image, const cl_image_desc *host, const char *pixels)
{
    size_t second = host->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? host->image_slice_pitch
                                                                    : host->image_row_pitch;
    size_t extents[RT_DIMENSIONS];

    rt_extents(host, extents);
    for (size_t slice = 0; slice < extents[2]; ++slice)
        for (size_t row = 0; row < extents[1]; ++row)
            memcpy(image->data + slice * image->description.image_slice_pitch
                       + row * rt_second_pitch(image),
                   pixels + slice * host->image_slice_pitch + row * second,
                   extents[0] * image->pixel);
}

/* Gives an image its memory; `host` has the pitches that the program gave. */
static cl_int rt_place_image(cl_mem image, const cl_image_desc *host, void *pixels)
{
    size_t extents[RT_DIMENSIONS];
    size_t size;

    rt_extents(host, extents);
    if ((image->flags & CL_MEM_USE_HOST_PTR) == 0) {
        image->description.image_row_pitch = image->description.image_slice_pitch = 0;
        rt_make_pitches(&image->description, image->pixel, 0);
    }
    size = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY
               ? image->description.image_slice_pitch * extents[1]
               : image->description.image_slice_pitch * extents[2];
    if (image->description.buffer != NULL) {
        image->parent = image->description.buffer;
        rt_hold(image->parent);
        image->data = image->parent->data;
        image->host = image->parent->host;
        image->size = size;
        return size <= image->parent->size ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
    }
    if (!rt_place_memory(image, size, pixels))
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if ((image->flags & CL_MEM_COPY_HOST_PTR) != 0)
        rt_fill_from_host(image, host, (const char *)pixels);
    return CL_SUCCESS;
}

static cl_mem rt_new_image(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                           const cl_image_desc *description, void *pixels, cl_int *error)
{
    cl_mem image = rt_new_memory(context, description->image_type, flags);

    if (image == NULL) {
        *error = CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    image->format = *format;
    image->pixel = rt_pixel_size(format);
    image->description = *description;
    *error = rt_place_image(image, description, pixels);
    if (*error != CL_SUCCESS) {
        rt_drop(image);
        return NULL;
    }
    rt_describe_image(image);
    return image;
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                     const cl_image_desc *description, void *pixels, cl_int *error)
{
    RT_RECORD(clCreateImage, (context, flags, format, description, pixels, error));
    cl_int code = rt_check_description(context, flags, format, description);
    cl_image_desc full;
    cl_mem image = NULL;

    if (code == CL_SUCCESS) {
        full = *description;
        if (full.image_type != CL_MEM_OBJECT_IMAGE1D_ARRAY
            && full.image_type != CL_MEM_OBJECT_IMAGE2D_ARRAY)
            full.image_array_size = 0;
        code = rt_make_pitches(&full, rt_pixel_size(format), pixels != NULL);
    }
    if (code == CL_SUCCESS)
        code = rt_check_host_pointer(flags, pixels);
    if (code == CL_SUCCESS)
        image = rt_new_image(context, flags, format, &full, pixels, &code);
    rt_set_error(error, code);
    return image;
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       size_t width, size_t height, size_t row_pitch, void *pixels, cl_int *error)
{
    RT_RECORD(clCreateImage2D, (context, flags, format, width, height, row_pitch, pixels, error));
    cl_image_desc description;

    memset(&description, 0, sizeof(description));
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    description.image_row_pitch = row_pitch;
    return clCreateImage(context, flags, format, &description, pixels, error);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       size_t width, size_t height, size_t depth, size_t row_pitch,
                       size_t slice_pitch, void *pixels, cl_int *error)
{
    RT_RECORD(clCreateImage3D, (context, flags, format, width, height, depth, row_pitch,
                                slice_pitch, pixels, error));
    cl_image_desc description;

    memset(&description, 0, sizeof(description));
    description.image_type = CL_MEM_OBJECT_IMAGE3D;
    description.image_width = width;
    description.image_height = height;
    description.image_depth = depth;
    description.image_row_pitch = row_pitch;
    description.image_slice_pitch = slice_pitch;
    return clCreateImage(context, flags, format, &description, pixels, error);
}

cl_int clGetImageInfo(cl_mem image, cl_image_info name, size_t room, void *value, size_t *used)
{
    unsigned dimensions;
    int layered;

    if (!rt_is(image, RT_MEMORY) || image->type == CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    dimensions = image->image.dimensions;
    layered = dimensions > 2 || image->image.is_array != 0;
    switch (name) {
    case CL_IMAGE_FORMAT:
        RT_ANSWER(cl_image_format, image->format);
    case CL_IMAGE_ELEMENT_SIZE:
        RT_ANSWER(size_t, image->pixel);
    case CL_IMAGE_ROW_PITCH:
        RT_ANSWER(size_t, image->image.row_pitch);
    case CL_IMAGE_SLICE_PITCH:
        RT_ANSWER(size_t, layered ? image->image.slice_pitch : 0);
    case CL_IMAGE_WIDTH:
        RT_ANSWER(size_t, image->image.width);
    case CL_IMAGE_HEIGHT:
        RT_ANSWER(size_t, dimensions > 1 ? image->image.height : 0);
    case CL_IMAGE_DEPTH:
        RT_ANSWER(size_t, dimensions > 2 ? image->image.depth : 0);
    case CL_IMAGE_ARRAY_SIZE:
        RT_ANSWER(size_t, image->image.is_array != 0 ? image->image.depth : 0);
    case CL_IMAGE_BUFFER:
        RT_ANSWER(cl_mem, image->parent);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
        RT_ANSWER(cl_uint, 0);
    default:
        return CL_INVALID_VALUE;
    }
}
