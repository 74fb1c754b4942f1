/*
 * btree: look-ups in a B+ tree of N keys: the records of N/16 keys, and the extent of N/16 ranges.
 *
 * The host builds the tree from its sorted keys, level by level, as one array of nodes in which the
 * children are numbers. A work-group follows a query from the root to a leaf, or both ends of a
 * range to two leaves, and its work-items compare all keys of a node at once. Some keys are not in
 * the tree. Each timed repeat is a launch of both kernels.
 *
 * J. Fix, A. Wilkes, K. Skadron, "Accelerating braided B+ tree searches on a GPU with CUDA", A4MMC
 * 2011; S. Che et al., "Rodinia: a benchmark suite for heterogeneous computing", IISWC 2009.
 */
#define SAMPLE "btree"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <limits.h>

#define ORDER 256         /* most keys of a node; as in btree.cl */
#define FILL 192          /* how many the nodes have */
#define LEVELS 8
#define KEYS_PER_QUERY 16
#define LONGEST_RANGE 500 /* in keys */
#define MAX_SIZE (1 << 22)
#define MAX_REPEATS 1000

struct options {
    int size, repeats;
    const char *dump;
};

/* As in btree.cl. */
struct node {
    cl_int location;
    cl_int indices[ORDER + 1];
    cl_int keys[ORDER + 1];
    cl_int is_leaf;
    cl_int num_keys;
};

struct record {
    cl_int value;
};

/* The tree; record number i has the i-th key. */
struct tree {
    int records, nodes, height; /* levels below the root */
    cl_int *keys;
    struct record *record;
    struct node *node;
};

/* What is looked up, and what is found; -1 where a key is none of the tree's. */
struct queries {
    int count;
    cl_int *keys, *answers;
    cl_int *starts, *ends, *first, *length;
    cl_int *zeros; /* a root for each query */
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {1 << 16, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, KEYS_PER_QUERY, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: btree [-n KEYS] [-r REPEATS] [-d FILE]\n"
                        "KEYS is %d to %d, REPEATS 1 to %d.\n", KEYS_PER_QUERY, MAX_SIZE,
                MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_mem create_buffer(const struct device *device, cl_mem_flags flags, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device->context, flags, size, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

static void upload(const struct device *device, cl_mem buffer, const void *values, size_t size)
{
    check(clEnqueueWriteBuffer(device->queue, buffer, CL_TRUE, 0, size, values, 0, NULL, NULL),
          "clEnqueueWriteBuffer");
}

static void download(const struct device *device, cl_mem buffer, void *values, size_t size)
{
    check(clEnqueueReadBuffer(device->queue, buffer, CL_TRUE, 0, size, values, 0, NULL, NULL),
          "clEnqueueReadBuffer");
}

static cl_mem create_filled(const struct device *device, const void *values, size_t size)
{
    const cl_mem buffer = create_buffer(device, CL_MEM_READ_ONLY, size);
    upload(device, buffer, values, size);
    return buffer;
}

static cl_kernel create_kernel(const struct device *device, const char *name)
{
    cl_int err;
    const cl_kernel kernel = clCreateKernel(device->program, name, &err);
    check(err, "clCreateKernel");
    return kernel;
}

/* Finds the records of keys, once to warm up, and then `repeats` times; the milliseconds of each
 * are added to `times`. */
static void find_keys(const struct device *device, cl_mem d_nodes, const struct tree *tree,
                      const struct queries *queries, double *times, int repeats)
{
    const size_t size = sizeof(cl_int) * queries->count;
    const size_t local[1] = {ORDER};
    const size_t global[1] = {(size_t)queries->count * ORDER};
    const cl_kernel kernel = create_kernel(device, "find_k");
    const cl_mem d_records =
        create_filled(device, tree->record, sizeof(struct record) * tree->records);
    const cl_mem d_current = create_buffer(device, CL_MEM_READ_WRITE, size);
    const cl_mem d_offset = create_buffer(device, CL_MEM_READ_WRITE, size);
    const cl_mem d_keys = create_filled(device, queries->keys, size);
    const cl_mem d_answers = create_buffer(device, CL_MEM_READ_WRITE, size);
    cl_int err = clSetKernelArg(kernel, 0, sizeof(int), &tree->height);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_nodes);
    err |= clSetKernelArg(kernel, 2, sizeof(int), &tree->nodes);
    err |= clSetKernelArg(kernel, 3, sizeof(cl_mem), &d_records);
    err |= clSetKernelArg(kernel, 4, sizeof(cl_mem), &d_current);
    err |= clSetKernelArg(kernel, 5, sizeof(cl_mem), &d_offset);
    err |= clSetKernelArg(kernel, 6, sizeof(cl_mem), &d_keys);
    err |= clSetKernelArg(kernel, 7, sizeof(cl_mem), &d_answers);
    check(err, "clSetKernelArg");
    upload(device, d_answers, queries->answers, size);
    for (int i = 0; i <= repeats; ++i) {
        upload(device, d_current, queries->zeros, size);
        upload(device, d_offset, queries->zeros, size);
        cl_event event;
        check(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, global, local, 0, NULL,
                                     &event), "clEnqueueNDRangeKernel");
        times[i] += time_of(event);
    }
    download(device, d_answers, queries->answers, size);
    clReleaseMemObject(d_records), clReleaseMemObject(d_current), clReleaseMemObject(d_offset);
    clReleaseMemObject(d_keys), clReleaseMemObject(d_answers);
    clReleaseKernel(kernel);
}

/* The same for ranges: their first records, and how many there are. */
static void find_ranges(const struct device *device, cl_mem d_nodes, const struct tree *tree,
                        const struct queries *queries, double *times, int repeats)
{
    const size_t size = sizeof(cl_int) * queries->count;
    const size_t local[1] = {ORDER};
    const size_t global[1] = {(size_t)queries->count * ORDER};
    const cl_kernel kernel = create_kernel(device, "find_range_k");
    const cl_mem d_current = create_buffer(device, CL_MEM_READ_WRITE, size);
    const cl_mem d_offset = create_buffer(device, CL_MEM_READ_WRITE, size);
    const cl_mem d_last = create_buffer(device, CL_MEM_READ_WRITE, size);
    const cl_mem d_last_offset = create_buffer(device, CL_MEM_READ_WRITE, size);
    const cl_mem d_starts = create_filled(device, queries->starts, size);
    const cl_mem d_ends = create_filled(device, queries->ends, size);
    const cl_mem d_first = create_buffer(device, CL_MEM_READ_WRITE, size);
    const cl_mem d_length = create_buffer(device, CL_MEM_READ_WRITE, size);
    cl_int err = clSetKernelArg(kernel, 0, sizeof(int), &tree->height);
    err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_nodes);
    err |= clSetKernelArg(kernel, 2, sizeof(int), &tree->nodes);
    err |= clSetKernelArg(kernel, 3, sizeof(cl_mem), &d_current);
    err |= clSetKernelArg(kernel, 4, sizeof(cl_mem), &d_offset);
    err |= clSetKernelArg(kernel, 5, sizeof(cl_mem), &d_last);
    err |= clSetKernelArg(kernel, 6, sizeof(cl_mem), &d_last_offset);
    err |= clSetKernelArg(kernel, 7, sizeof(cl_mem), &d_starts);
    err |= clSetKernelArg(kernel, 8, sizeof(cl_mem), &d_ends);
    err |= clSetKernelArg(kernel, 9, sizeof(cl_mem), &d_first);
    err |= clSetKernelArg(kernel, 10, sizeof(cl_mem), &d_length);
    check(err, "clSetKernelArg");
    for (int i = 0; i <= repeats; ++i) {
        upload(device, d_current, queries->zeros, size);
        upload(device, d_offset, queries->zeros, size);
        upload(device, d_last, queries->zeros, size);
        upload(device, d_last_offset, queries->zeros, size);
        upload(device, d_first, queries->zeros, size);
        upload(device, d_length, queries->zeros, size);
        cl_event event;
        check(clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, global, local, 0, NULL,
                                     &event), "clEnqueueNDRangeKernel");
        times[i] += time_of(event);
    }
    download(device, d_first, queries->first, size);
    download(device, d_length, queries->length, size);
    clReleaseMemObject(d_current), clReleaseMemObject(d_offset);
    clReleaseMemObject(d_last), clReleaseMemObject(d_last_offset);
    clReleaseMemObject(d_starts), clReleaseMemObject(d_ends);
    clReleaseMemObject(d_first), clReleaseMemObject(d_length);
    clReleaseKernel(kernel);
}

/* Node number `which` of a level, which is 0 for leaves: each of its keys is the lowest one below
 * it. `below` is the first node of the level below, `step` how many keys there are below a
 * child. */
static void fill_node(struct node *node, const struct tree *tree, int which, int level, int below,
                      int step)
{
    node->location = (cl_int)(node - tree->node);
    node->is_leaf = level == 0;
    for (int i = 0; i <= ORDER; ++i) {
        const long child = (long)which * FILL + i, record = child * step;
        node->keys[i] = INT_MAX;
        if (i >= FILL || record >= tree->records)
            continue;
        node->keys[i] = tree->keys[record];
        node->indices[i] = (cl_int)child + (level == 0 ? 0 : below);
        ++node->num_keys;
    }
}

/* All nodes, the root first, then level by level. */
static void build_nodes(struct tree *tree)
{
    int counts[LEVELS] = {(tree->records + FILL - 1) / FILL}, step = 1, below = 0;
    tree->nodes = counts[0];
    for (tree->height = 0; counts[tree->height] > 1; ++tree->height) {
        counts[tree->height + 1] = (counts[tree->height] + FILL - 1) / FILL;
        tree->nodes += counts[tree->height + 1];
    }
    tree->node = allocate((size_t)tree->nodes, sizeof(struct node));
    int first = tree->nodes;
    for (int level = 0; level <= tree->height; ++level, step *= FILL) {
        first -= counts[level];
        for (int which = 0; which < counts[level]; ++which)
            fill_node(&tree->node[first + which], tree, which, level, below, step);
        below = first;
    }
}

/* Keys of which each is larger than the one before, with gaps. */
static struct tree make_tree(int records)
{
    unsigned int seed = 1;
    struct tree tree = {.records = records};
    tree.keys = allocate((size_t)records, sizeof(cl_int));
    tree.record = allocate((size_t)records, sizeof(struct record));
    for (int i = 0; i < records; ++i) {
        tree.keys[i] = 4 * i + (int)(4.0f * random_unit(&seed));
        tree.record[i].value = (cl_int)(1e6f * random_unit(&seed));
    }
    build_nodes(&tree);
    return tree;
}

/* Keys, one in four of which may be none of the tree's, and ranges the ends of which are. */
static struct queries make_queries(const struct tree *tree)
{
    const int count = tree->records / KEYS_PER_QUERY;
    unsigned int seed = 2;
    cl_int *const all = allocate((size_t)count, 7 * sizeof(cl_int));
    const struct queries queries = {count, all, all + count, all + 2 * count, all + 3 * count,
                                    all + 4 * count, all + 5 * count, all + 6 * count};
    for (int i = 0; i < count; ++i) {
        const int first = (int)(random_unit(&seed) * (float)tree->records);
        const int last = first + (int)(random_unit(&seed) * LONGEST_RANGE);
        queries.keys[i] = tree->keys[first] + (i % 4 == 0);
        queries.answers[i] = -1;
        queries.starts[i] = tree->keys[first];
        queries.ends[i] = tree->keys[last < tree->records ? last : tree->records - 1];
    }
    return queries;
}

/* The number of the record of a key, by halves; -1 where there is none. */
static int find_on_host(const struct tree *tree, int key)
{
    int low = 0, high = tree->records;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (tree->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tree->records && tree->keys[low] == key ? low : -1;
}

/* How many queries have another result than the host finds. */
static double count_errors(const struct tree *tree, const struct queries *queries)
{
    int errors = 0;
    for (int i = 0; i < queries->count; ++i) {
        const int record = find_on_host(tree, queries->keys[i]);
        const int first = find_on_host(tree, queries->starts[i]);
        const int last = find_on_host(tree, queries->ends[i]);
        const int answer = record < 0 ? -1 : tree->record[record].value;
        errors += queries->answers[i] != answer || queries->first[i] != first
               || queries->length[i] != last - first + 1;
    }
    return errors;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    const struct tree tree = make_tree(options.size);
    const struct queries queries = make_queries(&tree);
    double *times = allocate((size_t)options.repeats + 1, sizeof(double));

    struct device device;
    open_device(&device);
    build_file(&device, "btree.cl");
    const cl_mem d_nodes = create_filled(&device, tree.node, sizeof(struct node) * tree.nodes);
    find_keys(&device, d_nodes, &tree, &queries, times, options.repeats);
    find_ranges(&device, d_nodes, &tree, &queries, times, options.repeats);
    clReleaseMemObject(d_nodes);
    close_device(&device);

    printf("btree: %d keys in %d nodes, %d queries of each kind\n", tree.records, tree.nodes,
           queries.count);
    const int status = report(times + 1, options.repeats, count_errors(&tree, &queries), 0.0);
    dump(options.dump, queries.answers, sizeof(cl_int), (size_t)queries.count);
    dump_more(options.dump, queries.first, sizeof(cl_int), (size_t)queries.count);
    dump_more(options.dump, queries.length, sizeof(cl_int), (size_t)queries.count);
    free(tree.keys), free(tree.record), free(tree.node), free(queries.keys), free(times);
    return status;
}
