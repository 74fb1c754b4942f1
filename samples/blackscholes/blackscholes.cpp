/*
 * blackscholes: prices European call and put options by the formula of Black and Scholes, written
 * for GPUs.
 *
 * Five arrays of one dimension: spot price, strike price and years to expiry go in, the prices of
 * the call and the put come out. Work-item i prices option i and touches element i of each array.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

const size_t LOCAL_SIZE = 128;
const int MAX_COUNT = 1 << 26;
const double TOLERANCE = 1e-4; // of the price, and absolute where the price is below 1

struct Options {
    int count = 1 << 19;
    int repeats = 5;
    const char *dump = nullptr;
};

struct Device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
};

struct Contract {
    float spot, strike, years;
};

class Random {
public:
    explicit Random(unsigned int seed) : state(seed) {}

    float between(float low, float high)
    {
        state = state * 1234567893u + 987654321u;
        return low + (high - low) * static_cast<float>(state >> 8) / 16777216.0f;
    }

private:
    unsigned int state;
};

static void check(cl_int err, const char *what)
{
    if (err != CL_SUCCESS) {
        std::fprintf(stderr, "blackscholes: %s: error %d\n", what, err);
        std::exit(3);
    }
}

static int parse_count(const char *text)
{
    char *end;
    const long value = std::strtol(text, &end, 10);
    return *end == '\0' && value >= 1 && value <= MAX_COUNT ? static_cast<int>(value) : 0;
}

static Options parse_options(int argc, char **argv)
{
    Options options;
    int i = 1;
    for (; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        if (name == "-n")
            options.count = parse_count(argv[i + 1]);
        else if (name == "-r")
            options.repeats = parse_count(argv[i + 1]);
        else if (name == "-d")
            options.dump = argv[i + 1];
        else
            break;
    }
    if (i != argc || options.count == 0 || options.repeats == 0) {
        std::fprintf(stderr, "usage: blackscholes [-n OPTIONS] [-r REPEATS] [-d FILE]\n"
                             "(numbers: 1 to %d)\n", MAX_COUNT);
        std::exit(2);
    }
    return options;
}

static std::string read_file(const std::string &path)
{
    std::ifstream file(path);
    std::ostringstream text;
    if (!(text << file.rdbuf())) {
        std::fprintf(stderr, "blackscholes: cannot read %s\n", path.c_str());
        std::exit(3);
    }
    return text.str();
}

static cl_program build_program(cl_context context, cl_device_id device, const std::string &path)
{
    const std::string text = read_file(path);
    const char *source = text.c_str();
    cl_int err;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &err);
    check(err, "clCreateProgramWithSource");
    err = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    if (err != CL_SUCCESS) {
        char log[8192] = "";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, nullptr);
        std::fprintf(stderr, "%s\n", log);
    }
    check(err, "clBuildProgram");
    return program;
}

static Device open_device()
{
    Device device;
    cl_platform_id platform;
    cl_int err;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device.id, nullptr), "clGetDeviceIDs");
    device.context = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &err);
    check(err, "clCreateContext");
    device.queue = clCreateCommandQueue(device.context, device.id, CL_QUEUE_PROFILING_ENABLE, &err);
    check(err, "clCreateCommandQueue");
    device.program = build_program(device.context, device.id, "blackscholes.cl");
    device.kernel = clCreateKernel(device.program, "blackscholes", &err);
    check(err, "clCreateKernel");
    return device;
}

static void close_device(const Device &device)
{
    check(clReleaseKernel(device.kernel), "clReleaseKernel");
    check(clReleaseProgram(device.program), "clReleaseProgram");
    check(clReleaseCommandQueue(device.queue), "clReleaseCommandQueue");
    check(clReleaseContext(device.context), "clReleaseContext");
}

static cl_mem create_buffer(const Device &device, cl_mem_flags flags, size_t size)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(device.context, flags, size, nullptr, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

static void upload(const Device &device, cl_mem buffer, const std::vector<float> &values)
{
    check(clEnqueueWriteBuffer(device.queue, buffer, CL_TRUE, 0, sizeof(float) * values.size(),
                               values.data(), 0, nullptr, nullptr), "clEnqueueWriteBuffer");
}

static void download(const Device &device, cl_mem buffer, std::vector<float> &values)
{
    check(clEnqueueReadBuffer(device.queue, buffer, CL_TRUE, 0, sizeof(float) * values.size(),
                              values.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
}

template <typename T>
static void set_arg(const Device &device, cl_uint index, const T &value)
{
    check(clSetKernelArg(device.kernel, index, sizeof(T), &value), "clSetKernelArg");
}

// Runs the kernel once; its time in milliseconds.
static double launch(const Device &device, int count)
{
    const size_t local = LOCAL_SIZE;
    const size_t global = (count + local - 1) / local * local;
    cl_event event;
    cl_ulong start, end;
    check(clEnqueueNDRangeKernel(device.queue, device.kernel, 1, nullptr, &global, &local,
                                 0, nullptr, &event), "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &event), "clWaitForEvents");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start,
                                  nullptr), "clGetEventProfilingInfo");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end,
                                  nullptr), "clGetEventProfilingInfo");
    check(clReleaseEvent(event), "clReleaseEvent");
    return (end - start) * 1e-6;
}

static double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return 0.5 * (times[(times.size() - 1) / 2] + times[times.size() / 2]);
}

static double cumulative_normal(double x)
{
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

// The difference as a part of the price, or as it is where the price is below 1.
static double error_of(double result, double price)
{
    const double error = std::fabs(result - price) / std::max(1.0, price);
    return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

// The larger error of the call and of the put, against the formula in double precision.
static double error_of(const Contract &contract, double rate, double volatility,
                       double call, double put)
{
    const double s = contract.spot, t = contract.years;
    const double deviation = volatility * std::sqrt(t);
    const double drift = (rate + 0.5 * volatility * volatility) * t;
    const double d1 = (std::log(s / contract.strike) + drift) / deviation;
    const double d2 = d1 - deviation;
    const double discounted = contract.strike * std::exp(-rate * t);
    return std::max(
        error_of(call, s * cumulative_normal(d1) - discounted * cumulative_normal(d2)),
        error_of(put, discounted * cumulative_normal(-d2) - s * cumulative_normal(-d1)));
}

static void write(std::ofstream &file, const std::vector<float> &values)
{
    file.write(reinterpret_cast<const char *>(values.data()), sizeof(float) * values.size());
}

static void dump(const char *path, const std::vector<float> &call, const std::vector<float> &put)
{
    std::ofstream file(path, std::ios::binary);
    write(file, call);
    write(file, put);
    if (!file.flush()) {
        std::fprintf(stderr, "blackscholes: cannot write %s\n", path);
        std::exit(3);
    }
}

int main(int argc, char **argv)
{
    const Options options = parse_options(argc, argv);
    const int count = options.count;
    const float rate = 0.03f, volatility = 0.3f;

    Random random(1);
    std::vector<Contract> contracts(count);
    for (Contract &contract : contracts) {
        contract.spot = random.between(80.0f, 120.0f);
        contract.strike = random.between(80.0f, 120.0f);
        contract.years = random.between(0.5f, 3.0f);
    }
    std::vector<float> spot(count), strike(count), years(count), call(count), put(count);
    for (int i = 0; i < count; ++i) {
        spot[i] = contracts[i].spot;
        strike[i] = contracts[i].strike;
        years[i] = contracts[i].years;
    }

    const Device device = open_device();
    const size_t size = sizeof(float) * count;
    const cl_mem d_spot = create_buffer(device, CL_MEM_READ_ONLY, size);
    const cl_mem d_strike = create_buffer(device, CL_MEM_READ_ONLY, size);
    const cl_mem d_years = create_buffer(device, CL_MEM_READ_ONLY, size);
    const cl_mem d_call = create_buffer(device, CL_MEM_WRITE_ONLY, size);
    const cl_mem d_put = create_buffer(device, CL_MEM_WRITE_ONLY, size);
    upload(device, d_spot, spot);
    upload(device, d_strike, strike);
    upload(device, d_years, years);
    set_arg(device, 0, d_spot);
    set_arg(device, 1, d_strike);
    set_arg(device, 2, d_years);
    set_arg(device, 3, d_call);
    set_arg(device, 4, d_put);
    set_arg(device, 5, rate);
    set_arg(device, 6, volatility);
    set_arg(device, 7, count);

    launch(device, count); // to warm up
    std::vector<double> times(options.repeats);
    for (int i = 0; i < options.repeats; ++i)
        times[i] = launch(device, count);
    download(device, d_call, call);
    download(device, d_put, put);
    check(clReleaseMemObject(d_spot), "clReleaseMemObject");
    check(clReleaseMemObject(d_strike), "clReleaseMemObject");
    check(clReleaseMemObject(d_years), "clReleaseMemObject");
    check(clReleaseMemObject(d_call), "clReleaseMemObject");
    check(clReleaseMemObject(d_put), "clReleaseMemObject");
    close_device(device);

    double error = 0.0;
    for (int i = 0; i < count; ++i)
        error = std::max(error, error_of(contracts[i], rate, volatility, call[i], put[i]));
    const bool passed = error <= TOLERANCE;
    std::printf("blackscholes: %d European options\n", count);
    std::printf("kernel: %.3f ms\n", median(times));
    std::printf("check: %s (largest error %.1e)\n", passed ? "passed" : "FAILED", error);
    if (options.dump)
        dump(options.dump, call, put);
    return passed ? 0 : 1;
}
