// Builtins of values only: nothing but what the kernel itself reads and writes.

// kernel of_floats
//   load from[4 * l0 + 4 * go0] 4
//   store to[4 * l0 + 4 * go0] 4
kernel void of_floats(global const float *from, global float *to)
{
    float x = from[get_global_id(0)], y = 0.0f;
    y += acos(x) + acosh(x) + acospi(x) + asin(x) + asinh(x) + asinpi(x) + atan(x) + atan2(x, y);
    y += atanh(x) + atanpi(x) + atan2pi(x, y) + cbrt(x) + ceil(x) + copysign(x, y) + cos(x);
    y += cosh(x) + cospi(x) + erfc(x) + erf(x) + exp(x) + exp2(x) + exp10(x) + expm1(x) + fabs(x);
    y += fdim(x, y) + floor(x) + fma(x, y, x) + fmax(x, y) + fmin(x, 1.0f) + fmod(x, y);
    y += hypot(x, y) + ilogb(x) + ldexp(x, 2) + lgamma(x) + log(x) + log2(x) + log10(x) + log1p(x);
    y += logb(x) + mad(x, y, x) + maxmag(x, y) + minmag(x, y) + nan(3u) + nextafter(x, y);
    y += pow(x, y) + pown(x, 3) + powr(x, y) + remainder(x, y) + rint(x) + rootn(x, 3) + round(x);
    y += rsqrt(x) + sin(x) + sinh(x) + sinpi(x) + sqrt(x) + tan(x) + tanh(x) + tanpi(x) + tgamma(x);
    y += trunc(x) + native_cos(x) + native_divide(x, y) + native_exp(x) + native_exp2(x);
    y += native_exp10(x) + native_log(x) + native_log2(x) + native_log10(x) + native_powr(x, y);
    y += native_recip(x) + native_rsqrt(x) + native_sin(x) + native_sqrt(x) + native_tan(x);
    y += half_cos(x) + half_divide(x, y) + half_exp(x) + half_exp2(x) + half_exp10(x) + half_log(x);
    y += half_log2(x) + half_log10(x) + half_powr(x, y) + half_recip(x) + half_rsqrt(x);
    y += half_sin(x) + half_sqrt(x) + half_tan(x);
    y += degrees(x) + radians(x) + mix(x, y, 0.5f) + sign(x) + step(x, y) + smoothstep(0.0f, x, y);
    y += clamp(x, 0.0f, 1.0f) + max(x, y) + min(x, y);
    to[get_global_id(0)] = y;
}

// kernel of_integers
//   load from[4 * l0 + 4 * go0] 4
//   store to[4 * l0 + 4 * go0] 4
kernel void of_integers(global const uint *from, global uint *to)
{
    uint x = from[get_global_id(0)], y = 3u;
    y += abs((int)x) + abs_diff(x, y) + add_sat(x, y) + hadd(x, y) + rhadd(x, y) + clamp(x, 1u, 9u);
    y += clz(x) + mad_hi(x, y, x) + mad_sat(x, y, x) + max(x, y) + min(x, y) + mul_hi(x, y);
    y += rotate(x, y) + sub_sat(x, y) + upsample((ushort)x, (ushort)y) + popcount(x);
    y += mad24(x, y, x) + mul24(x, y);
    to[get_global_id(0)] = y;
}

// kernel of_vectors
//   load from[16 * l0 + 16 * go0] 16
//   store to[4 * l0 + 4 * go0] 4
//   store flags[16 * l0 + 16 * go0] 16
//   store to[0] 4
kernel void of_vectors(global const float4 *from, global float *to, global int4 *flags)
{
    float4 a = from[get_global_id(0)], b = a.wzyx;
    float4 c = cross(a, b) + normalize(a) + fast_normalize(b);
    to[get_global_id(0)] = dot(a, b) + distance(a, c) + length(a) + fast_length(b)
                         + fast_distance(a, c);
    int4 r = isequal(a, b) | isnotequal(a, b) | isgreater(a, b) | isgreaterequal(a, b)
           | isless(a, b) | islessequal(a, b) | islessgreater(a, b) | isfinite(a) | isinf(a)
           | isnan(a) | isnormal(a) | isordered(a, b) | isunordered(a, b) | signbit(a);
    int single = any(r) + all(r);
    c = select(a, b, r) + bitselect(a, b, c) + shuffle(a, (uint4)(3, 2, 1, 0))
      + shuffle2(a, b, (uint4)(0, 4, 1, 5));
    flags[get_global_id(0)] = r + single + (int4)vec_step(c) + (a < b) + (a == c && b != c);
    to[0] = c.x;
}
