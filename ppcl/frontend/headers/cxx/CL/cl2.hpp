/* The bindings of OpenCL 2.0. */
#include "opencl.hpp"
