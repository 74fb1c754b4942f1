"""Fixed text of generated hosts."""

TOOLS = """\
struct cell { cl_uint a; cl_float b; };

static void save(const char *name, const void *data, size_t bytes)
{
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(data, 1, bytes, file) != bytes)
        exit(4);
    fclose(file);
}
"""
READER = """\
static const char *read_kernel(const char *path)
{
    static char text[65536];
    FILE *file = fopen(path, "rb");
    if (!file || fread(text, 1, sizeof(text) - 1, file) == 0)
        exit(3);
    fclose(file);
    return text;
}
"""
CHECKS = {
    "none": "",
    "sum": "",
    "macro": """\
#define CHECK(call) \\
    do { \\
        cl_int code_ = (call); \\
        if (code_ != CL_SUCCESS) { \\
            fprintf(stderr, "error %d\\n", (int)code_); \\
            exit(3); \\
        } \\
    } while (0)
""",
    "function": """\
static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: error %d\\n", what, (int)code);
        exit(3);
    }
}
""",
}
WRAPPERS = """\
static cl_mem make_buffer(cl_context where, cl_mem_flags flags, size_t bytes, void *data)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(where, flags, bytes, data, &err);
    if (err != CL_SUCCESS)
        exit(3);
    return buffer;
}

static void set_argument(cl_kernel kernel, int index, size_t bytes, const void *value)
{
    if (clSetKernelArg(kernel, index, bytes, value) != CL_SUCCESS)
        exit(3);
}
"""
