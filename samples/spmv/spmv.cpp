// spmv: sparse matrix times dense vector, y = A x.
//
// The matrix is made row by row (compressed rows of varying length) and given
// to the device in ELL format: all rows padded to the length of the longest,
// and stored column by column, so that the work-items of consecutive rows read
// consecutive elements of val and col. The elements of x are gathered.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
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

static void check(cl_int err, const char *what)
{
    if (err != CL_SUCCESS) {
        std::fprintf(stderr, "spmv: %s: OpenCL error %d\n", what, static_cast<int>(err));
        std::exit(3);
    }
}

static void usage()
{
    std::fprintf(stderr, "usage: spmv [-n ROWS] [-r REPEATS] [-d FILE]\n");
    std::exit(2);
}

static int parse_count(const char *text, int limit)
{
    char *end;
    const long value = std::strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < 1 || value > limit)
        usage();
    return static_cast<int>(value);
}

static Options parse_options(int argc, char **argv)
{
    Options options;
    for (int i = 1; i < argc; i += 2) {
        const std::string name = argv[i];
        if (i + 1 == argc)
            usage();
        if (name == "-n")
            options.rows = parse_count(argv[i + 1], 1 << 22);
        else if (name == "-r")
            options.repeats = parse_count(argv[i + 1], 10000);
        else if (name == "-d")
            options.dump = argv[i + 1];
        else
            usage();
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

static std::string read_file(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (text.empty()) {
        std::fprintf(stderr, "spmv: cannot read %s\n", path);
        std::exit(3);
    }
    return text;
}

static cl_program build_program(cl_context context, cl_device_id device, const char *path)
{
    const std::string text = read_file(path);
    const char *source = text.c_str();
    const size_t length = text.size();
    cl_int err;
    cl_program program = clCreateProgramWithSource(context, 1, &source, &length, &err);
    check(err, "clCreateProgramWithSource");

    err = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    if (err != CL_SUCCESS) {
        std::vector<char> log(16384);
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG,
                              log.size(), log.data(), nullptr);
        std::fprintf(stderr, "%s\n", log.data());
    }
    check(err, "clBuildProgram");
    return program;
}

static double elapsed_ms(cl_event event)
{
    cl_ulong start, end;
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START,
                                  sizeof(start), &start, nullptr), "start time");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END,
                                  sizeof(end), &end, nullptr), "end time");
    return static_cast<double>(end - start) * 1e-6;
}

static double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2.0;
}

static void write_result(const char *path, const std::vector<float> &y)
{
    std::FILE *file = std::fopen(path, "wb");
    if (file == nullptr || std::fwrite(y.data(), sizeof(float), y.size(), file) != y.size()
        || std::fclose(file) != 0) {
        std::fprintf(stderr, "spmv: cannot write %s\n", path);
        std::exit(3);
    }
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
    cl_platform_id platform;
    cl_device_id device;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &err);
    check(err, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    check(err, "clCreateCommandQueue");
    cl_program program = build_program(context, device, "spmv.cl");
    cl_kernel kernel = clCreateKernel(program, "spmv_ell", &err);
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
        check(clWaitForEvents(1, &event), "clWaitForEvents");
        if (r > 0)
            times.push_back(elapsed_ms(event));
        clReleaseEvent(event);
    }
    check(clEnqueueReadBuffer(queue, d_y, CL_TRUE, 0, sizeof(float) * rows, y.data(),
                              0, nullptr, nullptr), "read y");

    const double error = largest_error(matrix, x, y, rows);
    const bool passed = error <= tolerance;
    std::printf("spmv: %d rows, up to %d entries each\n", rows, width);
    std::printf("kernel: %.3f ms\n", median(times));
    std::printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (options.dump != nullptr)
        write_result(options.dump, y);

    clReleaseMemObject(d_val);
    clReleaseMemObject(d_col);
    clReleaseMemObject(d_x);
    clReleaseMemObject(d_y);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return passed ? 0 : 1;
}
