"""The C++ library: containers, iterators, strings, streams, smart pointers, algorithms."""
