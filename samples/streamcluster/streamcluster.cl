// What it would gain to open one more centre, at point x: each point finds whether x is nearer than
// its own centre, and by how much.
//
// The coordinates are stored dimension by dimension, coordinate k of a point at [k * points +
// point]. Each point has a row of centres + 1 numbers in `work`. If it goes over to x, what it
// saves (less than zero) is the last one; otherwise it would lose so much if its own centre were
// closed, which is added to the number that this centre has in the table.
typedef struct {
    float weight;
    float cost;   // weighted distance to the centre
    int centre;   // the point that it is assigned to
} Point;

__kernel void find_gain(__global const Point *point,
                        __global const float *coordinates,
                        __global float *work,
                        __global const int *table,
                        __global char *goes_over,
                        __local float *own,
                        const int points,
                        const int dimensions,
                        const int x,
                        const int centres)
{
    const int thread = get_global_id(0);
    const int local_id = get_local_id(0);

    // x is the same for all work-items
    if (local_id == 0)
        for (int k = 0; k < dimensions; k++)
            own[k] = coordinates[k * points + x];
    barrier(CLK_LOCAL_MEM_FENCE);

    if (thread < points) {
        float distance = 0.0f;
        for (int k = 0; k < dimensions; k++) {
            const float difference = coordinates[k * points + thread] - own[k];
            distance += difference * difference;
        }

        const float cost = distance * point[thread].weight;
        const float now = point[thread].cost;
        const int base = thread * (centres + 1);

        if (cost < now) {
            goes_over[thread] = 1;
            work[base + centres] = cost - now;
        } else {
            const int centre = table[point[thread].centre];
            work[base + centre] += cost - now;
        }
    }
}
