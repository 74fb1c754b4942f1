/* Images, samplers, pipes, and memory objects of OpenGL. */
#ifndef PPCL_CL_IMAGE_HPP
#define PPCL_CL_IMAGE_HPP

namespace cl {

class Image : public Memory {
public:
    Image() {}
    explicit Image(const cl_mem &image, bool = false) : Memory(image) {}
    PPCL_CL_ASK(getImageInfo, ImageInfo, "clGetImageInfo")

protected:
    void make(const Context &context, cl_mem_flags flags, const ImageFormat &format,
              const cl_image_desc &shape, void *host, cl_int *err)
    {
        cl_int error;
        object_ = clCreateImage(context(), flags, &format, &shape, host, &error);
        detail::report(error, "clCreateImage", err);
    }
};

class Image1D : public Image {
public:
    Image1D() {}
    explicit Image1D(const cl_mem &image, bool = false) : Image(image) {}
    Image1D(const Context &context, cl_mem_flags flags, ImageFormat format, ::size_t width,
            void *host = NULL, cl_int *err = NULL)
    {
        cl_image_desc shape = {CL_MEM_OBJECT_IMAGE1D, width, 0, 0, 0, 0, 0, 0, 0, {NULL}};
        make(context, flags, format, shape, host, err);
    }
};

class Image2D : public Image {
public:
    Image2D() {}
    explicit Image2D(const cl_mem &image, bool = false) : Image(image) {}
    Image2D(const Context &context, cl_mem_flags flags, ImageFormat format, ::size_t width,
            ::size_t height, ::size_t row_pitch = 0, void *host = NULL, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateImage2D(context(), flags, &format, width, height, row_pitch, host,
                                  &error);
        detail::report(error, "clCreateImage", err);
    }
};

class Image2DArray : public Image {
public:
    Image2DArray() {}
    explicit Image2DArray(const cl_mem &image, bool = false) : Image(image) {}
    Image2DArray(const Context &context, cl_mem_flags flags, ImageFormat format, ::size_t length,
                 ::size_t width, ::size_t height, ::size_t row_pitch, ::size_t slice_pitch,
                 void *host = NULL, cl_int *err = NULL)
    {
        cl_image_desc shape = {CL_MEM_OBJECT_IMAGE2D_ARRAY, width, height, 0, length, row_pitch,
                               slice_pitch, 0, 0, {NULL}};
        make(context, flags, format, shape, host, err);
    }
};

class Image3D : public Image {
public:
    Image3D() {}
    explicit Image3D(const cl_mem &image, bool = false) : Image(image) {}
    Image3D(const Context &context, cl_mem_flags flags, ImageFormat format, ::size_t width,
            ::size_t height, ::size_t depth, ::size_t row_pitch = 0, ::size_t slice_pitch = 0,
            void *host = NULL, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateImage3D(context(), flags, &format, width, height, depth, row_pitch,
                                  slice_pitch, host, &error);
        detail::report(error, "clCreateImage", err);
    }
};

class ImageGL : public Image {
public:
    ImageGL() {}
    explicit ImageGL(const cl_mem &image, bool = false) : Image(image) {}
    ImageGL(const Context &context, cl_mem_flags flags, cl_GLenum target, cl_GLint level,
            cl_GLuint texture, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateFromGLTexture(context(), flags, target, level, texture, &error);
        detail::report(error, "clCreateFromGLTexture", err);
    }
};

class BufferGL : public Buffer {
public:
    BufferGL() {}
    explicit BufferGL(const cl_mem &buffer, bool = false) : Buffer(buffer) {}
    BufferGL(const Context &context, cl_mem_flags flags, cl_GLuint buffer, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateFromGLBuffer(context(), flags, buffer, &error);
        detail::report(error, "clCreateFromGLBuffer", err);
    }
};

class Pipe : public Memory {
public:
    Pipe() {}
    explicit Pipe(const cl_mem &pipe, bool = false) : Memory(pipe) {}
    Pipe(const Context &context, cl_uint packet_size, cl_uint packets, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreatePipe(context(), CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, packet_size,
                               packets, NULL, &error);
        detail::report(error, "clCreatePipe", err);
    }
};

class Sampler {
    cl_sampler object_;

public:
    PPCL_CL_HANDLE(Sampler, cl_sampler)
    explicit Sampler(const cl_sampler &sampler, bool = false) : object_(sampler) {}
    Sampler(const Context &context, cl_bool normalized, cl_addressing_mode addressing,
            cl_filter_mode filter, cl_int *err = NULL)
    {
        cl_int error;
        object_ = clCreateSampler(context(), normalized, addressing, filter, &error);
        detail::report(error, "clCreateSampler", err);
    }
};

} // namespace cl
#endif
