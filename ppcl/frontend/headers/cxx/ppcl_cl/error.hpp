/* Errors: thrown where the program asks for exceptions, else returned. */
#ifndef PPCL_CL_ERROR_HPP
#define PPCL_CL_ERROR_HPP

namespace cl {

typedef ::size_t size_type;

/* Offsets and sizes in three dimensions. */
#if defined(PPCL_CL_BOXES_ARE_SIZES) || defined(CL_HPP_ENABLE_SIZE_T_COMPATIBILITY)
template <int N> class size_t {
    ::size_t sizes_[N];

public:
    size_t()
    {
        for (int i = 0; i < N; ++i)
            sizes_[i] = 0;
    }
    ::size_t &operator[](int index) { return sizes_[index]; }
    const ::size_t &operator[](int index) const { return sizes_[index]; }
    operator const ::size_t *() const { return sizes_; }
#ifndef PPCL_CL_BOXES_ARE_SIZES
    operator ::size_t *() { return sizes_; }
    size_t(const std::array< ::size_t, N> &sizes)
    {
        for (int i = 0; i < N; ++i)
            sizes_[i] = sizes[i];
    }
    operator std::array< ::size_t, N>() const
    {
        std::array< ::size_t, N> sizes;
        for (int i = 0; i < N; ++i)
            sizes[i] = sizes_[i];
        return sizes;
    }
#endif
};
#endif
#ifdef PPCL_CL_BOXES_ARE_SIZES
typedef size_t<3> Box;
#else
using std::array;
typedef std::array< ::size_t, 3> Box;
#endif
using std::string;
using std::vector;

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

inline const ::size_t *sides(const Box &box)
{
    return &box[0];
}

} // namespace detail
} // namespace cl
#endif
