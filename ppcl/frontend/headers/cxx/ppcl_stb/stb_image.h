/* stb_image.h as ppcl reads it: an image is memory of its own, and a file says its sizes and what is
   in it. How files are decoded is left out. Source: stb_image.h 2.30, Sean Barrett. */
#ifndef STBI_INCLUDE_STB_IMAGE_H
#define STBI_INCLUDE_STB_IMAGE_H
#include <stdio.h>
#include <stdlib.h>
#define STBI_VERSION 1

enum { STBI_default = 0, STBI_grey = 1, STBI_grey_alpha = 2, STBI_rgb = 3, STBI_rgb_alpha = 4 };
typedef unsigned char stbi_uc;
typedef unsigned short stbi_us;

#ifndef STBIDEF
#ifdef STB_IMAGE_STATIC
#define STBIDEF static
#else
#define STBIDEF extern
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif
STBIDEF stbi_uc *stbi_load(char const *filename, int *x, int *y, int *channels_in_file,
                           int desired_channels);
STBIDEF stbi_uc *stbi_load_from_file(FILE *f, int *x, int *y, int *channels_in_file,
                                     int desired_channels);
STBIDEF stbi_us *stbi_load_16(char const *filename, int *x, int *y, int *channels_in_file,
                              int desired_channels);
STBIDEF float *stbi_loadf(char const *filename, int *x, int *y, int *channels_in_file,
                          int desired_channels);
STBIDEF int stbi_info(char const *filename, int *x, int *y, int *comp);
STBIDEF const char *stbi_failure_reason(void);
STBIDEF void stbi_image_free(void *retval_from_stbi_load);
STBIDEF void stbi_set_flip_vertically_on_load(int flag_true_if_should_flip);
#ifdef __cplusplus
}
#endif
#endif

#ifdef STB_IMAGE_IMPLEMENTATION
static int ppcl_stbi_sizes(FILE *f, int *x, int *y, int *channels)
{
    int sizes[3];
    if (fread(sizes, sizeof(int), 3, f) != 3)
        return 0;
    *x = sizes[0];
    *y = sizes[1];
    if (channels)
        *channels = sizes[2];
    return sizes[2];
}

static void *ppcl_stbi_elements(FILE *f, int *x, int *y, int *channels, int desired, size_t size)
{
    int found = ppcl_stbi_sizes(f, x, y, channels);
    size_t count = (size_t)*x * *y * (desired ? desired : found);
    void *elements;
    if (!found)
        return NULL;
    elements = malloc(count * size);
    fread(elements, size, count, f);
    return elements;
}

static void *ppcl_stbi_load(char const *filename, int *x, int *y, int *channels, int desired,
                            size_t size)
{
    FILE *f = fopen(filename, "rb");
    void *elements;
    if (!f)
        return NULL;
    elements = ppcl_stbi_elements(f, x, y, channels, desired, size);
    fclose(f);
    return elements;
}

STBIDEF stbi_uc *stbi_load_from_file(FILE *f, int *x, int *y, int *channels_in_file,
                                     int desired_channels)
{
    return (stbi_uc *)ppcl_stbi_elements(f, x, y, channels_in_file, desired_channels, 1);
}

STBIDEF stbi_uc *stbi_load(char const *filename, int *x, int *y, int *channels_in_file,
                           int desired_channels)
{
    return (stbi_uc *)ppcl_stbi_load(filename, x, y, channels_in_file, desired_channels, 1);
}

STBIDEF stbi_us *stbi_load_16(char const *filename, int *x, int *y, int *channels_in_file,
                              int desired_channels)
{
    return (stbi_us *)ppcl_stbi_load(filename, x, y, channels_in_file, desired_channels, 2);
}

STBIDEF float *stbi_loadf(char const *filename, int *x, int *y, int *channels_in_file,
                          int desired_channels)
{
    return (float *)ppcl_stbi_load(filename, x, y, channels_in_file, desired_channels, 4);
}

STBIDEF int stbi_info(char const *filename, int *x, int *y, int *comp)
{
    FILE *f = fopen(filename, "rb");
    int found;
    if (!f)
        return 0;
    found = ppcl_stbi_sizes(f, x, y, comp);
    fclose(f);
    return found != 0;
}

STBIDEF const char *stbi_failure_reason(void) { return "unknown"; }
STBIDEF void stbi_image_free(void *retval_from_stbi_load) { free(retval_from_stbi_load); }
STBIDEF void stbi_set_flip_vertically_on_load(int flag_true_if_should_flip)
{
    (void)flag_true_if_should_flip;
}
#endif
