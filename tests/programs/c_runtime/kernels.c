/* What ppcl's generator writes, written by hand for kernels.cl. */

static void add_group(const struct ppcl_range *range, const size_t group[3], void *const *arguments,
                      char *memory)
{
    const float *a = (const float *)arguments[0];
    const float *b = (const float *)arguments[1];
    float *c = (float *)arguments[2];
    int n = *(const int *)arguments[3];
    size_t first = range->offset[0] + group[0] * range->local_size[0];

    (void)memory;
    for (size_t i = first; i < first + range->local_size[0]; ++i)
        if ((int)i < n)
            c[i] = a[i] + b[i];
}

static void sum_group(const struct ppcl_range *range, const size_t group[3], void *const *arguments,
                      char *memory)
{
    const int *in = (const int *)arguments[0];
    int *out = (int *)arguments[1];
    int *part = (int *)arguments[2];
    size_t size = range->local_size[0];
    size_t first = range->offset[0] + group[0] * size;

    (void)memory;
    for (size_t l = 0; l < size; ++l)
        part[l] = in[first + l];
    for (size_t half = size / 2; half > 0; half /= 2)
        for (size_t l = 0; l < half; ++l)
            part[l] += part[l + half];
    out[group[0]] = part[0];
}

static void ids_group(const struct ppcl_range *range, const size_t group[3], void *const *arguments,
                      char *memory)
{
    int *out = (int *)arguments[0];

    (void)memory;
    for (size_t y = 0; y < 2; ++y)
        for (size_t x = 0; x < 4; ++x) {
            size_t row = range->offset[1] + group[1] * 2 + y;
            size_t column = range->offset[0] + group[0] * 4 + x;
            out[row * range->global_size[0] + column] =
                (int)(group[1] * 100 + group[0] * 10 + y * 4 + x);
        }
}

static const struct ppcl_argument add_arguments[] = {
    {"a", "float*", PPCL_GLOBAL, PPCL_CONST, PPCL_NO_ACCESS, 0},
    {"b", "float*", PPCL_GLOBAL, PPCL_CONST, PPCL_NO_ACCESS, 0},
    {"c", "float*", PPCL_GLOBAL, 0, PPCL_NO_ACCESS, 0},
    {"n", "int", PPCL_VALUE, 0, PPCL_NO_ACCESS, 4},
};

static const struct ppcl_argument sum_arguments[] = {
    {"in", "int*", PPCL_GLOBAL, PPCL_CONST, PPCL_NO_ACCESS, 0},
    {"out", "int*", PPCL_GLOBAL, 0, PPCL_NO_ACCESS, 0},
    {"part", "int*", PPCL_LOCAL, 0, PPCL_NO_ACCESS, 0},
};

static const struct ppcl_argument ids_arguments[] = {
    {"out", "int*", PPCL_GLOBAL, 0, PPCL_NO_ACCESS, 0},
};

static const struct ppcl_variant add_variants[] = {{{0, 0, 0}, add_group}};
static const struct ppcl_variant sum_variants[] = {{{0, 0, 0}, sum_group}};
static const struct ppcl_variant ids_variants[] = {{{4, 2, 1}, ids_group}};

static const struct ppcl_kernel the_kernels[] = {
    {"add", add_arguments, 4, {0, 0, 0}, 0, 0, 0, add_variants, 1},
    {"sum", sum_arguments, 3, {0, 0, 0}, 0, 0, 0, sum_variants, 1},
    {"ids", ids_arguments, 1, {4, 2, 1}, 0, 0, 0, ids_variants, 1},
};

static const struct ppcl_program ppcl_programs[] = {
    {"kernels.cl", KERNELS_HASH, KERNELS_LENGTH, "", the_kernels, 3, NULL},
    {"kernels.cl", KERNELS_HASH, KERNELS_LENGTH, "-DWIDTH=4 -cl-fast-relaxed-math", the_kernels, 3, NULL},
};
static const unsigned ppcl_program_count = 2;
