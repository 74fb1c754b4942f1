/* Where macOS has it. */
#include <CL/cl.h>
