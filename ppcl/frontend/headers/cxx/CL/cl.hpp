/* The bindings of OpenCL 1.x: programs are made of pointers and lengths, and built without options
   unless some are given. */
#ifndef PPCL_OPENCL_HPP
#define PPCL_CL_SOURCES_ARE_POINTERS
#define PPCL_CL_BOXES_ARE_SIZES
#define PPCL_CL_BUILT_BY ""
#ifndef CL_HPP_TARGET_OPENCL_VERSION
#define CL_HPP_TARGET_OPENCL_VERSION 120
#endif
#define VECTOR_CLASS std::vector
#endif
#include "opencl.hpp"
#ifndef PPCL_CL_HPP
#define PPCL_CL_HPP
namespace cl {
typedef std::string STRING_CLASS;
// Of 1.0, and kept by all of 1.x.
inline LocalSpaceArg __local(::size_t size)
{
    return Local(size);
}
}
#endif
