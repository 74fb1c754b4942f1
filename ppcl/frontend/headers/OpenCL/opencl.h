/* Where macOS has it. */
#include <CL/opencl.h>
