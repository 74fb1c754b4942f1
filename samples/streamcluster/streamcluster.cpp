// streamcluster: clusters N points by local search. A centre costs a fixed price, a point its
// weighted distance to its centre; candidates are opened as centres one after another where that
// makes the sum smaller.
//
// For each candidate the device finds, with a work-item a point, which points would go over to it,
// and what the others would lose if their own centres were closed; the host adds that up, closes
// those centres that are no longer worth their price, and opens the candidate if that gains. The
// host keeps its points one after another; the device gets their coordinates dimension by
// dimension, once, so that the work-items of consecutive points read consecutive elements. Each
// timed repeat is a candidate, after one that warms up.
//
// S. Che et al., "Rodinia: a benchmark suite for heterogeneous computing", IISWC 2009.
#define SAMPLE "streamcluster"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

static const int dimensions = 64;
static const int hidden_middles = 12;    // that the points are scattered round
static const size_t local_size = 256;
static const double tolerance = 1e-5;    // relative

// As in streamcluster.cl.
struct Point {
    cl_float weight, cost;
    cl_int centre;
};

struct Options {
    int points = 131072;
    int repeats = 5;
    const char *dump = nullptr;
};

// What a candidate does to each point: what it saves or loses, and whether it goes over.
struct Gains {
    std::vector<float> work;
    std::vector<cl_char> goes_over;
};

static Options parse_options(int argc, char **argv)
{
    Options options;
    const number numbers[] = {{"-n", &options.points, 2, 1 << 22},
                              {"-r", &options.repeats, 1, 1000}};
    if (!read_options(argc, argv, numbers, 2, &options.dump)) {
        std::fprintf(stderr, "usage: streamcluster [-n POINTS] [-r CANDIDATES] [-d FILE]\n");
        std::exit(2);
    }
    return options;
}

// Points of weights in [1, 2), one after another, scattered round some middles.
static std::vector<float> make_rows(int points, std::vector<Point> &point)
{
    std::vector<float> middles(hidden_middles * dimensions), rows(points * dimensions);
    unsigned int seed = 1;
    for (float &coordinate : middles)
        coordinate = random_unit(&seed);
    for (int i = 0; i < points; ++i) {
        const int middle = static_cast<int>(hidden_middles * random_unit(&seed));
        for (int k = 0; k < dimensions; ++k)
            rows[i * dimensions + k] =
                middles[middle * dimensions + k] + 0.2f * (random_unit(&seed) - 0.5f);
        point[i].weight = 1.0f + random_unit(&seed);
    }
    return rows;
}

static double squared_distance(const std::vector<float> &rows, int a, int b)
{
    double distance = 0.0;
    for (int k = 0; k < dimensions; ++k) {
        const double difference = rows[a * dimensions + k] - rows[b * dimensions + k];
        distance += difference * difference;
    }
    return distance;
}

// Assigns all points to the first one.
static void open_first(const std::vector<float> &rows, std::vector<Point> &point)
{
    for (size_t i = 0; i < point.size(); ++i) {
        point[i].centre = 0;
        point[i].cost = static_cast<float>(squared_distance(rows, static_cast<int>(i), 0))
                      * point[i].weight;
    }
}

// Numbers the centres in the order of their points; how many there are.
static int number_centres(const std::vector<Point> &point, std::vector<cl_int> &table)
{
    int centres = 0;
    for (size_t i = 0; i < point.size(); ++i)
        if (point[i].centre == static_cast<int>(i))
            table[i] = centres++;
    return centres;
}

// Opens the candidate, if that makes the sum of all costs smaller: points go over that are nearer
// to it, and those whose centres are closed. A centre is closed if its price is more than what its
// other points lose. Returns how much larger the sum becomes, a point.
static double decide(int x, double price, int centres, const Gains &gains,
                     const std::vector<cl_int> &table, const std::vector<float> &rows,
                     std::vector<Point> &point)
{
    std::vector<double> lost(centres + 1, 0.0);
    for (size_t i = 0; i < point.size(); ++i)
        for (int c = 0; c <= centres; ++c)
            lost[c] += gains.work[i * (centres + 1) + c];
    double more = price + lost[centres];
    for (int c = 0; c < centres; ++c)
        more += std::min(0.0, lost[c] - price);
    for (size_t i = 0; i < point.size() && more < 0.0; ++i)
        if (gains.goes_over[i] || lost[table[point[i].centre]] < price) {
            point[i].centre = x;
            point[i].cost = static_cast<float>(squared_distance(rows, static_cast<int>(i), x))
                          * point[i].weight;
        }
    return more / static_cast<double>(point.size());
}

static cl_mem create_buffer(const struct device &device, cl_mem_flags flags, size_t size)
{
    cl_int err;
    const cl_mem buffer = clCreateBuffer(device.context, flags, size, nullptr, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

static void upload(const struct device &device, cl_mem buffer, const void *values, size_t size)
{
    check(clEnqueueWriteBuffer(device.queue, buffer, CL_TRUE, 0, size, values, 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
}

static void download(const struct device &device, cl_mem buffer, void *values, size_t size)
{
    check(clEnqueueReadBuffer(device.queue, buffer, CL_TRUE, 0, size, values, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
}

// The kernel and its buffers.
struct Search {
    struct device device;
    cl_kernel kernel;
    cl_mem d_point, d_coordinates, d_work, d_table, d_goes_over;
};

// Opens the device; the coordinates are uploaded dimension by dimension.
static void open_search(Search &search, const std::vector<float> &rows, int points,
                        int most_centres)
{
    cl_int err;
    open_device(&search.device);
    build_file(&search.device, "streamcluster.cl");
    search.kernel = clCreateKernel(search.device.program, "find_gain", &err);
    check(err, "clCreateKernel");

    const size_t size = sizeof(float) * points * dimensions;
    const size_t work = sizeof(float) * points * (most_centres + 1);
    search.d_point = create_buffer(search.device, CL_MEM_READ_ONLY, sizeof(Point) * points);
    search.d_coordinates = create_buffer(search.device, CL_MEM_READ_ONLY, size);
    search.d_work = create_buffer(search.device, CL_MEM_READ_WRITE, work);
    search.d_table = create_buffer(search.device, CL_MEM_READ_ONLY, sizeof(cl_int) * points);
    search.d_goes_over = create_buffer(search.device, CL_MEM_WRITE_ONLY, points);

    std::vector<float> coordinates(rows.size());
    for (int i = 0; i < points; ++i)
        for (int k = 0; k < dimensions; ++k)
            coordinates[k * points + i] = rows[i * dimensions + k];
    upload(search.device, search.d_coordinates, coordinates.data(), size);
}

static void close_search(Search &search)
{
    clReleaseMemObject(search.d_point);
    clReleaseMemObject(search.d_coordinates);
    clReleaseMemObject(search.d_work);
    clReleaseMemObject(search.d_table);
    clReleaseMemObject(search.d_goes_over);
    clReleaseKernel(search.kernel);
    close_device(&search.device);
}

// What a candidate does to each point; the kernel's time in milliseconds.
static double find_gains(const Search &search, int x, int centres, const std::vector<Point> &point,
                         const std::vector<cl_int> &table, Gains &gains)
{
    const int points = static_cast<int>(point.size());
    const size_t work = sizeof(float) * points * (centres + 1);
    gains.work.assign(points * (centres + 1), 0.0f);
    gains.goes_over.assign(points, 0);
    upload(search.device, search.d_point, point.data(), sizeof(Point) * points);
    upload(search.device, search.d_table, table.data(), sizeof(cl_int) * points);
    upload(search.device, search.d_work, gains.work.data(), work);
    upload(search.device, search.d_goes_over, gains.goes_over.data(), points);

    cl_int err = clSetKernelArg(search.kernel, 0, sizeof(cl_mem), &search.d_point);
    err |= clSetKernelArg(search.kernel, 1, sizeof(cl_mem), &search.d_coordinates);
    err |= clSetKernelArg(search.kernel, 2, sizeof(cl_mem), &search.d_work);
    err |= clSetKernelArg(search.kernel, 3, sizeof(cl_mem), &search.d_table);
    err |= clSetKernelArg(search.kernel, 4, sizeof(cl_mem), &search.d_goes_over);
    err |= clSetKernelArg(search.kernel, 5, sizeof(float) * dimensions, nullptr);
    err |= clSetKernelArg(search.kernel, 6, sizeof(int), &points);
    err |= clSetKernelArg(search.kernel, 7, sizeof(int), &dimensions);
    err |= clSetKernelArg(search.kernel, 8, sizeof(int), &x);
    err |= clSetKernelArg(search.kernel, 9, sizeof(int), &centres);
    check(err, "clSetKernelArg");

    const size_t global = (points + local_size - 1) / local_size * local_size;
    cl_event event;
    check(clEnqueueNDRangeKernel(search.device.queue, search.kernel, 1, nullptr, &global,
                                 &local_size, 0, nullptr, &event), "clEnqueueNDRangeKernel");
    const double time = time_of(event);
    download(search.device, search.d_work, gains.work.data(), work);
    download(search.device, search.d_goes_over, gains.goes_over.data(), points);
    return time;
}

// The largest error of what a candidate does to a point, relative to the point's costs, against the
// same in double precision. Points may go over, or not, whose costs are as large as before.
static double largest_error(const std::vector<float> &rows, int x, int centres,
                            const std::vector<Point> &point, const std::vector<cl_int> &table,
                            const Gains &gains)
{
    double largest = 0.0;
    for (size_t i = 0; i < point.size(); ++i) {
        const double cost = squared_distance(rows, static_cast<int>(i), x) * point[i].weight;
        const double now = point[i].cost, more = cost - now;
        const double scale = std::max(std::max(cost, now), 1e-3);
        const int place = gains.goes_over[i] ? centres : table[point[i].centre];
        const double error = std::fabs(gains.work[i * (centres + 1) + place] - more);
        const double wrong_way = gains.goes_over[i] ? more : -more;
        if (std::isnan(error))
            return HUGE_VAL;
        largest = std::max(largest, std::max(error, wrong_way) / scale);
    }
    return largest;
}

// Goes through the candidates; the largest error. `result` become what each of them changes, and
// then the costs of the points.
static double cluster(const Search &search, const std::vector<float> &rows,
                      std::vector<Point> &point, int candidates, std::vector<double> &times,
                      std::vector<float> &result)
{
    const int points = static_cast<int>(point.size());
    std::vector<cl_int> table(points);
    Gains gains;
    unsigned int seed = 2;
    double largest = 0.0;
    open_first(rows, point);
    for (int c = 0; c < candidates; ++c) {
        const int x = static_cast<int>(random_unit(&seed) * static_cast<float>(points));
        const int centres = number_centres(point, table);
        times.push_back(find_gains(search, x, centres, point, table, gains));
        largest = std::max(largest, largest_error(rows, x, centres, point, table, gains));
        result.push_back(static_cast<float>(decide(x, 0.2 * points, centres, gains, table, rows,
                                                   point)));
    }
    for (const Point &each : point)
        result.push_back(each.cost);
    return largest;
}

int main(int argc, char **argv)
{
    const Options options = parse_options(argc, argv);
    const int candidates = options.repeats + 1;
    std::vector<Point> point(options.points);
    const std::vector<float> rows = make_rows(options.points, point);
    std::vector<double> times;
    std::vector<float> result;

    Search search;
    open_search(search, rows, options.points, candidates);
    const double error = cluster(search, rows, point, candidates, times, result);
    close_search(search);

    std::printf("streamcluster: %d points of %d dimensions, %d candidates\n", options.points,
                dimensions, candidates);
    const int status = report(times.data() + 1, options.repeats, error, tolerance);
    dump(options.dump, result.data(), sizeof(float), result.size());
    return status;
}
