/* The potential of particles in a box of space, and the force on each, by those of its own box and
 * of the boxes around it. A work-group does a box. It loads the particles of one box after another
 * into local memory; each of its work-items goes through all of these for a particle of its own,
 * and for another one where there are more particles than work-items. */
#define PARTICLES 100   /* in a box */
#define THREADS 64

/* A particle's place, and half of the square of its distance from the origin; or the force on it,
 * and its potential. */
typedef struct {
    float v, x, y, z;
} Quad;

typedef struct {
    int x, y, z;
    int number;
    long offset;
} Neighbour;

/* A box: where it is, its first particle, and the boxes around it. */
typedef struct {
    int x, y, z;
    int number;
    long offset;
    int neighbours;
    Neighbour neighbour[26];
} Box;

float dot_of(const Quad a, const Quad b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__kernel void find_forces(const float alpha,
                          const int boxes,
                          __global const Box *box,
                          __global const Quad *place,
                          __global const float *charge,
                          __global Quad *force)
{
    __local Quad own[PARTICLES];
    __local Quad other[PARTICLES];
    __local float other_charge[PARTICLES];
    const int group = get_group_id(0);
    const int thread = get_local_id(0);
    const float a2 = 2.0f * alpha * alpha;

    if (group < boxes) {
        const int first = box[group].offset;

        for (int i = thread; i < PARTICLES; i += THREADS)
            own[i] = place[first + i];

        for (int k = 0; k < 1 + box[group].neighbours; k++) {
            const int from = k == 0 ? group : box[group].neighbour[k - 1].number;
            const int first_other = box[from].offset;

            for (int i = thread; i < PARTICLES; i += THREADS) {
                other[i] = place[first_other + i];
                other_charge[i] = charge[first_other + i];
            }
            barrier(CLK_LOCAL_MEM_FENCE);

            for (int i = thread; i < PARTICLES; i += THREADS) {
                for (int j = 0; j < PARTICLES; j++) {
                    const float r2 = own[i].v + other[j].v - dot_of(own[i], other[j]);
                    const float vicinity = exp(-a2 * r2);
                    const float strength = 2.0f * other_charge[j] * vicinity;

                    force[first + i].v += other_charge[j] * vicinity;
                    force[first + i].x += strength * (own[i].x - other[j].x);
                    force[first + i].y += strength * (own[i].y - other[j].y);
                    force[first + i].z += strength * (own[i].z - other[j].z);
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
}
