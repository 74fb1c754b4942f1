/* Geometric functions (OpenCL 1.2, 6.12.5); lengths neither overflow nor vanish on the way. */

/* For T = floats. */

PPCL_INLINE T ppcl_dot_T_T(T x, T y)
{
    return x * y;
}

PPCL_INLINE T ppcl_length_T(T x)
{
    return fabs$F(x);
}

PPCL_INLINE T ppcl_normalize_T(T x)
{
    return ppcl_sign_T(x) * (x == x ? (T)1 : x);
}

PPCL_INLINE T ppcl_distance_T_T(T x, T y)
{
    return fabs$F(x - y);
}

PPCL_INLINE T ppcl_fast_length_T(T x)
{
    return fabs$F(x);
}

PPCL_INLINE T ppcl_fast_distance_T_T(T x, T y)
{
    return fabs$F(x - y);
}

PPCL_INLINE T ppcl_fast_normalize_T(T x)
{
    return ppcl_normalize_T(x);
}

/* For V = float2, float3, float4, double2, double3, double4. */

PPCL_INLINE T ppcl_dot_V_V(V x, V y)
{
    T sum = x[0] * y[0];
    for (int i = 1; i < $LANES; i++)
        sum += x[i] * y[i];
    return sum;
}

PPCL_INLINE T ppcl_fast_length_V(V x)
{
    return sqrt$F(ppcl_dot_V_V(x, x));
}

PPCL_INLINE T ppcl_fast_distance_V_V(V x, V y)
{
    return ppcl_fast_length_V(x - y);
}

PPCL_INLINE V ppcl_fast_normalize_V(V x)
{
    T square = ppcl_dot_V_V(x, x);
    return square == (T)0 ? x : x * ((T)1 / sqrt$F(square));
}

/* a power of two that brings squares into range: those of large components do not overflow, the
   smallest numbers' are no denormals; 1 where no scale helps */
PPCL_INLINE T ppcl_scale_V(V x)
{
    T largest = fabs$F(x[0]);
    for (int i = 1; i < $LANES; i++)
        largest = ppcl_fmax_T_T(largest, fabs$F(x[i]));
    return largest > $BIG ? $SMALL : largest < (T)1 / $BIG ? $RISE : (T)1;
}

PPCL_INLINE T ppcl_length_V(V x)
{
    T scale = ppcl_scale_V(x);
    return ppcl_fast_length_V(x * scale) / scale;
}

PPCL_INLINE T ppcl_distance_V_V(V x, V y)
{
    return ppcl_length_V(x - y);
}

/* of infinite components, those count as 1 and the others as 0; a component is scaled up before
   all else and down last of all, so that none is lost that has a place in the result */
PPCL_INLINE V ppcl_normalize_V(V x)
{
    V infinite = x, finite, scaled;
    T scale, square;
    int any = 0;
    for (int i = 0; i < $LANES; i++) {
        int is = fabs$F(x[i]) == (T)INFINITY;
        any |= is;
        infinite[i] = copysign$F(is ? (T)1 : (T)0, x[i]);
    }
    finite = any ? infinite : x;
    scale = ppcl_scale_V(finite);
    scaled = finite * scale;
    square = ppcl_dot_V_V(scaled, scaled);
    if (square == (T)0)
        return x;
    scaled = finite * (scale > (T)1 ? scale : (T)1) * ((T)1 / sqrt$F(square));
    return scaled * (scale < (T)1 ? scale : (T)1);
}

/* For T = floats. */

PPCL_INLINE T3 ppcl_cross_T3_T3(T3 x, T3 y)
{
    T3 result = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
    return result;
}

PPCL_INLINE T4 ppcl_cross_T4_T4(T4 x, T4 y)
{
    T4 result = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
    return result;
}

/* The same of components, which rows of work-items have apart (ppcl.rewrite.components): 0 for those
   that a vector has not. A scale of INFINITY says that some are infinite. */

/* For T = floats. */

PPCL_INLINE T ppcl_component_scale_T_T_T_T(T x, T y, T z, T w)
{
    T first = ppcl_fmax_T_T(fabs$F(x), fabs$F(y)), second = ppcl_fmax_T_T(fabs$F(z), fabs$F(w));
    T largest = ppcl_fmax_T_T(first, second);
    T scale = largest > $BIG ? $SMALL : largest < (T)1 / $BIG ? $RISE : (T)1;
    return largest == (T)INFINITY ? (T)INFINITY : scale;
}

PPCL_INLINE T ppcl_component_scaled_T_T(T x, T scale)
{
    T infinite = copysign$F(fabs$F(x) == (T)INFINITY ? (T)1 : (T)0, x);
    return scale == (T)INFINITY ? infinite : x * scale;
}

PPCL_INLINE T ppcl_component_inverse_T_T_T_T_T(T scale, T x, T y, T z, T w)
{
    T a = ppcl_component_scaled_T_T(x, scale), b = ppcl_component_scaled_T_T(y, scale);
    T c = ppcl_component_scaled_T_T(z, scale), d = ppcl_component_scaled_T_T(w, scale);
    T square = a * a + b * b + c * c + d * d;
    return square == (T)0 ? (T)1 : (T)1 / sqrt$F(square);
}

PPCL_INLINE T ppcl_component_unit_T_T_T(T x, T scale, T inverse)
{
    T finite = scale == (T)INFINITY ? ppcl_component_scaled_T_T(x, scale) : x;
    T known = scale == (T)INFINITY ? (T)1 : scale;
    return finite * (known > (T)1 ? known : (T)1) * inverse * (known < (T)1 ? known : (T)1);
}

PPCL_INLINE T ppcl_component_length_T_T_T_T(T x, T y, T z, T w)
{
    T found = ppcl_component_scale_T_T_T_T(x, y, z, w);
    T scale = found == (T)INFINITY ? $SMALL : found;
    T a = x * scale, b = y * scale, c = z * scale, d = w * scale;
    return sqrt$F(a * a + b * b + c * c + d * d) / scale;
}
