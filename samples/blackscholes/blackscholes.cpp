/*
 * blackscholes: prices European call and put options by the formula of Black and Scholes, written
 * for GPUs.
 *
 * Five arrays of one dimension: spot price, strike price and years to expiry go in, the prices of
 * the call and the put come out. Work-item i prices option i and touches element i of each array.
 */
#define SAMPLE "blackscholes"
#include "device.h"
#include "options.h"
#include "random.h"
#include "result.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

const size_t LOCAL_SIZE = 128;
const int MAX_COUNT = 1 << 26;
const double TOLERANCE = 1e-4; // of the price, and absolute where the price is below 1

struct Options {
    int count = 1 << 19;
    int repeats = 5;
    const char *dump = nullptr;
};

struct Contract {
    float spot, strike, years;
};

static float random_between(unsigned int &state, float low, float high)
{
    return low + (high - low) * random_unit(&state);
}

static Options parse_options(int argc, char **argv)
{
    Options options;
    const number numbers[] = {{"-n", &options.count, 1, MAX_COUNT},
                              {"-r", &options.repeats, 1, MAX_COUNT}};
    if (!read_options(argc, argv, numbers, 2, &options.dump)) {
        std::fprintf(stderr, "usage: blackscholes [-n OPTIONS] [-r REPEATS] [-d FILE]\n"
                             "(numbers: 1 to %d)\n", MAX_COUNT);
        std::exit(2);
    }
    return options;
}

static cl_mem create_buffer(const device &device, cl_mem_flags flags, size_t size)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(device.context, flags, size, nullptr, &err);
    check(err, "clCreateBuffer");
    return buffer;
}

static void upload(const device &device, cl_mem buffer, const std::vector<float> &values)
{
    check(clEnqueueWriteBuffer(device.queue, buffer, CL_TRUE, 0, sizeof(float) * values.size(),
                               values.data(), 0, nullptr, nullptr), "clEnqueueWriteBuffer");
}

static void download(const device &device, cl_mem buffer, std::vector<float> &values)
{
    check(clEnqueueReadBuffer(device.queue, buffer, CL_TRUE, 0, sizeof(float) * values.size(),
                              values.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
}

template <typename T>
static void set_arg(cl_kernel kernel, cl_uint index, const T &value)
{
    check(clSetKernelArg(kernel, index, sizeof(T), &value), "clSetKernelArg");
}

// Runs the kernel once; its time in milliseconds.
static double launch(const device &device, cl_kernel kernel, int count)
{
    const size_t local = LOCAL_SIZE;
    const size_t global = (count + local - 1) / local * local;
    cl_event event;
    check(clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &global, &local,
                                 0, nullptr, &event), "clEnqueueNDRangeKernel");
    return time_of(event);
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

int main(int argc, char **argv)
{
    const Options options = parse_options(argc, argv);
    const int count = options.count;
    const float rate = 0.03f, volatility = 0.3f;

    unsigned int seed = 1;
    std::vector<Contract> contracts(count);
    for (Contract &contract : contracts) {
        contract.spot = random_between(seed, 80.0f, 120.0f);
        contract.strike = random_between(seed, 80.0f, 120.0f);
        contract.years = random_between(seed, 0.5f, 3.0f);
    }
    std::vector<float> spot(count), strike(count), years(count), call(count), put(count);
    for (int i = 0; i < count; ++i) {
        spot[i] = contracts[i].spot;
        strike[i] = contracts[i].strike;
        years[i] = contracts[i].years;
    }

    struct device device;
    cl_int err;
    open_device(&device);
    build_file(&device, "blackscholes.cl");
    const cl_kernel kernel = clCreateKernel(device.program, "blackscholes", &err);
    check(err, "clCreateKernel");
    const size_t size = sizeof(float) * count;
    const cl_mem d_spot = create_buffer(device, CL_MEM_READ_ONLY, size);
    const cl_mem d_strike = create_buffer(device, CL_MEM_READ_ONLY, size);
    const cl_mem d_years = create_buffer(device, CL_MEM_READ_ONLY, size);
    const cl_mem d_call = create_buffer(device, CL_MEM_WRITE_ONLY, size);
    const cl_mem d_put = create_buffer(device, CL_MEM_WRITE_ONLY, size);
    upload(device, d_spot, spot);
    upload(device, d_strike, strike);
    upload(device, d_years, years);
    set_arg(kernel, 0, d_spot);
    set_arg(kernel, 1, d_strike);
    set_arg(kernel, 2, d_years);
    set_arg(kernel, 3, d_call);
    set_arg(kernel, 4, d_put);
    set_arg(kernel, 5, rate);
    set_arg(kernel, 6, volatility);
    set_arg(kernel, 7, count);

    launch(device, kernel, count); // to warm up
    std::vector<double> times(options.repeats);
    for (int i = 0; i < options.repeats; ++i)
        times[i] = launch(device, kernel, count);
    download(device, d_call, call);
    download(device, d_put, put);
    check(clReleaseMemObject(d_spot), "clReleaseMemObject");
    check(clReleaseMemObject(d_strike), "clReleaseMemObject");
    check(clReleaseMemObject(d_years), "clReleaseMemObject");
    check(clReleaseMemObject(d_call), "clReleaseMemObject");
    check(clReleaseMemObject(d_put), "clReleaseMemObject");
    check(clReleaseKernel(kernel), "clReleaseKernel");
    close_device(&device);

    double error = 0.0;
    for (int i = 0; i < count; ++i)
        error = std::max(error, error_of(contracts[i], rate, volatility, call[i], put[i]));
    std::printf("blackscholes: %d European options\n", count);
    const int status = report(times.data(), options.repeats, error, TOLERANCE);
    dump(options.dump, call.data(), sizeof(float), call.size());
    dump_more(options.dump, put.data(), sizeof(float), put.size());
    return status;
}
