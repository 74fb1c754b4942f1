// Threads with a queue each, out of order where the device can, reading without blocking. Each
// clears what it read as soon as it may. Thread t, round r, element i is 1000 * (100 * t + r) + i.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

namespace {

const int THREADS = 4, ROUNDS = 30, N = 64;
const char *const TEXT =
    "__kernel void number(__global int *out, int first)\n"
    "{ out[get_global_id(0)] = first + (int)get_global_id(0); }\n";

cl_context context;
cl_device_id device;
cl_program program;

void check(cl_int error)
{
    if (error != CL_SUCCESS)
        std::exit(3);
}

class Buffer {
public:
    Buffer()
    {
        cl_int error;
        handle = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(int), nullptr, &error);
        check(error);
    }
    ~Buffer() { clReleaseMemObject(handle); }
    cl_mem handle;
};

void wait_for(cl_command_queue queue, cl_event event, int round)
{
    cl_int status = CL_QUEUED;

    if (round % 3 == 0)
        check(clFinish(queue));
    else if (round % 3 == 1)
        check(clWaitForEvents(1, &event));
    else
        while (status != CL_COMPLETE)
            check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                                 nullptr));
}

void work(int thread)
{
    cl_int error;
    cl_command_queue queue =
        clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    if (error != CL_SUCCESS)
        queue = clCreateCommandQueue(context, device, 0, &error);
    check(error);
    cl_kernel kernel = clCreateKernel(program, "number", &error);
    check(error);
    for (int round = 0; round < ROUNDS; ++round) {
        Buffer buffer;
        std::unique_ptr<std::vector<int>> out(new std::vector<int>(N));
        const int first = 1000 * (100 * thread + round);
        const std::size_t global = N;
        cl_event events[2];
        check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer.handle));
        check(clSetKernelArg(kernel, 1, sizeof(int), &first));
        check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr,
                                     &events[0]));
        check(clEnqueueReadBuffer(queue, buffer.handle, CL_FALSE, 0, N * sizeof(int), out->data(),
                                  1, &events[0], &events[1]));
        wait_for(queue, events[1], round);
        std::fill(out->begin(), out->end(), 0);
        clReleaseEvent(events[0]);
        clReleaseEvent(events[1]);
    }
}

}  // namespace

int main()
{
    cl_platform_id platform;
    cl_int error;

    check(clGetPlatformIDs(1, &platform, nullptr));
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error);
    const char *text = TEXT;
    program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr));
    std::vector<std::thread> threads;
    for (int thread = 0; thread < THREADS; ++thread)
        threads.emplace_back(work, thread);
    for (std::thread &thread : threads)
        thread.join();
    return 0;
}
