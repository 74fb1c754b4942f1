"""The compiler and the runtime know a program by the same key (program_key.c)."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppcl.backend.key import key_of
from ppcl.verify.execute import execute

RUNTIME = Path(__file__).resolve().parents[3] / "templates" / "runtime" / "c"
HARNESS = """
#include "ppcl_kernel.h"
static const struct ppcl_program ppcl_programs[1];
static const unsigned ppcl_program_count = 0;
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "program_key.c"
static char *line(void)
{
    static char hex[1 << 16];
    char *text;
    size_t i, length;
    if (!fgets(hex, sizeof hex, stdin))
        exit(0);
    length = strcspn(hex, "\\n") / 2;
    text = (char *)calloc(length + 1, 1);
    for (i = 0; i < length; i++)
        sscanf(hex + 2 * i, "%2hhx", (unsigned char *)text + i);
    return text;
}
int main(void)
{
    for (;;) {
        char *text = line(), *options = line();
        struct rt_key key;
        memset(&key, 0, sizeof key);
        if (rt_make_key(text, options, &key) != CL_SUCCESS)
            printf("error\\n");
        else
            printf("%llu %zu %s\\n", (unsigned long long)key.hash, key.length, key.options);
        free(text);
        free(options);
    }
}
"""
