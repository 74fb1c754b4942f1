/* Errors: thrown where the program asks for exceptions, else returned. */
#ifndef PPCL_CL_ERROR_HPP
#define PPCL_CL_ERROR_HPP

namespace cl {

typedef ::size_t size_type;

class Error : public std::exception {
    cl_int err_;
    const char *name_;

public:
    Error(cl_int err, const char *name = NULL) : err_(err), name_(name) {}
    ~Error() throw() {}
    virtual const char *what() const throw() { return name_ == NULL ? "empty" : name_; }
    cl_int err() const { return err_; }
};

namespace detail {

inline cl_int checked(cl_int error, const char *name)
{
    if (PPCL_CL_THROWS && error != CL_SUCCESS)
        throw Error(error, name);
    return error;
}

inline void report(cl_int error, const char *name, cl_int *out)
{
    checked(error, name);
    if (out != NULL)
        *out = error;
}

/* What `getInfo<NAME>` gives. */
template <cl_uint Name> struct Info;
#define PPCL_CL_INFO(name, type_)                                                                  \
    template <> struct Info<name> {                                                                \
        typedef type_ type;                                                                        \
    };

} // namespace detail
} // namespace cl
#endif
