/* Where macOS has it. */
#include <CL/cl_ext.h>
