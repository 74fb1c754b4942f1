/* <math.h> (C11 7.12): functions of double and float, and the usual macros. */
#ifndef PPCL_MATH_H
#define PPCL_MATH_H
#include "begin_c.h"
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define isnan(value) __builtin_isnan(value)
#define isinf(value) __builtin_isinf(value)
#define isfinite(value) __builtin_isfinite(value)
#define isnormal(value) __builtin_isnormal(value)
#define signbit(value) __builtin_signbit(value)

#define PPCL_MATH_1(name) double name(double x); float name##f(float x)
#define PPCL_MATH_2(name) double name(double x, double y); float name##f(float x, float y)
PPCL_MATH_1(acos);
PPCL_MATH_1(asin);
PPCL_MATH_1(atan);
PPCL_MATH_1(cos);
PPCL_MATH_1(sin);
PPCL_MATH_1(tan);
PPCL_MATH_1(acosh);
PPCL_MATH_1(asinh);
PPCL_MATH_1(atanh);
PPCL_MATH_1(cosh);
PPCL_MATH_1(sinh);
PPCL_MATH_1(tanh);
PPCL_MATH_1(exp);
PPCL_MATH_1(exp2);
PPCL_MATH_1(expm1);
PPCL_MATH_1(log);
PPCL_MATH_1(log2);
PPCL_MATH_1(log10);
PPCL_MATH_1(log1p);
PPCL_MATH_1(logb);
PPCL_MATH_1(sqrt);
PPCL_MATH_1(cbrt);
PPCL_MATH_1(fabs);
PPCL_MATH_1(ceil);
PPCL_MATH_1(floor);
PPCL_MATH_1(trunc);
PPCL_MATH_1(round);
PPCL_MATH_1(rint);
PPCL_MATH_1(nearbyint);
PPCL_MATH_1(erf);
PPCL_MATH_1(erfc);
PPCL_MATH_1(tgamma);
PPCL_MATH_1(lgamma);
PPCL_MATH_2(atan2);
PPCL_MATH_2(pow);
PPCL_MATH_2(hypot);
PPCL_MATH_2(fmod);
PPCL_MATH_2(remainder);
PPCL_MATH_2(fmin);
PPCL_MATH_2(fmax);
PPCL_MATH_2(fdim);
PPCL_MATH_2(copysign);
PPCL_MATH_2(nextafter);
#undef PPCL_MATH_1
#undef PPCL_MATH_2
double fma(double x, double y, double z);
float fmaf(float x, float y, float z);
double ldexp(double x, int exponent);
float ldexpf(float x, int exponent);
double frexp(double x, int *exponent);
float frexpf(float x, int *exponent);
double modf(double x, double *whole);
float modff(float x, float *whole);
long lround(double x);
long lroundf(float x);
long lrint(double x);
long lrintf(float x);
long long llround(double x);
int ilogb(double x);
#include "end_c.h"
#endif
