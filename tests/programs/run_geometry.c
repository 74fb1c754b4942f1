/* Compares geometric functions of T vectors of N with long double, at all magnitudes. Prints the
   largest errors in units in the last place of normalize, length and distance. */
#include <stdio.h>
#include <string.h>

static ulong state = 88172645463325252ul;

static ulong random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static T any_number(void)
{
    const ulong bits = random_bits() >> 3;
    T found;
    memcpy(&found, &bits, sizeof found);
    return found;
}

/* numbers of any magnitude, or of about one */
static V any_vector(int are_near)
{
    const T first = any_number();
    V found;
    for (int i = 0; i < N; i++)
        found[i] = are_near ? first * (T)(1 + (random_bits() & 255) / (T)256) : any_number();
    return found;
}

static double error(T got, long double wanted)
{
    int exponent;
    if ((T)wanted == got || (got != got && wanted != wanted))
        return 0;
    frexpl(wanted, &exponent);
    exponent -= DIGITS;
    return (double)fabsl(ldexpl((long double)got - wanted, exponent < LEAST ? -LEAST : -exponent));
}

static double normalized(V x)
{
    const V found = NORMALIZE(x);
    long double part[N], square = 0;
    double worst = 0;
    int any = 0;
    for (int i = 0; i < N; i++)
        any |= isinf(x[i]);
    for (int i = 0; i < N; i++) {
        part[i] = any ? copysignl(isinf(x[i]) ? 1 : 0, x[i]) : x[i];
        square += part[i] * part[i];
    }
    for (int i = 0; i < N; i++)
        worst = fmax(worst, error(found[i], square == 0 ? part[i] : part[i] / sqrtl(square)));
    return worst;
}

int main(void)
{
    double worst[3] = {0, 0, 0};
    for (int k = 0; k < 100000; k++) {
        const V x = any_vector(k & 1), y = any_vector(k & 1);
        long double length = 0, distance = 0;
        for (int i = 0; i < N; i++) {
            const long double apart = (long double)x[i] - y[i];
            length += (long double)x[i] * x[i];
            distance += apart * apart;
        }
        worst[0] = fmax(worst[0], normalized(x));
        worst[1] = fmax(worst[1], error(LENGTH(x), sqrtl(length)));
        if (!isinf((T)sqrtl(distance)))
            worst[2] = fmax(worst[2], error(DISTANCE(x, y), sqrtl(distance)));
    }
    printf("%g %g %g\n", worst[0], worst[1], worst[2]);
    return 0;
}
