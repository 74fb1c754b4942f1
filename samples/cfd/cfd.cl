/* The Euler equations of a compressible flow, by finite volumes on a mesh of elements with four
 * faces. Element i has five conserved variables, number v at variables[v * elements + i]: its
 * density, three components of the density of its momentum, and the density of its energy; so do
 * the fluxes. Face f of an element has a neighbour at neighbour[f * elements + i], and a normal as
 * long as the face is large, component c of it at normals[(c * FACES + f) * elements + i]. */
#define GAMMA 1.4f
#define FACES 4
#define STAGES 3            /* of the Runge-Kutta method */
#define WING -1             /* what is no neighbour: a wall */
#define SMOOTHING 0.2f      /* artificial viscosity */

#define DENSITY 0
#define MOMENTUM 1
#define ENERGY 4
#define VARIABLES 5

typedef struct {
    float x, y, z;
} Vector;

void find_velocity(float density, Vector momentum, Vector *velocity)
{
    velocity->x = momentum.x / density;
    velocity->y = momentum.y / density;
    velocity->z = momentum.z / density;
}

float square_of(Vector v)
{
    return v.x * v.x + v.y * v.y + v.z * v.z;
}

float find_pressure(float density, float energy, float speed2)
{
    return (GAMMA - 1.0f) * (energy - 0.5f * density * speed2);
}

float speed_of_sound(float density, float pressure)
{
    return sqrt(GAMMA * pressure / density);
}

/* What flows of each component of momentum, and of energy, in each direction. */
void find_flux(Vector momentum, float energy, float pressure, Vector velocity, Vector *flux_x,
               Vector *flux_y, Vector *flux_z, Vector *flux_energy)
{
    const float enthalpy = energy + pressure;

    flux_x->x = velocity.x * momentum.x + pressure;
    flux_x->y = velocity.x * momentum.y;
    flux_x->z = velocity.x * momentum.z;

    flux_y->x = flux_x->y;
    flux_y->y = velocity.y * momentum.y + pressure;
    flux_y->z = velocity.y * momentum.z;

    flux_z->x = flux_x->z;
    flux_z->y = flux_y->z;
    flux_z->z = velocity.z * momentum.z + pressure;

    flux_energy->x = velocity.x * enthalpy;
    flux_energy->y = velocity.y * enthalpy;
    flux_energy->z = velocity.z * enthalpy;
}

/* All elements start as the flow is far away. */
__kernel void initialize(__global float *variables,
                         __constant float *far_field,
                         const int elements)
{
    const int i = get_global_id(0);

    if (i < elements)
        for (int v = 0; v < VARIABLES; v++)
            variables[v * elements + i] = far_field[v];
}

/* How far an element may go in a step, by its size and the speed of what passes through it. */
__kernel void compute_step_factor(__global const float *variables,
                                  __global const float *areas,
                                  __global float *step_factors,
                                  const int elements)
{
    const int i = get_global_id(0);

    if (i >= elements)
        return;

    const float density = variables[DENSITY * elements + i];
    const float energy = variables[ENERGY * elements + i];
    Vector momentum, velocity;

    momentum.x = variables[(MOMENTUM + 0) * elements + i];
    momentum.y = variables[(MOMENTUM + 1) * elements + i];
    momentum.z = variables[(MOMENTUM + 2) * elements + i];
    find_velocity(density, momentum, &velocity);

    const float speed2 = square_of(velocity);
    const float pressure = find_pressure(density, energy, speed2);

    step_factors[i] = 0.5f / (sqrt(areas[i]) * (sqrt(speed2) + speed_of_sound(density, pressure)));
}

/* What flows into each element through its faces. */
__kernel void compute_flux(const int elements,
                           __global const int *neighbour,
                           __global const float *normals,
                           __global const float *variables,
                           __constant float *far_field,
                           __global float *fluxes,
                           const Vector far_flux_x,
                           const Vector far_flux_y,
                           const Vector far_flux_z,
                           const Vector far_flux_energy)
{
    const int i = get_global_id(0);

    if (i >= elements)
        return;

    const float density = variables[DENSITY * elements + i];
    const float energy = variables[ENERGY * elements + i];
    Vector momentum, velocity, flux_x, flux_y, flux_z, flux_energy;

    momentum.x = variables[(MOMENTUM + 0) * elements + i];
    momentum.y = variables[(MOMENTUM + 1) * elements + i];
    momentum.z = variables[(MOMENTUM + 2) * elements + i];
    find_velocity(density, momentum, &velocity);

    const float speed2 = square_of(velocity);
    const float pressure = find_pressure(density, energy, speed2);
    const float sound = speed_of_sound(density, pressure);

    find_flux(momentum, energy, pressure, velocity, &flux_x, &flux_y, &flux_z, &flux_energy);

    float sum_density = 0.0f, sum_energy = 0.0f;
    Vector sum_momentum = {0.0f, 0.0f, 0.0f};

    for (int f = 0; f < FACES; f++) {
        const int next = neighbour[f * elements + i];
        Vector normal;

        normal.x = normals[(0 * FACES + f) * elements + i];
        normal.y = normals[(1 * FACES + f) * elements + i];
        normal.z = normals[(2 * FACES + f) * elements + i];

        if (next >= 0) {
            const float next_density = variables[DENSITY * elements + next];
            const float next_energy = variables[ENERGY * elements + next];
            Vector next_momentum, next_velocity;
            Vector next_flux_x, next_flux_y, next_flux_z, next_flux_energy;

            next_momentum.x = variables[(MOMENTUM + 0) * elements + next];
            next_momentum.y = variables[(MOMENTUM + 1) * elements + next];
            next_momentum.z = variables[(MOMENTUM + 2) * elements + next];
            find_velocity(next_density, next_momentum, &next_velocity);

            const float next_speed2 = square_of(next_velocity);
            const float next_pressure = find_pressure(next_density, next_energy, next_speed2);
            const float next_sound = speed_of_sound(next_density, next_pressure);

            find_flux(next_momentum, next_energy, next_pressure, next_velocity, &next_flux_x,
                      &next_flux_y, &next_flux_z, &next_flux_energy);

            /* viscosity evens out what the two differ in */
            float factor = -sqrt(square_of(normal)) * SMOOTHING * 0.5f
                         * (sqrt(speed2) + sqrt(next_speed2) + sound + next_sound);

            sum_density += factor * (density - next_density);
            sum_energy += factor * (energy - next_energy);
            sum_momentum.x += factor * (momentum.x - next_momentum.x);
            sum_momentum.y += factor * (momentum.y - next_momentum.y);
            sum_momentum.z += factor * (momentum.z - next_momentum.z);

            /* the mean of both flows through the face */
            factor = -0.5f * normal.x;
            sum_density += factor * (next_momentum.x + momentum.x);
            sum_energy += factor * (next_flux_energy.x + flux_energy.x);
            sum_momentum.x += factor * (next_flux_x.x + flux_x.x);
            sum_momentum.y += factor * (next_flux_y.x + flux_y.x);
            sum_momentum.z += factor * (next_flux_z.x + flux_z.x);

            factor = -0.5f * normal.y;
            sum_density += factor * (next_momentum.y + momentum.y);
            sum_energy += factor * (next_flux_energy.y + flux_energy.y);
            sum_momentum.x += factor * (next_flux_x.y + flux_x.y);
            sum_momentum.y += factor * (next_flux_y.y + flux_y.y);
            sum_momentum.z += factor * (next_flux_z.y + flux_z.y);

            factor = -0.5f * normal.z;
            sum_density += factor * (next_momentum.z + momentum.z);
            sum_energy += factor * (next_flux_energy.z + flux_energy.z);
            sum_momentum.x += factor * (next_flux_x.z + flux_x.z);
            sum_momentum.y += factor * (next_flux_y.z + flux_y.z);
            sum_momentum.z += factor * (next_flux_z.z + flux_z.z);
        } else if (next == WING) {
            /* nothing passes a wall, which pushes back */
            sum_momentum.x -= normal.x * pressure;
            sum_momentum.y -= normal.y * pressure;
            sum_momentum.z -= normal.z * pressure;
        } else {
            /* far away the flow is as it was */
            float factor = -0.5f * normal.x;
            sum_density += factor * (far_field[MOMENTUM + 0] + momentum.x);
            sum_energy += factor * (far_flux_energy.x + flux_energy.x);
            sum_momentum.x += factor * (far_flux_x.x + flux_x.x);
            sum_momentum.y += factor * (far_flux_y.x + flux_y.x);
            sum_momentum.z += factor * (far_flux_z.x + flux_z.x);

            factor = -0.5f * normal.y;
            sum_density += factor * (far_field[MOMENTUM + 1] + momentum.y);
            sum_energy += factor * (far_flux_energy.y + flux_energy.y);
            sum_momentum.x += factor * (far_flux_x.y + flux_x.y);
            sum_momentum.y += factor * (far_flux_y.y + flux_y.y);
            sum_momentum.z += factor * (far_flux_z.y + flux_z.y);

            factor = -0.5f * normal.z;
            sum_density += factor * (far_field[MOMENTUM + 2] + momentum.z);
            sum_energy += factor * (far_flux_energy.z + flux_energy.z);
            sum_momentum.x += factor * (far_flux_x.z + flux_x.z);
            sum_momentum.y += factor * (far_flux_y.z + flux_y.z);
            sum_momentum.z += factor * (far_flux_z.z + flux_z.z);
        }
    }

    fluxes[DENSITY * elements + i] = sum_density;
    fluxes[(MOMENTUM + 0) * elements + i] = sum_momentum.x;
    fluxes[(MOMENTUM + 1) * elements + i] = sum_momentum.y;
    fluxes[(MOMENTUM + 2) * elements + i] = sum_momentum.z;
    fluxes[ENERGY * elements + i] = sum_energy;
}

/* A stage of a step, from where all elements were before the step. */
__kernel void time_step(const int stage,
                        const int elements,
                        __global const float *old_variables,
                        __global float *variables,
                        __global const float *step_factors,
                        __global const float *fluxes)
{
    const int i = get_global_id(0);

    if (i >= elements)
        return;

    const float factor = step_factors[i] / (STAGES - stage);

    for (int v = 0; v < VARIABLES; v++)
        variables[v * elements + i] =
            old_variables[v * elements + i] + factor * fluxes[v * elements + i];
}
