"""Building, running and comparing programs on the OpenCL platforms of this machine."""
