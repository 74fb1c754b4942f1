/*
 * options.h: the command line of a sample: options with a number, and -d with the file that the
 * result is written to.
 */
#ifndef COMMON_OPTIONS_H
#define COMMON_OPTIONS_H

#include <stdlib.h>
#include <string.h>

/* An option with a number: where that goes, and its bounds. */
struct number {
    const char *option;
    int *value;
    int least, most;
};

static inline int read_number(const struct number *number, const char *text)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < number->least || value > number->most)
        return 0;
    *number->value = (int)value;
    return 1;
}

/* Reads all options; 0 where one is unknown, or its number is none or out of bounds. */
static inline int read_options(int argc, char **argv, const struct number *numbers, int count,
                               const char **dump)
{
    for (int a = 1; a < argc; a += 2) {
        int good = 0;
        if (a + 1 == argc)
            return 0;
        for (int i = 0; i < count; ++i)
            if (strcmp(argv[a], numbers[i].option) == 0)
                good = read_number(&numbers[i], argv[a + 1]);
        if (strcmp(argv[a], "-d") == 0) {
            *dump = argv[a + 1];
            good = 1;
        }
        if (!good)
            return 0;
    }
    return 1;
}

#endif
