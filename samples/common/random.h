/*
 * random.h: numbers that look random and are the same in each run. There are two series, so that
 * what a sample was measured with stays.
 */
#ifndef COMMON_RANDOM_H
#define COMMON_RANDOM_H

#include <stddef.h>

/* The next number in [0, 1). */
static inline float random_unit(unsigned int *state)
{
    *state = *state * 1234567893u + 987654321u;
    return (float)(*state >> 8) / 16777216.0f;
}

/* The same, by the factors of Numerical Recipes. */
static inline float random_recipe(unsigned int *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

/* Fills an array with numbers in [low, low + 1). */
static inline void fill_random(float *values, size_t count, float low, unsigned int seed)
{
    for (size_t i = 0; i < count; ++i)
        values[i] = low + random_unit(&seed);
}

#endif
