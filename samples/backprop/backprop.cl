/* Two steps of training a network by back-propagation: from the input layer forward to the hidden
 * one, and the change of the weights between these. Weight i, j is of input unit i and hidden unit
 * j, at [i * (hidden + 1) + j]; the units 0 are thresholds.
 *
 * A work-group has HEIGHT x WIDTH work-items, one for each weight of HEIGHT input units; there are
 * WIDTH hidden units. */
#define WIDTH 16
#define HEIGHT 16
#define ETA 0.3f       /* learning rate */
#define MOMENTUM 0.3f

/* What a work-group's input units contribute to each hidden unit. */
__kernel void layer_forward(__global const float *input,
                            __global const float *weights,
                            __global float *partial_sums,
                            __local float *input_node,
                            __local float *weight_matrix,
                            const int hidden)
{
    const int by = get_group_id(1);
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int index = (hidden + 1) * (HEIGHT * by + ty + 1) + tx + 1;
    const int index_in = HEIGHT * by + ty + 1;

    if (tx == 0)
        input_node[ty] = input[index_in];
    barrier(CLK_LOCAL_MEM_FENCE);

    weight_matrix[ty * WIDTH + tx] = weights[index] * input_node[ty];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int step = 1; step < HEIGHT; step = step * 2) {
        if (ty % (2 * step) == 0)
            weight_matrix[ty * WIDTH + tx] += weight_matrix[(ty + step) * WIDTH + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (tx == 0)
        partial_sums[by * hidden + ty] = weight_matrix[ty];
}

/* Changes each weight by the error of its hidden unit, and by a part of its last change. */
__kernel void adjust_weights(__global const float *delta,
                             const int hidden,
                             __global const float *input,
                             __global float *weights,
                             __global float *changes)
{
    const int by = get_group_id(1);
    const int tx = get_local_id(0);
    const int ty = get_local_id(1);
    const int index = (hidden + 1) * (HEIGHT * by + ty + 1) + tx + 1;
    const int index_x = tx + 1;
    const int index_y = HEIGHT * by + ty + 1;

    weights[index] += ETA * delta[index_x] * input[index_y] + MOMENTUM * changes[index];
    changes[index] = ETA * delta[index_x] * input[index_y] + MOMENTUM * changes[index];

    /* the thresholds' */
    if (ty == 0 && by == 0) {
        weights[index_x] += ETA * delta[index_x] + MOMENTUM * changes[index_x];
        changes[index_x] = ETA * delta[index_x] + MOMENTUM * changes[index_x];
    }
}
