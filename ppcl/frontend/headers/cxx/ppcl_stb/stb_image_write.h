/* stb_image_write.h as ppcl reads it: an image's elements are read, and written to a file. How files
   are encoded is left out. Source: stb_image_write.h 1.16, Sean Barrett. */
#ifndef INCLUDE_STB_IMAGE_WRITE_H
#define INCLUDE_STB_IMAGE_WRITE_H
#include <stdio.h>
#include <stdlib.h>

#ifndef STBIWDEF
#ifdef STB_IMAGE_WRITE_STATIC
#define STBIWDEF static
#elif defined(__cplusplus)
#define STBIWDEF extern "C"
#else
#define STBIWDEF extern
#endif
#endif

STBIWDEF int stbi_write_png(char const *filename, int w, int h, int comp, const void *data,
                            int stride_in_bytes);
STBIWDEF int stbi_write_bmp(char const *filename, int w, int h, int comp, const void *data);
STBIWDEF int stbi_write_tga(char const *filename, int w, int h, int comp, const void *data);
STBIWDEF int stbi_write_hdr(char const *filename, int w, int h, int comp, const float *data);
STBIWDEF int stbi_write_jpg(char const *filename, int x, int y, int comp, const void *data,
                            int quality);
STBIWDEF void stbi_flip_vertically_on_write(int flip_boolean);
#endif

#ifdef STB_IMAGE_WRITE_IMPLEMENTATION
static int ppcl_stbi_write(char const *filename, const void *data, size_t size, size_t count)
{
    FILE *f = fopen(filename, "wb");
    if (!f)
        return 0;
    fwrite(data, size, count, f);
    fclose(f);
    return 1;
}

STBIWDEF int stbi_write_png(char const *filename, int w, int h, int comp, const void *data,
                            int stride_in_bytes)
{
    int row = stride_in_bytes ? stride_in_bytes : w * comp;
    return ppcl_stbi_write(filename, data, row, h);
}

STBIWDEF int stbi_write_bmp(char const *filename, int w, int h, int comp, const void *data)
{
    return ppcl_stbi_write(filename, data, comp, (size_t)w * h);
}

STBIWDEF int stbi_write_tga(char const *filename, int w, int h, int comp, const void *data)
{
    return ppcl_stbi_write(filename, data, comp, (size_t)w * h);
}

STBIWDEF int stbi_write_hdr(char const *filename, int w, int h, int comp, const float *data)
{
    return ppcl_stbi_write(filename, data, sizeof(float) * comp, (size_t)w * h);
}

STBIWDEF int stbi_write_jpg(char const *filename, int x, int y, int comp, const void *data,
                            int quality)
{
    (void)quality;
    return ppcl_stbi_write(filename, data, comp, (size_t)x * y);
}

STBIWDEF void stbi_flip_vertically_on_write(int flip_boolean) { (void)flip_boolean; }
#endif
