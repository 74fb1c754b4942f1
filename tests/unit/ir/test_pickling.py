"""Parsed files go to other processes as they are."""

import pickle
from pathlib import Path

from ppcl.frontend import ParseOptions, parse_host
from ppcl.ir.pickling import pickled
from ppcl.ir.unit import TranslationUnit

CPLUSPLUS = b"""#define TWICE(x) ((x) * 2)
namespace n { enum Kind { ONE, TWO }; }
struct Base { virtual ~Base() {} int all[4]; };
template <typename T> struct Box : Base { T value; T get() const { return value; } };
extern float table[];
int f(Box<int> &box, const char *text) {
    static double d = 1.5;
    for (int i = 0; i < n::TWO; i++) { if (text[i] == 'x') continue; d += TWICE(i); }
    auto add = [&](int x) { return x + box.get(); };
    int *more = new int[3]{1, 2, 3};
    switch (add(1)) { case 1: return more[0]; default: break; }
    do { d--; } while (d > 0 ? true : false);
    return (int)table[0];
}
"""


def parsed(text: bytes) -> TranslationUnit:
    return parse_host(Path(), "a.cpp", ParseOptions(), {"a.cpp": text})


def test_a_parsed_file_is_the_same_after_the_journey() -> None:
    unit = parsed(CPLUSPLUS)
    assert len(unit.functions) > 3
    assert pickle.loads(pickled(unit)) == unit


def test_no_node_is_written_in_the_slow_way() -> None:
    written = pickled(parsed(CPLUSPLUS))
    assert b"_dataclass_setstate" not in written
    assert b"copyreg" not in written


def test_what_is_nested_as_deeply_as_may_be_is_written() -> None:
    depth = 190
    text = b"int f(int a) { return " + b"a + (" * depth + b"a" + b")" * depth + b"; }"
    unit = parsed(text)
    assert unit.functions[0].body is not None
    assert len(pickle.loads(pickled(unit)).functions) == 1
