import pytest

from ppcl.source import is_plain, is_word, uses_of, words


def test_words_are_what_compilers_take_for_names() -> None:
    text = "a1 + größe * n$ - gr\\u00f6\\U000000dfe % 0x2f _b".encode()
    assert words(text) == ["a1", "größe", "n$", "größe", "x2f", "_b"]
    assert words(b"caf\xe9 a") == ["caf\udce9", "a"]


@pytest.mark.parametrize(
    ("text", "word", "plain"),
    [
        ("a1", True, True),
        ("größe", True, False),
        ("n$", True, False),
        ("\\u00f6", True, False),
        ("1a", False, False),
        ("a->b", False, False),
        ("", False, False),
    ],
)
def test_what_a_name_is(text: str, word: bool, plain: bool) -> None:
    assert (is_word(text), is_plain(text)) == (word, plain)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("n", "n", True),
        ("n", "(n)\n", True),
        ("n", "n\\\n", True),
        ("n", "n$ $n nö ön n\\u00f6 \\u00f6n n1", False),
        ("größe", "x=größe;", True),
        ("ö", " ö ", True),
        ("größe", "gr\\u00f6\\u00dfe", True),
        ("größe", "größen", False),
        ("n$", "n$+1", True),
        ("n$", "n$1", False),
    ],
)
def test_uses_of_a_name(name: str, text: str, found: bool) -> None:
    assert (uses_of([name]).search(text.encode()) is not None) == found
