// Structs: nested, with arrays, by value as parameters, copied as a whole.
typedef struct { float3 position; float mass; } body;
typedef struct { int count; float values[4]; body bodies[2]; } cell;
struct parameters { int width; float factor; int2 origin; };

// kernel fields
//   store cells[96 * l0 + 96 * go0 + 12] 4
//   load from[32 * l0 + 32 * go0 + 16] 4
//   store cells[96 * l0 + 96 * go0 + 80] 4
//   load from[32 * l0 + 32 * go0] 16
//   store cells[96 * l0 + 96 * go0 + 36] 4
//   load cells[96 * l0 + 96 * go0] 4
//   store cells[96 * l0 + 96 * go0] 4
//   store cells[?] 4
kernel void fields(global cell *cells, global const body *from, struct parameters by_value)
{
    int i = get_global_id(0);
    cells[i].values[2] = by_value.factor;
    cells[i].bodies[1].mass = from[i].mass;
    cells[i].bodies[0].position.y = from[i].position.x;
    cells[i].count += by_value.width + by_value.origin.y;
    cells[by_value.width].count = 0;
}

// kernel copies
//   load from[32 * l0 + 32 * go0] 32
//   reads from
//   store to[32 * l0 + 32 * go0] 32
//   load to[16] 4
//   load to[48] 4
//   store to[16] 4
kernel void copies(global body *to, global const body *from)
{
    body kept = from[get_global_id(0)];
    kept.mass *= 2.0f;
    to[get_global_id(0)] = kept;
    global body *first = to;
    first->mass = (*first).mass + (&to[1])->mass;
}
