/* What compiled kernels and the runtime know of each other (docs/c-backend.md). */
#ifndef PPCL_KERNEL_H
#define PPCL_KERNEL_H

#include <stddef.h>
#include <stdint.h>

enum ppcl_kind {
    PPCL_VALUE,    /* bytes that are copied */
    PPCL_GLOBAL,   /* a buffer */
    PPCL_CONSTANT, /* a buffer that is only read */
    PPCL_LOCAL,    /* memory of a work-group, of the size that the host says */
    PPCL_IMAGE,
    PPCL_SAMPLER
};

enum ppcl_qualifier { PPCL_CONST = 1, PPCL_RESTRICT = 2, PPCL_VOLATILE = 4 };
enum ppcl_access { PPCL_NO_ACCESS, PPCL_READ_ONLY, PPCL_WRITE_ONLY, PPCL_READ_WRITE };

struct ppcl_argument {
    const char *name;
    const char *type;   /* as written, "float4*" */
    enum ppcl_kind kind;
    unsigned qualifiers; /* of what a pointer points to: ppcl_qualifier */
    enum ppcl_access access; /* of an image */
    size_t size;        /* of a value, in bytes */
};

/* An NDRange. Dimensions that the launch has not are of size 1, offset 0. */
struct ppcl_range {
    unsigned work_dim;
    size_t offset[3];
    size_t global_size[3]; /* in work-items */
    size_t local_size[3];  /* in work-items */
    size_t group_count[3];
};

/* An image as kernels see it; pitches are in bytes, order and type are OpenCL's numbers. */
struct ppcl_image {
    char *data;
    size_t width, height, depth; /* depth: of an array, its number of layers */
    size_t row_pitch, slice_pitch;
    uint32_t channel_order, channel_type;
    uint32_t dimensions; /* 1, 2 or 3, without the layers */
    uint32_t is_array;
};

/* A sampler's value: normalised coordinates 1; addressing 0 none, 2 clamp to edge, 4 clamp,
   6 repeat, 8 mirrored repeat; filter 16 nearest, 32 linear. */
typedef uint32_t ppcl_sampler;

/*
 * Runs all work-items of a group. `arguments` has for each argument: of a value or a sampler, where
 * its bytes are; of a buffer or local memory, its address; of an image, its ppcl_image. `memory` is
 * for this call alone, aligned to 128 bytes: `group_bytes` and `item_bytes` for each work-item.
 */
typedef void ppcl_group_function(const struct ppcl_range *range, const size_t group[3],
                                 void *const *arguments, char *memory);

/* A kernel compiled for one local size; zeros: for any. */
struct ppcl_variant {
    size_t local_size[3];
    ppcl_group_function *run;
};

struct ppcl_kernel {
    const char *name;
    const struct ppcl_argument *arguments;
    unsigned argument_count;
    size_t required_size[3]; /* reqd_work_group_size, or zeros */
    size_t local_bytes;      /* of local memory that the kernel declares */
    size_t group_bytes;
    size_t item_bytes;
    const struct ppcl_variant *variants; /* the first that fits is run; the last fits always */
    unsigned variant_count;
    int any_size; /* it computes the same in groups of any local size */
    int in_tiles; /* and sooner in square ones: memory is used far from the neighbours' */
    int turned;   /* which of the launch's dimensions is its 0, and 0 that one, in `variants` too */
};

/*
 * A program as it is found again when the host builds it. `hash` is FNV-1a (64 bit) over the
 * program's text without NULs, without blanks (space, \t, \r, \v, \f) at the ends of lines, and
 * without blanks and line feeds at its end; `length` is that text's, in bytes. `options` are the
 * host's -D options and -cl-fast-relaxed-math, which defines a macro: "-D NAME" written "-DNAME", the
 * last of each, sorted by byte and joined by one space; others (-I, -cl-std=, -cl-mad-enable, -w)
 * play no part. Blanks in double quotes do not end an option.
 */
struct ppcl_program {
    const char *name; /* the file, or the place in the host, that it was read from */
    uint64_t hash;
    size_t length;
    const char *options;
    const struct ppcl_kernel *kernels;
    unsigned kernel_count;
    const char *refused; /* the build's log: what kernels of the text are not there, and why; NULL */
};

#endif
