"""Pointers to a variable that somebody keeps: stores through them later are seen."""

from pathlib import Path

import pytest

from tests.unit.analysis.launched import bound, read

HEAD = """
#include <any>
#include <atomic>
#include <optional>
#include <variant>
static int *found(int depth) { return depth ? found(depth - 1) : &n; }
static int *given(int *p, int depth) { return depth ? given(p, depth - 1) : p; }
static int plain(int *p, int depth) { return depth ? plain(p, depth - 1) : *p; }
"""


@pytest.mark.parametrize(
    "body",
    [
        "std::variant<int *, float *> v = &n; n = 5; *std::get<int *>(v) = 2;",
        "std::any a = &n; n = 5; *std::any_cast<int *>(a) = 2;",
        "std::optional<int *> a = &n; n = 5; **a = 2;",
        "std::atomic<int *> p(&n); n = 5; *p.load() = 2;",
        "int *p = found(3); n = 5; *p = 2;",
        "int *p = given(&n, 3); n = 5; *p = 2;",
    ],
)
def test_what_is_kept_may_be_used_later(body: str, tmp_path: Path) -> None:
    facts = read(tmp_path, HEAD, body, "host.cpp")
    assert not facts.host.complete or bound(facts) != "5"


def test_what_gives_a_number_keeps_nothing(tmp_path: Path) -> None:
    facts = read(tmp_path, HEAD, "plain(&n, 3); n = 5;", "host.cpp")
    assert facts.host.complete
    assert bound(facts) == "5"


WINDOW = """
struct slider { int *value; };
void bind_value(int *value);
void bind_slider(struct slider *each);
void show(int value);
void turn(void);
"""


@pytest.mark.parametrize(
    "body",
    [
        "bind_value(&n); n = 5; turn();",
        "bind_value(&n); n = 5; show(0);",
        "struct slider s; bind_slider(&s); s.value = &n; n = 5; turn();",
        "struct slider s = {&n}; bind_slider(&s); n = 5; turn();",
        "for (int k = 0; k < 3; k++) { n = 5; bind_value(&n); n = 5; if (k) turn(); }",
        "void (*call)(int *) = bind_value; call(&n); n = 5; turn();",
    ],
)
def test_what_an_unknown_function_got_the_next_may_change(body: str, tmp_path: Path) -> None:
    assert bound(read(tmp_path, WINDOW, body)) != "5"


@pytest.mark.parametrize(
    "body",
    [
        "turn(); bind_value(&n); n = 5;",
        "int m; bind_value(&m); n = 5; turn();",
        'bind_value(&n); n = 5; printf("x");',
    ],
)
def test_what_no_unknown_function_may_know_is_as_it_was(body: str, tmp_path: Path) -> None:
    assert bound(read(tmp_path, WINDOW, body)) == "5"
