/*
 * cfd: a compressible flow over a wall, by the Euler equations and an explicit method of finite
 * volumes.
 *
 * The mesh has 2*N*N*N elements with four faces each: they are the places of a diamond lattice, of
 * which each has four neighbours, and have areas that vary. The bottom is a wall, at the other
 * sides the flow is as far away. A step finds how far each element may go, and has three stages of
 * a Runge-Kutta method: what flows through the faces, and its addition. The device has all values
 * variable by variable, with a work-item an element. Each timed repeat is a step, after one that
 * warms up; its time is from the start of the first kernel to the end of the last one.
 *
 * A. Corrigan et al., "Running unstructured grid-based CFD solvers on modern graphics hardware",
 * AIAA 2009; S. Che et al., "Rodinia: a benchmark suite for heterogeneous computing", IISWC 2009.
 */
#define SAMPLE "cfd"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <math.h>

#define LOCAL_SIZE 192
#define GAMMA 1.4f
#define MACH 1.2f      /* of the flow far away, along x */
#define FACES 4        /* as in cfd.cl, like all up to VARIABLES */
#define STAGES 3
#define WING -1
#define FAR -2
#define SMOOTHING 0.2
#define MOMENTUM 1
#define ENERGY 4
#define VARIABLES 5
#define MAX_SIZE 128
#define MAX_REPEATS 1000
#define TOLERANCE 1e-5 /* the largest variables are about 3 */

struct options {
    int size, repeats;
    const char *dump;
};

/* As in cfd.cl. */
struct vector {
    cl_float x, y, z;
};

/* Neighbours and normals of all faces, by faces; neighbour f of i is at [f * elements + i]. */
struct mesh {
    int elements;
    int *neighbour;
    float *normals, *areas;
};

/* The kernels and buffers on the device. */
struct solver {
    struct device device;
    cl_kernel initialize, compute_step_factor, compute_flux, time_step;
    cl_mem neighbour, normals, areas, far_field;
    cl_mem variables, old_variables, step_factors, fluxes;
    int elements;
};

static struct options parse_options(int argc, char **argv)
{
    struct options o = {40, 5, NULL};
    const struct number numbers[] = {{"-n", &o.size, 1, MAX_SIZE},
                                     {"-r", &o.repeats, 1, MAX_REPEATS}};
    if (!read_options(argc, argv, numbers, 2, &o.dump)) {
        fprintf(stderr, "usage: cfd [-n SIZE] [-r STEPS] [-d FILE]\n"
                        "The mesh has 2*SIZE*SIZE*SIZE elements.\n"
                        "SIZE is 1 to %d, STEPS 1 to %d.\n", MAX_SIZE, MAX_REPEATS);
        exit(2);
    }
    return o;
}

static cl_kernel create_kernel(const struct solver *solver, const char *name)
{
    cl_int err;
    const cl_kernel kernel = clCreateKernel(solver->device.program, name, &err);
    check(err, "clCreateKernel");
    return kernel;
}

static cl_mem create_buffer(const struct solver *solver, int count)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(solver->device.context, CL_MEM_READ_WRITE,
                                         sizeof(float) * count, NULL, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

static cl_mem upload(const struct solver *solver, const void *values, size_t size)
{
    cl_int err;
    const cl_mem buffer =
        clCreateBuffer(solver->device.context, CL_MEM_READ_ONLY, size, NULL, &err);
    check(err, "clCreateBuffer");
    check(clEnqueueWriteBuffer(solver->device.queue, buffer, CL_TRUE, 0, size, values, 0, NULL,
                               NULL), "clEnqueueWriteBuffer");
    return buffer;
}

/* Opens the device; the mesh and the flow far away go to it. */
static void open_solver(struct solver *solver, const struct mesh *mesh, const float *far_field)
{
    const int n = mesh->elements;
    open_device(&solver->device);
    build_file(&solver->device, "cfd.cl");
    solver->elements = n;
    solver->initialize = create_kernel(solver, "initialize");
    solver->compute_step_factor = create_kernel(solver, "compute_step_factor");
    solver->compute_flux = create_kernel(solver, "compute_flux");
    solver->time_step = create_kernel(solver, "time_step");
    solver->neighbour = upload(solver, mesh->neighbour, sizeof(int) * FACES * n);
    solver->normals = upload(solver, mesh->normals, sizeof(float) * 3 * FACES * n);
    solver->areas = upload(solver, mesh->areas, sizeof(float) * n);
    solver->far_field = upload(solver, far_field, sizeof(float) * VARIABLES);
    solver->variables = create_buffer(solver, VARIABLES * n);
    solver->old_variables = create_buffer(solver, VARIABLES * n);
    solver->step_factors = create_buffer(solver, n);
    solver->fluxes = create_buffer(solver, VARIABLES * n);
}

/* What flows along x far away; nothing flows along y or z. */
static void set_far_flux(cl_kernel kernel, const float *far_field)
{
    const float speed = far_field[MOMENTUM] / far_field[0];
    const float pressure =
        (GAMMA - 1.0f) * (far_field[ENERGY] - 0.5f * far_field[MOMENTUM] * speed);
    const struct vector x = {speed * far_field[MOMENTUM] + pressure, 0.0f, 0.0f};
    const struct vector y = {0.0f, pressure, 0.0f}, z = {0.0f, 0.0f, pressure};
    const struct vector energy = {speed * (far_field[ENERGY] + pressure), 0.0f, 0.0f};
    cl_int err = clSetKernelArg(kernel, 6, sizeof(struct vector), &x);
    err |= clSetKernelArg(kernel, 7, sizeof(struct vector), &y);
    err |= clSetKernelArg(kernel, 8, sizeof(struct vector), &z);
    err |= clSetKernelArg(kernel, 9, sizeof(struct vector), &energy);
    check(err, "clSetKernelArg");
}

static void set_arguments(const struct solver *solver, const float *far_field)
{
    cl_int err = clSetKernelArg(solver->initialize, 0, sizeof(cl_mem), &solver->variables);
    err |= clSetKernelArg(solver->initialize, 1, sizeof(cl_mem), &solver->far_field);
    err |= clSetKernelArg(solver->initialize, 2, sizeof(int), &solver->elements);
    err |= clSetKernelArg(solver->compute_step_factor, 0, sizeof(cl_mem), &solver->variables);
    err |= clSetKernelArg(solver->compute_step_factor, 1, sizeof(cl_mem), &solver->areas);
    err |= clSetKernelArg(solver->compute_step_factor, 2, sizeof(cl_mem), &solver->step_factors);
    err |= clSetKernelArg(solver->compute_step_factor, 3, sizeof(int), &solver->elements);
    err |= clSetKernelArg(solver->compute_flux, 0, sizeof(int), &solver->elements);
    err |= clSetKernelArg(solver->compute_flux, 1, sizeof(cl_mem), &solver->neighbour);
    err |= clSetKernelArg(solver->compute_flux, 2, sizeof(cl_mem), &solver->normals);
    err |= clSetKernelArg(solver->compute_flux, 3, sizeof(cl_mem), &solver->variables);
    err |= clSetKernelArg(solver->compute_flux, 4, sizeof(cl_mem), &solver->far_field);
    err |= clSetKernelArg(solver->compute_flux, 5, sizeof(cl_mem), &solver->fluxes);
    err |= clSetKernelArg(solver->time_step, 1, sizeof(int), &solver->elements);
    err |= clSetKernelArg(solver->time_step, 2, sizeof(cl_mem), &solver->old_variables);
    err |= clSetKernelArg(solver->time_step, 3, sizeof(cl_mem), &solver->variables);
    err |= clSetKernelArg(solver->time_step, 4, sizeof(cl_mem), &solver->step_factors);
    err |= clSetKernelArg(solver->time_step, 5, sizeof(cl_mem), &solver->fluxes);
    check(err, "clSetKernelArg");
    set_far_flux(solver->compute_flux, far_field);
}

static void close_solver(struct solver *solver)
{
    clReleaseMemObject(solver->neighbour), clReleaseMemObject(solver->normals);
    clReleaseMemObject(solver->areas), clReleaseMemObject(solver->far_field);
    clReleaseMemObject(solver->variables), clReleaseMemObject(solver->old_variables);
    clReleaseMemObject(solver->step_factors), clReleaseMemObject(solver->fluxes);
    clReleaseKernel(solver->initialize), clReleaseKernel(solver->compute_step_factor);
    clReleaseKernel(solver->compute_flux), clReleaseKernel(solver->time_step);
    close_device(&solver->device);
}

static size_t round_up(int count, int multiple)
{
    return (size_t)((count + multiple - 1) / multiple) * multiple;
}

/* Launches a kernel, a work-item an element. */
static void launch(const struct solver *solver, cl_kernel kernel, cl_event *event)
{
    const size_t local[1] = {LOCAL_SIZE};
    const size_t global[1] = {round_up(solver->elements, LOCAL_SIZE)};
    check(clEnqueueNDRangeKernel(solver->device.queue, kernel, 1, NULL, global, local, 0, NULL,
                                 event), "clEnqueueNDRangeKernel");
}

/* One step; the time in milliseconds. */
static double step(const struct solver *solver)
{
    const size_t size = sizeof(float) * VARIABLES * solver->elements;
    cl_event first, last;
    check(clEnqueueCopyBuffer(solver->device.queue, solver->variables, solver->old_variables, 0, 0,
                              size, 0, NULL, NULL), "clEnqueueCopyBuffer");
    launch(solver, solver->compute_step_factor, &first);
    for (int stage = 0; stage < STAGES; ++stage) {
        check(clSetKernelArg(solver->time_step, 0, sizeof(int), &stage), "clSetKernelArg");
        launch(solver, solver->compute_flux, NULL);
        launch(solver, solver->time_step, stage == STAGES - 1 ? &last : NULL);
    }
    check(clFinish(solver->device.queue), "clFinish");
    return time_between(first, last);
}

/* The number of an element: of one of two at a place, or of what is beyond the mesh. */
static int number_at(int x, int y, int z, int which, int size)
{
    if (z < 0)
        return WING;
    if (x < 0 || y < 0 || x >= size || y >= size || z >= size)
        return FAR;
    return 2 * ((z * size + y) * size + x) + which;
}

/* Both elements of each place. The faces of one look into four directions, which add up to nothing,
 * and those of the other against these. */
static struct mesh make_mesh(int size)
{
    static const int turns[FACES][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    const int n = 2 * size * size * size;
    unsigned int seed = 1;
    struct mesh mesh = {n, allocate((size_t)n * FACES, sizeof(int)),
                        allocate((size_t)n * FACES * 3, sizeof(float)),
                        allocate((size_t)n, sizeof(float))};
    for (int i = 0; i < n; ++i) {
        const int which = i % 2, way = which == 0 ? 1 : -1;
        const int x = i / 2 % size, y = i / 2 / size % size, z = i / 2 / size / size;
        for (int f = 0; f < FACES; ++f) {
            mesh.neighbour[f * n + i] =
                number_at(x - way * (f == 1), y - way * (f == 2), z - way * (f == 3), 1 - which,
                          size);
            for (int c = 0; c < 3; ++c)
                mesh.normals[(c * FACES + f) * n + i] = 0.25f * (float)(way * turns[f][c]);
        }
        mesh.areas[i] = 1.0f + random_unit(&seed);
    }
    return mesh;
}

/* What a state's variables flow by in each direction; the speed at which anything may pass. */
static double flux_on_host(const double *state, double flux[VARIABLES][3])
{
    double speed2 = 0.0;
    for (int c = 0; c < 3; ++c)
        speed2 += pow(state[MOMENTUM + c] / state[0], 2.0);
    const double pressure = (GAMMA - 1.0) * (state[ENERGY] - 0.5 * state[0] * speed2);
    for (int c = 0; c < 3; ++c) {
        const double velocity = state[MOMENTUM + c] / state[0];
        for (int v = 0; v < VARIABLES; ++v)
            flux[v][c] = velocity * state[v];
        flux[MOMENTUM + c][c] += pressure;
        flux[ENERGY][c] += velocity * pressure;
    }
    return sqrt(speed2) + sqrt(GAMMA * pressure / state[0]);
}

/* Adds what flows into an element through one of its faces, to another element, or else the wall or
 * what is far away. */
static void add_face(double *sums, const struct mesh *mesh, const double *states,
                     const double *far_field, int i, int f)
{
    double own[VARIABLES][3], other[VARIABLES][3], area2 = 0.0;
    const int next = mesh->neighbour[f * mesh->elements + i];
    const double *const state = &states[i * VARIABLES];
    const double *const beyond =
        next >= 0 ? &states[next * VARIABLES] : next == WING ? state : far_field;
    const double speed = flux_on_host(state, own) + flux_on_host(beyond, other);
    const double pressure = own[MOMENTUM][0] - state[MOMENTUM] * state[MOMENTUM] / state[0];
    for (int c = 0; c < 3; ++c) {
        const double normal = mesh->normals[(c * FACES + f) * mesh->elements + i];
        area2 += normal * normal;
        for (int v = 0; v < VARIABLES && next != WING; ++v)
            sums[v] -= 0.5 * normal * (own[v][c] + other[v][c]);
        if (next == WING)
            sums[MOMENTUM + c] -= normal * pressure;
    }
    for (int v = 0; v < VARIABLES && next >= 0; ++v)
        sums[v] -= sqrt(area2) * SMOOTHING * 0.5 * speed * (state[v] - beyond[v]);
}

/* One step in double precision, with the variables of an element together. */
static void step_on_host(double *states, const struct mesh *mesh, const double *far_field)
{
    const size_t count = (size_t)mesh->elements * VARIABLES;
    double *old = allocate(count, sizeof(double)), *fluxes = allocate(count, sizeof(double));
    double flux[VARIABLES][3];
    memcpy(old, states, count * sizeof(double));
    for (int stage = 0; stage < STAGES; ++stage) {
        memset(fluxes, 0, count * sizeof(double));
        for (int i = 0; i < mesh->elements; ++i)
            for (int f = 0; f < FACES; ++f)
                add_face(&fluxes[i * VARIABLES], mesh, states, far_field, i, f);
        for (size_t at = 0; at < count; ++at) {
            const size_t i = at / VARIABLES;
            const double most = sqrt(mesh->areas[i]) * flux_on_host(&old[i * VARIABLES], flux);
            states[at] = old[at] + 0.5 / most / (STAGES - stage) * fluxes[at];
        }
    }
    free(old), free(fluxes);
}

/* The largest error of a variable, against the same steps in double precision. */
static double largest_error(const float *variables, const struct mesh *mesh, const float *far_field,
                            int steps)
{
    const int n = mesh->elements;
    double *states = allocate((size_t)n * VARIABLES, sizeof(double));
    double far_state[VARIABLES], largest = 0.0;
    for (int v = 0; v < VARIABLES; ++v)
        far_state[v] = far_field[v];
    for (int i = 0; i < n * VARIABLES; ++i)
        states[i] = far_state[i % VARIABLES];
    for (int s = 0; s < steps; ++s)
        step_on_host(states, mesh, far_state);
    for (int i = 0; i < n * VARIABLES; ++i) {
        const double error = fabs(variables[i % VARIABLES * n + i / VARIABLES] - states[i]);
        largest = isnan(error) ? INFINITY : fmax(largest, error);
    }
    free(states);
    return largest;
}

int main(int argc, char **argv)
{
    const struct options options = parse_options(argc, argv);
    struct mesh mesh = make_mesh(options.size);
    const int count = mesh.elements * VARIABLES;
    const float density = 1.4f, pressure = 1.0f, speed = MACH; /* sound has a speed of 1 then */
    const float far_field[VARIABLES] = {
        density, density * speed, 0.0f, 0.0f,
        0.5f * density * speed * speed + pressure / (GAMMA - 1.0f)};
    float *variables = allocate((size_t)count, sizeof(float));
    double *times = allocate((size_t)options.repeats, sizeof(double));

    struct solver solver;
    open_solver(&solver, &mesh, far_field);
    set_arguments(&solver, far_field);
    launch(&solver, solver.initialize, NULL);
    step(&solver); /* to warm up */
    for (int i = 0; i < options.repeats; ++i)
        times[i] = step(&solver);
    check(clEnqueueReadBuffer(solver.device.queue, solver.variables, CL_TRUE, 0,
                              sizeof(float) * count, variables, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    close_solver(&solver);

    const double error = largest_error(variables, &mesh, far_field, options.repeats + 1);
    printf("cfd: %d elements, %d steps\n", mesh.elements, options.repeats + 1);
    const int status = report(times, options.repeats, error, TOLERANCE);
    dump(options.dump, variables, sizeof(float), (size_t)count);
    free(mesh.neighbour), free(mesh.normals), free(mesh.areas), free(variables), free(times);
    return status;
}
