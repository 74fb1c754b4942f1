/* What OpenCL's C++ bindings need of the C++ library: not the program's own, as they are. */
#ifndef PPCL_BINDINGS_HPP
#define PPCL_BINDINGS_HPP
#if __cplusplus >= 201103L
#include <array>
#include <functional>
#include <memory>
#endif
#include <cstring>
#include <exception>
#include <iterator>
#include <string>
#include <utility>
#include <vector>
#endif
