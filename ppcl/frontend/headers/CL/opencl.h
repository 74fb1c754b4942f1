/* All of the OpenCL API that ppcl knows. */
#ifndef PPCL_OPENCL_H
#define PPCL_OPENCL_H
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#endif
