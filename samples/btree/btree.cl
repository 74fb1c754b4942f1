/* Look-ups in a B+ tree. A work-group has a query, and a work-item for each key of a node: the one
 * whose key and the next one the query is between says where to go on. All nodes are in one array,
 * the root first. A node has ORDER keys, those that are not used larger than all others, and one
 * more behind them; and for each key the number of the node below, or of a record in a leaf. */
#define ORDER 256

typedef struct {
    int location;
    int indices[ORDER + 1];
    int keys[ORDER + 1];
    int is_leaf;
    int num_keys;
} Node;

typedef struct {
    int value;
} Record;

/* The record of a key; the answer stays as it is where there is none. */
__kernel void find_k(const int height,
                     __global const Node *nodes,
                     const int node_count,
                     __global const Record *records,
                     __global int *current,
                     __global int *offset,
                     __global const int *keys,
                     __global Record *answers)
{
    const int thread = get_local_id(0);
    const int query = get_group_id(0);

    for (int level = 0; level < height; level++) {
        if (nodes[current[query]].keys[thread] <= keys[query]
            && nodes[current[query]].keys[thread + 1] > keys[query]) {
            /* only nodes are gone on to */
            if (nodes[offset[query]].indices[thread] < node_count)
                offset[query] = nodes[offset[query]].indices[thread];
        }
        barrier(CLK_GLOBAL_MEM_FENCE);

        if (thread == 0)
            current[query] = offset[query];
        barrier(CLK_GLOBAL_MEM_FENCE);
    }

    if (nodes[current[query]].keys[thread] == keys[query])
        answers[query].value = records[nodes[current[query]].indices[thread]].value;
}

/* The first record of a range of keys, and how many there are, from the two leaves that the range
 * starts and ends in. Records are in the order of their keys. */
__kernel void find_range_k(const int height,
                           __global const Node *nodes,
                           const int node_count,
                           __global int *current,
                           __global int *offset,
                           __global int *last,
                           __global int *last_offset,
                           __global const int *starts,
                           __global const int *ends,
                           __global int *first_record,
                           __global int *length)
{
    const int thread = get_local_id(0);
    const int query = get_group_id(0);

    for (int level = 0; level < height; level++) {
        if (nodes[current[query]].keys[thread] <= starts[query]
            && nodes[current[query]].keys[thread + 1] > starts[query]) {
            if (nodes[current[query]].indices[thread] < node_count)
                offset[query] = nodes[current[query]].indices[thread];
        }
        if (nodes[last[query]].keys[thread] <= ends[query]
            && nodes[last[query]].keys[thread + 1] > ends[query]) {
            if (nodes[last[query]].indices[thread] < node_count)
                last_offset[query] = nodes[last[query]].indices[thread];
        }
        barrier(CLK_GLOBAL_MEM_FENCE);

        if (thread == 0) {
            current[query] = offset[query];
            last[query] = last_offset[query];
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }

    if (nodes[current[query]].keys[thread] == starts[query])
        first_record[query] = nodes[current[query]].indices[thread];
    barrier(CLK_GLOBAL_MEM_FENCE);

    if (nodes[last[query]].keys[thread] == ends[query])
        length[query] = nodes[last[query]].indices[thread] - first_record[query] + 1;
}
