/* The bindings of OpenCL 2.0. */
#ifndef CL_HPP_TARGET_OPENCL_VERSION
#define CL_HPP_TARGET_OPENCL_VERSION 200
#endif
#include "opencl.hpp"
