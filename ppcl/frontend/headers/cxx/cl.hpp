#include "CL/cl.hpp"
