/* The kernels of shapes.cl as a person would write them for one core with AVX2 or AVX-512. */
#include "by_hand.h"

#if defined(__AVX2__) && defined(__FMA__)
#include "lanes.h"

void fir_by_hand(const float *in, const float *taps, float *out, int count, int tap_count)
{
    int i = 0;
    for (; i + 4 * LANES <= count; i += 4 * LANES) {
        vector s0 = zero(), s1 = zero(), s2 = zero(), s3 = zero();
        for (int k = 0; k < tap_count; ++k) {
            const vector tap = splat(taps[k]);
            const float *at = in + i + k;
            s0 = mul_add(load(at), tap, s0);
            s1 = mul_add(load(at + LANES), tap, s1);
            s2 = mul_add(load(at + 2 * LANES), tap, s2);
            s3 = mul_add(load(at + 3 * LANES), tap, s3);
        }
        store(out + i, s0);
        store(out + i + LANES, s1);
        store(out + i + 2 * LANES, s2);
        store(out + i + 3 * LANES, s3);
    }
    for (; i < count; ++i) {
        float sum = 0.0f;
        for (int k = 0; k < tap_count; ++k)
            sum += in[i + k] * taps[k];
        out[i] = sum;
    }
}

void stencil_by_hand(const float *in, float *out, int width, int height, float rate)
{
    for (int y = 1; y < height - 1; ++y) {
        const float *row = in + y * width, *above = row - width, *below = row + width;
        float *to = out + y * width;
        int x = 1;
        for (; x + LANES <= width - 1; x += LANES) {
            const vector middle = load(row + x);
            const vector sides = add(load(row + x - 1), load(row + x + 1));
            const vector around = add(add(sides, load(above + x)), load(below + x));
            const vector change = sub(around, mul(splat(4.0f), middle));
            store(to + x, mul_add(splat(rate), change, middle));
        }
        for (; x < width - 1; ++x) {
            const float around = row[x - 1] + row[x + 1] + above[x] + below[x];
            to[x] = row[x] + rate * (around - 4.0f * row[x]);
        }
    }
}

static int rounds_of(float cx, float cy, int most)
{
    float zx = 0.0f, zy = 0.0f;
    int n = 0;
    for (; zx * zx + zy * zy <= 4.0f && n < most; ++n) {
        const float next = zx * zx - zy * zy + cx;
        zy = 2.0f * zx * zy + cy;
        zx = next;
    }
    return n;
}

static integers rounds_of_lanes(vector cx, vector cy, int most)
{
    vector zx = zero(), zy = zero();
    integers n = zero_integers();
    for (int k = 0; k < most; ++k) {
        const vector square = mul(zy, zy);
        const mask near_zero = not_above(mul_add(zx, zx, square), splat(4.0f));
        if (!is_set(near_zero))
            break;
        n = count_where(n, near_zero);
        const vector next = add(mul_sub(zx, zx, square), cx);
        zy = mul_add(mul(splat(2.0f), zx), zy, cy);
        zx = next;
    }
    return n;
}

void mandelbrot_by_hand(int *out, int width, int height, int most)
{
    const float step = 3.0f / width;
    for (int y = 0; y < height; ++y) {
        const float cy = -1.25f + y * (2.5f / height);
        int x = 0;
        for (; x + LANES <= width; x += LANES) {
            const vector cx = mul_add(add(splat(x), count_up()), splat(step), splat(-2.25f));
            store_integers(out + y * width + x, rounds_of_lanes(cx, splat(cy), most));
        }
        for (; x < width; ++x)
            out[y * width + x] = rounds_of(-2.25f + x * step, cy, most);
    }
}

/* A block of 4 rows by 2 vectors stays in registers. */
void matmul_by_hand(const float *a, const float *b, float *c, int size)
{
    for (int row = 0; row < size; row += 4)
        for (int column = 0; column < size; column += 2 * LANES) {
            vector sum[4][2];
            for (int r = 0; r < 4; ++r)
                sum[r][0] = sum[r][1] = zero();
            for (int k = 0; k < size; ++k) {
                const vector b0 = load(b + k * size + column);
                const vector b1 = load(b + k * size + column + LANES);
                for (int r = 0; r < 4; ++r) {
                    const vector scale = splat(a[(row + r) * size + k]);
                    sum[r][0] = mul_add(scale, b0, sum[r][0]);
                    sum[r][1] = mul_add(scale, b1, sum[r][1]);
                }
            }
            for (int r = 0; r < 4; ++r) {
                store(c + (row + r) * size + column, sum[r][0]);
                store(c + (row + r) * size + column + LANES, sum[r][1]);
            }
        }
}

void gather_by_hand(const float *x, const int *index, float *out, int count)
{
    int i = 0;
    for (; i + LANES <= count; i += LANES)
        store(out + i, gathered(x, load_integers(index + i)));
    for (; i < count; ++i)
        out[i] = x[index[i]];
}

/* Equal values often follow each other: with a table for each of four, no sum waits for another. */
void histogram_by_hand(const unsigned char *in, unsigned int *bins, int count)
{
    unsigned int own[4][256] = {{0}};
    int i = 0;
    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; ++k)
            ++own[k][in[i + k]];
    for (; i < count; ++i)
        ++own[0][in[i]];
    for (int bin = 0; bin < 256; ++bin)
        bins[bin] += own[0][bin] + own[1][bin] + own[2][bin] + own[3][bin];
}

#else
#error "by hand means AVX2 and FMA here"
#endif
