/* Where macOS has it. */
#include <CL/cl_platform.h>
