#include "CL/cl2.hpp"
