"""OpenCL's host API: what each call makes, moves, launches and waits for; what the host sees."""
