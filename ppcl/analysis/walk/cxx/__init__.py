"""C++ as a language: classes, constructors, destructors, virtual calls, lambdas, exceptions."""
