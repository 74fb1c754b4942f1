/*
 * The error functions of float, without branches and tables, so that loops become vector code.
 * erfc(z) = t e^(P(t) - z^2) with t = 1 / (1 + z/2) for z >= 0, where P is smooth; near 0,
 * erf(x) = x Q(x^2). Both polynomials interpolate at Chebyshev's nodes (docs/c-builtins.md).
 */

/* erfc(z) for 0 <= z; beyond 10.4 it is less than any float */
PPCL_INLINE float ppcl_erfc_positive_float(float x)
{
    double z = x < 10.4f ? (double)x : 10.4;
    double t = 1.0 / (1.0 + 0.5 * z);
    double u = t * 2.3846153846153846 - 1.3846153846153846;
    double p = -5.396178707428589e-06;
    p = p * u - 2.373742008406528e-05;
    p = p * u + 7.42191034355244e-05;
    p = p * u + 0.0001318959749241344;
    p = p * u - 0.0005800701588049387;
    p = p * u - 0.0002604680106887969;
    p = p * u + 0.0038452640878455418;
    p = p * u - 0.00119602978547458;
    p = p * u - 0.030016400663630885;
    p = p * u + 0.016526432254788188;
    p = p * u + 0.5737783802199399;
    p = p * u - 0.562274091762446;
    p -= z * z;
    float whole = (float)p;
    return ppcl_exp_float(whole) * (1.0f + (float)(p - (double)whole)) * (float)t;
}

PPCL_INLINE float ppcl_erfc_float(float x)
{
    float tail = ppcl_erfc_positive_float(fabsf(x));
    float value = x < 0.0f ? 2.0f - tail : tail;
    return x != x ? x : value;
}

PPCL_INLINE float ppcl_erf_float(float x)
{
    float s = x * x;
    float p = 0.0001032428503f;
    p = p * s - 0.0008464985623f;
    p = p * s + 0.00522195906222f;
    p = p * s - 0.02686591817145f;
    p = p * s + 0.11283790162428f;
    p = p * s - 0.37612638869313f;
    p = p * s + 1.12837916709427f;
    float far = 1.0f - ppcl_erfc_positive_float(fabsf(x));
    float value = copysignf(far, x);
    value = fabsf(x) < 0.6f ? x * p : value;
    return x != x ? x : value;
}
