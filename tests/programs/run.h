/* What the hosts of these tests share. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static void check(cl_int error, const char *what)
{
    if (error != CL_SUCCESS) {
        fprintf(stderr, "%s: error %d\n", what, error);
        exit(1);
    }
}

static char *read_all(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    char *data;
    if (!file)
        exit(2);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    data = calloc(*size + 1, 1);
    if (fread(data, 1, *size, file) != *size)
        exit(2);
    fclose(file);
    return data;
}
