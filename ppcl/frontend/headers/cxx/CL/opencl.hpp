/* OpenCL's C++ bindings as ppcl reads them: each class is its C handle, and each member does what
   the standard binding of its name does, by the C API. The walk goes through these bodies as
   through the program's own, so that they are all that it knows of the bindings: what has no body
   here is not followed. Reference counts are left out, as releases change nothing that is proved.
   Source: The OpenCL C++ Wrapper API 1.2, Khronos. */
#ifndef PPCL_OPENCL_HPP
#define PPCL_OPENCL_HPP
#ifndef CL_HPP_TARGET_OPENCL_VERSION
#define CL_HPP_TARGET_OPENCL_VERSION 300
#endif
#ifndef CL_HPP_MINIMUM_OPENCL_VERSION
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#endif
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION CL_HPP_TARGET_OPENCL_VERSION
#endif
#include <CL/opencl.h>
#include <ppcl-bindings.hpp>

#if defined(__CL_ENABLE_EXCEPTIONS) || defined(CL_HPP_ENABLE_EXCEPTIONS)
#define PPCL_CL_THROWS 1
#else
#define PPCL_CL_THROWS 0
#endif
#if defined(CL_HPP_ENABLE_PROGRAM_CONSTRUCTION_FROM_ARRAY_COMPATIBILITY) &&                        \
    !defined(PPCL_CL_SOURCES_ARE_POINTERS)
#define PPCL_CL_SOURCES_ARE_POINTERS
#endif
#if __cplusplus < 201103L && !defined(PPCL_CL_BOXES_ARE_SIZES)
#define PPCL_CL_BOXES_ARE_SIZES
#endif
#if !defined(PPCL_CL_BUILT_BY) && defined(CL_HPP_CL_1_2_DEFAULT_BUILD)
#define PPCL_CL_BUILT_BY ""
#elif !defined(PPCL_CL_BUILT_BY)
#define PPCL_CL_BUILT_BY "-cl-std=CL2.0"
#endif

#include "../ppcl_cl/error.hpp"
#include "../ppcl_cl/info.hpp"
#include "../ppcl_cl/device.hpp"
#include "../ppcl_cl/memory.hpp"
#include "../ppcl_cl/image.hpp"
#include "../ppcl_cl/program.hpp"
#include "../ppcl_cl/queue.hpp"
#include "../ppcl_cl/copy.hpp"
#include "../ppcl_cl/default_queue.hpp"
#include "../ppcl_cl/functor.hpp"
#endif
