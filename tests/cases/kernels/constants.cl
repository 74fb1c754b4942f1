// Program-scope constants: scalars, arrays, tables of structs; designated initialisers.

typedef struct {
    int x, y;
    float weight;
} tap;

__constant float scale = 2.0f;
__constant int offsets[3] = {-1, 0, 1};
constant tap taps[] = {{.x = 0, .y = 1, .weight = 0.5f}, {1, 0, 0.25f}};
constant int matrix[2][3] = {[1] = {4, 5, 6}, [0] = {1, 2, 3}};
constant char message[] = "constant";

// kernel tables
//   load offsets[4 * j] 4
//   load from[4 * l0 + 4 * offsets + 4 * go0] 4
//   load matrix[4 * j + 12] 4
//   load taps[12 * j + 8] 4
//   load taps[12 * j] 4
//   load from[4 * l0 + 4 * taps + 4 * go0] 4
//   load message[0] 1
//   store to[4 * l0 + 4 * go0] 4
kernel void tables(global const float *from, global float *to)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int j = 0; j < 3; j++)
        sum += from[i + offsets[j]] * matrix[1][j];
    for (int j = 0; j < 2; j++)
        sum += taps[j].weight * from[i + taps[j].x];
    to[i] = scale * sum + message[0];
}

// kernel constant_argument
//   load filter[4 * l0] 4
//   store to[4 * l0 + 4 * go0] 4
kernel void constant_argument(constant float *restrict filter, global float *to)
{
    to[get_global_id(0)] = filter[get_local_id(0)];
}
