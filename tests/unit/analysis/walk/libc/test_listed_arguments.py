"""Texts that a function of the program's own prints from the arguments behind its named ones."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, read

_HEAD = "#define _GNU_SOURCE\n#include <stdarg.h>\n#include <string.h>\n"
_PUT = """
static int put(char *to, size_t room, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(to, room, format, list);
    va_end(list);
    return length;
}
"""
_PLAIN = """
static int plain(char *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsprintf(to, format, list);
    va_end(list);
    return strlen(to);
}
"""
_MADE = """
static char *made(const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    char *text = malloc(vsnprintf(NULL, 0, format, again) + 1);
    vsprintf(text, format, list);
    va_end(list);
    return text;
}
"""
_NEW = """
static char *made(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text;
    vasprintf(&text, format, list);
    va_end(list);
    return text;
}
"""
_AFTER = """
static int after(const char *format, ...)
{
    va_list list;
    char text[9];
    va_start(list, format);
    vsnprintf(text, 9, format, list);
    int next = va_arg(list, int);
    va_end(list);
    return next;
}
"""


@pytest.mark.parametrize(
    ("before", "body", "number"),
    [
        (_PUT, 'char b[20]; put(b, 20, "-D%s=%d", "N", 12); n = strlen(b);', "6"),
        (_PUT, 'char b[20]; n = put(b, 20, "%5.1f|%c", 2.5, 65);', "7"),
        (_PUT, 'char b[20]; put(b, 5, "-D%s=%d", "N", 12); n = strlen(b);', "4"),
        (_PUT, 'char b[20]; n = put(b, 5, "-D%s=%d", "N", 12);', "6"),
        (_PUT, 'char b[20], f[9] = "-DN"; n = put(b, 20, f);', "3"),
        (_PUT, 'n = put(NULL, 0, "-D%s=%d", "N", 12);', "6"),
        (_PLAIN, 'char b[20]; n = plain(b, "%s%s", "ab", "c");', "3"),
        (_MADE, 'n = strlen(made("%d|%s", 100, "xyz"));', "7"),
        (_NEW, 'n = strlen(made("%d|%s", 100, "xyz"));', "7"),
        ("", 'char *b; n = asprintf(&b, "%s!", "seven");', "6"),
        ("", 'char *b; asprintf(&b, "%s!", "seven"); n = strlen(b);', "6"),
        ("", 'char b[4]; n = snprintf(b, 4, "%s", "seven");', "5"),
        ("", 'char b[4] = "x"; snprintf(b, 0, "%s", "seven"); n = strlen(b);', "1"),
    ],
)
def test_what_is_printed(tmp_path: Path, before: str, body: str, number: str) -> None:
    assert bound(read(tmp_path, _HEAD + before, body)) == number


@pytest.mark.parametrize(
    ("before", "body"),
    [
        (_PUT, 'char b[20]; put(b, argc, "-DN"); n = strlen(b);'),
        (_PUT, "char b[20]; put(b, 20, argv[1], 12); n = strlen(b);"),
        (_PUT, 'char b[20]; put(b, 20, "%s%d", "N"); n = strlen(b);'),
        (_PUT, 'char b[20]; put(b, 20, "%Lf", 1.0L); n = strlen(b);'),
        (_PUT, 'char b[20]; put(b, 20, "%*d", 3, 1); n = strlen(b);'),
        (_AFTER, 'n = after("%d", 100, 7);'),
        ("", 'char b[20]; snprintf(b, argc, "-DN"); n = strlen(b);'),
    ],
)
def test_what_is_not_known(tmp_path: Path, before: str, body: str) -> None:
    assert not bound(read(tmp_path, _HEAD + before, body)).isdigit()


def test_what_a_format_writes(tmp_path: Path) -> None:
    facts = read(tmp_path, _HEAD + _PUT, 'char b[20]; put(b, 20, "ab%n", &n);')
    assert not bound(facts).isdigit()
