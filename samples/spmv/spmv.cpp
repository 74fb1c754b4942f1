// spmv: sparse matrix times dense vector, y = A x.
//
// The matrix is made row by row (compressed rows of varying length) and given
// to the device in ELL format: all rows padded to the length of the longest,
// and stored column by column, so that the work-items of consecutive rows read
// consecutive elements of val and col. The elements of x are gathered.
#define SAMPLE "spmv"
#include "device.h"
#include "options.h"
#include "result.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const double tolerance = 1e-5;   // largest relative error of an element of y

// Compressed rows: row r holds the entries start[r] to start[r + 1] - 1.
struct SparseRows {
    std::vector<int> start, column;
    std::vector<float> value;
};

struct Options {
    int rows = 131072;
    int repeats = 5;
    const char *dump = nullptr;
};

static Options parse_options(int argc, char **argv)
{
    Options options;
    const number numbers[] = {{"-n", &options.rows, 1, 1 << 22},
                              {"-r", &options.repeats, 1, 10000}};
    if (!read_options(argc, argv, numbers, 2, &options.dump)) {
        std::fprintf(stderr, "usage: spmv [-n ROWS] [-r REPEATS] [-d FILE]\n");
        std::exit(2);
    }
    return options;
}

class Random {
public:
    float unit()   // in (0, 1]
    {
        state_ = state_ * 1664525u + 1013904223u;
        return static_cast<float>((state_ >> 8) + 1) / 16777216.0f;
    }
    int below(int bound) { return std::min(bound - 1, static_cast<int>(unit() * bound)); }

private:
    unsigned state_ = 4711u;
};

// Rows of 8 to 32 entries: some near the diagonal, some anywhere.
static void make_matrix(SparseRows &matrix, int rows, Random &random)
{
    matrix.start.push_back(0);
    for (int row = 0; row < rows; ++row) {
        const int length = 8 + random.below(25);
        for (int k = 0; k < length; ++k) {
            const int column = k % 4 == 0 ? random.below(rows) : (row + 5 * k) % rows;
            matrix.column.push_back(column);
            matrix.value.push_back(random.unit());
        }
        matrix.start.push_back(static_cast<int>(matrix.column.size()));
    }
}

static int longest_row(const SparseRows &matrix, int rows)
{
    int longest = 0;
    for (int row = 0; row < rows; ++row)
        longest = std::max(longest, matrix.start[row + 1] - matrix.start[row]);
    return longest;
}

static void fill_ell(const SparseRows &matrix, int rows, int width,
                     std::vector<float> &val, std::vector<int> &col)
{
    for (int row = 0; row < rows; ++row) {
        const int first = matrix.start[row];
        const int length = matrix.start[row + 1] - first;
        for (int k = 0; k < width; ++k) {
            val[row + k * rows] = k < length ? matrix.value[first + k] : 0.0f;
            col[row + k * rows] = k < length ? matrix.column[first + k] : 0;
        }
    }
}

static double largest_error(const SparseRows &matrix, const std::vector<float> &x,
                            const std::vector<float> &y, int rows)
{
    double largest = 0.0;
    for (int row = 0; row < rows; ++row) {
        double sum = 0.0;
        for (int at = matrix.start[row]; at < matrix.start[row + 1]; ++at)
            sum += static_cast<double>(matrix.value[at]) * x[matrix.column[at]];
        const double error = std::fabs(y[row] - sum) / sum;   // all terms are positive
        if (std::isnan(error))
            return HUGE_VAL;
        largest = std::max(largest, error);
    }
    return largest;
}

int main(int argc, char **argv)
{
    const Options options = parse_options(argc, argv);
    const int rows = options.rows;

    Random random;
    SparseRows matrix;
    make_matrix(matrix, rows, random);
    const int width = longest_row(matrix, rows);

    std::vector<float> x(rows), y(rows);
    std::vector<float> val(rows * width);
    std::vector<int> col(rows * width);
    for (int i = 0; i < rows; ++i)
        x[i] = random.unit();
    fill_ell(matrix, rows, width, val, col);

    cl_int err;
    struct device device;
    open_device(&device);
    build_file(&device, "spmv.cl");
    cl_context context = device.context;
    cl_command_queue queue = device.queue;
    cl_kernel kernel = clCreateKernel(device.program, "spmv_ell", &err);
    check(err, "clCreateKernel");

    cl_mem d_val = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(float) * rows * width,
                                  nullptr, &err);
    check(err, "clCreateBuffer(val)");
    cl_mem d_col = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(int) * rows * width,
                                  nullptr, &err);
    check(err, "clCreateBuffer(col)");
    cl_mem d_x = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(float) * rows, nullptr, &err);
    check(err, "clCreateBuffer(x)");
    cl_mem d_y = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(float) * rows, nullptr, &err);
    check(err, "clCreateBuffer(y)");

    check(clEnqueueWriteBuffer(queue, d_val, CL_TRUE, 0, sizeof(float) * rows * width, val.data(),
                               0, nullptr, nullptr), "write val");
    check(clEnqueueWriteBuffer(queue, d_col, CL_TRUE, 0, sizeof(int) * rows * width, col.data(),
                               0, nullptr, nullptr), "write col");
    check(clEnqueueWriteBuffer(queue, d_x, CL_TRUE, 0, sizeof(float) * rows, x.data(),
                               0, nullptr, nullptr), "write x");

    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &d_val), "set val");
    check(clSetKernelArg(kernel, 1, sizeof(cl_mem), &d_col), "set col");
    check(clSetKernelArg(kernel, 2, sizeof(cl_mem), &d_x), "set x");
    check(clSetKernelArg(kernel, 3, sizeof(cl_mem), &d_y), "set y");
    check(clSetKernelArg(kernel, 4, sizeof(int), &rows), "set rows");
    check(clSetKernelArg(kernel, 5, sizeof(int), &width), "set width");

    const size_t local = 64;
    const size_t global = (rows + local - 1) / local * local;
    std::vector<double> times;
    for (int r = 0; r <= options.repeats; ++r) {   // the first launch warms up
        cl_event event;
        check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local,
                                     0, nullptr, &event), "clEnqueueNDRangeKernel");
        const double time = time_of(event);
        if (r > 0)
            times.push_back(time);
    }
    check(clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, sizeof(float) * rows, y.data(),
                              0, nullptr, nullptr), "read y");

    const double error = largest_error(matrix, x, y, rows);
    std::printf("spmv: %d rows, up to %d entries each\n", rows, width);
    const int status = report(times.data(), options.repeats, error, tolerance);
    dump(options.dump, y.data(), sizeof(float), y.size());

    clReleaseMemObject(d_val);
    clReleaseMemObject(d_col);
    clReleaseMemObject(d_x);
    clReleaseMemObject(d_y);
    clReleaseKernel(kernel);
    close_device(&device);
    return status;
}
