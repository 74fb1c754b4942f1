/* Where macOS has it. */
#include <CL/cl_gl.h>
