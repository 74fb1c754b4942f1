// Helper functions with pointers into every address space; inline, static, prototypes.
typedef struct { float value; int index; } item;

float of_global(__global const float *data, int i);
static inline float of_local(local float *tile, int i) { return tile[i]; }
float of_constant(constant float *table, int i) { return table[i]; }
void to_private(private float *own, float value) { own[1] = value; }
void through_struct(global item *items, item given) { items[given.index].value = given.value; }
__attribute__((always_inline)) float nested(global float *data, int i)
{
    return of_global(data + 1, i) + of_global(data, i + 2);
}

// kernel spaces
//   load data[4 * l0 + 4 * go0] 4
//   store own[4] 4
//   load own[4] 4
//   store tile[4 * l0] 4
//   store items[8 * l0 + 8 * go0] 4
//   load tile[0] 4
//   load table[4 * l0 + 4 * go0] 4
//   load data[4 * l0 + 4 * go0 + 4] 4
//   load data[4 * l0 + 4 * go0 + 8] 4
//   store data[4 * l0 + 4 * go0] 4
kernel void spaces(global float *data, constant float *table, local float *tile, global item *items)
{
    int i = get_global_id(0);
    float own[2] = {0.0f, 0.0f};
    item given = {1.0f, i};
    to_private(own, of_global(data, i));
    tile[get_local_id(0)] = own[1];
    through_struct(items, given);
    data[i] = of_local(tile, 0) + of_constant(table, i) + nested(data, i);
}

float of_global(__global const float *data, int i)
{
    return data[i];
}

// kernel inner
//   store data[4 * l0 + 4 * go0] 4
kernel void inner(global float *data) { data[get_global_id(0)] = 1.0f; }

// kernel calls_a_kernel
//   store data[4 * l0 + 4 * go0] 4
kernel void calls_a_kernel(global float *data) { inner(data); }
