/* Programs are found by their text and options, however the host spells them. */
#define CL_TARGET_OPENCL_VERSION 120
#include "check.h"
#include <string.h>

static void CL_CALLBACK built(cl_program program, void *data)
{
    (void)program;
    printf("%s: ", (const char *)data);
}

static void build(struct setup *the, cl_uint count, const char **texts, const size_t *lengths,
                  const char *options)
{
    static char log[4096], notified[] = "notified";
    cl_int error;
    cl_program program = clCreateProgramWithSource(the->context, count, texts, lengths, &error);

    CHECK(error);
    error = clBuildProgram(program, 0, NULL, options, built, notified);
    CHECK(clGetProgramBuildInfo(program, the->device, CL_PROGRAM_BUILD_LOG, sizeof(log), log,
                                NULL));
    printf("%d [%s]\n%s", error, options != NULL ? options : "", log);
    CHECK(clReleaseProgram(program));
}

/* The text with other line ends, blanks at the ends of lines, and lines at the end. */
static char *spoilt(const char *text)
{
    char *made = (char *)malloc(4 * strlen(text) + 16), *end = made;

    for (; *text != '\0'; ++text) {
        if (*text == '\n')
            end += sprintf(end, " \t\r");
        *end++ = *text;
    }
    strcpy(end, "\r\n  \n");
    return made;
}

int main(void)
{
    struct setup the = set_up(0, "");
    char *text = read_text("kernels.cl"), *other = spoilt(text);
    const char *whole[1] = {text}, *changed[1] = {other}, *half[2] = {text, text + 100};
    size_t lengths[2] = {100, strlen(text) - 100 + 1}; /* with the zero at the end */

    build(&the, 1, whole, NULL, NULL);
    build(&the, 1, changed, NULL, "");
    build(&the, 2, half, lengths, "-w -I . -I/some/where -Werror");
    build(&the, 1, whole, NULL, "  -cl-fast-relaxed-math   -D WIDTH=4 -DWIDTH=4");
    build(&the, 1, whole, NULL, "-DWIDTH=3 -cl-fast-relaxed-math -DWIDTH=4");
    build(&the, 1, whole, NULL, "-DWIDTH=3 -cl-fast-relaxed-math -D DEPTH=\"a b\"");
    build(&the, 1, whole, NULL, "-Dpart=can't");
    build(&the, 1, whole, NULL, "-D");
    text[20] = '!';
    build(&the, 1, whole, NULL, "-DWIDTH=4");
    free(text);
    free(other);
    tear_down(&the);
    return 0;
}
