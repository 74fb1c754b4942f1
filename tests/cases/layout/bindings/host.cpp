/* The base program in OpenCL's C++ bindings. */
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_CL_1_2_DEFAULT_BUILD
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

static std::string read_kernel(const char *path)
{
    std::ifstream stream(path);
    return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 300;
    int columns = argc > 2 ? atoi(argv[2]) : 7;
    size_t bytes = sizeof(int) * rows * columns;
    int *table = (int *)malloc(bytes);
    std::vector<int> sums(rows);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            table[i + j * rows] = 31 * i + 7 * j;

    cl::Context context(CL_DEVICE_TYPE_ALL);
    cl::CommandQueue queue(context);
    cl::Program program(context, read_kernel("kernel.cl"), true);
    cl::KernelFunctor<cl::Buffer, cl::Buffer, int, int> row_sums(program, "row_sums");
    cl::Buffer d_table(context, CL_MEM_READ_ONLY, bytes);
    cl::Buffer d_sums(context, CL_MEM_WRITE_ONLY, sizeof(int) * rows);
    queue.enqueueWriteBuffer(d_table, CL_TRUE, 0, bytes, table);
    row_sums(cl::EnqueueArgs(queue, cl::NDRange((rows + 63) / 64 * 64), cl::NDRange(64)), d_table,
             d_sums, rows, columns);
    cl::copy(queue, d_sums, sums.begin(), sums.end());

    for (int i = 0; i < rows; i++)
        printf("%d\n", sums[i]);
    return 0;
}
