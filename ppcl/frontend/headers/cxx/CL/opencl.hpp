/* OpenCL's C++ bindings as ppcl reads them: each class is its C handle, and each member does what
   the standard binding of its name does, by the C API. The walk goes through these bodies as
   through the program's own, so that they are all that it knows of the bindings: what has no body
   here is not followed. Reference counts are left out, as releases change nothing that is proved.
   Source: The OpenCL C++ Wrapper API 1.2, Khronos. */
#ifndef PPCL_OPENCL_HPP
#define PPCL_OPENCL_HPP
#include <CL/opencl.h>
#include <cstring>
#include <exception>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#if defined(__CL_ENABLE_EXCEPTIONS) || defined(CL_HPP_ENABLE_EXCEPTIONS)
#define PPCL_CL_THROWS 1
#else
#define PPCL_CL_THROWS 0
#endif
#ifndef PPCL_CL_BUILT_BY
#define PPCL_CL_BUILT_BY "-cl-std=CL2.0"
#endif

#include "../ppcl_cl/error.hpp"
#include "../ppcl_cl/device.hpp"
#include "../ppcl_cl/memory.hpp"
#include "../ppcl_cl/program.hpp"
#include "../ppcl_cl/queue.hpp"
#include "../ppcl_cl/copy.hpp"
#include "../ppcl_cl/functor.hpp"
#endif
