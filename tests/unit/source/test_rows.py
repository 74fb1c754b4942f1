from ppcl.source import Row, SourceFile, side_by_side


def rows(before: str, after: str, context: int = 1) -> list[Row]:
    return side_by_side(SourceFile("a", before.encode()), SourceFile("a", after.encode()), context)


def texts(row: Row) -> tuple[str | None, str | None]:
    left, right = (
        "".join(text for text, _ in side.pieces) if side is not None else None
        for side in (row.before, row.after)
    )
    return left, right


def test_equal_texts_have_no_rows() -> None:
    assert rows("a\nb\n", "a\nb\n") == []


def test_lines_far_from_changes_are_left_out_and_counted() -> None:
    found = rows("1\n2\n3\n4\nx\n6\n7\n8\n", "1\n2\n3\n4\ny\n6\n7\n8\n")
    assert [row.kind for row in found] == ["skipped", "same", "changed", "same", "skipped"]
    assert [row.skipped for row in found if row.kind == "skipped"] == [3, 2]
    assert texts(found[2]) == ("x", "y")


def test_the_words_that_differ_are_marked() -> None:
    (row,) = rows("f(a[i * n + j]);", "f(a[j * n + j]);")
    assert row.before is not None
    assert row.after is not None
    assert [text for text, differs in row.before.pieces if differs] == ["i"]
    assert [text for text, differs in row.after.pieces if differs] == ["j"]


def test_added_and_removed_lines_have_one_side() -> None:
    found = rows("a\nb\n", "a\nnew\nb\n")
    assert [texts(row) for row in found] == [("a", "a"), (None, "new"), ("b", "b")]
    assert [row.after.number for row in found if row.after] == [1, 2, 3]
    assert texts(rows("a\nold\n", "a\n")[1]) == ("old", None)


def test_a_line_that_is_quite_another_is_marked_as_a_whole() -> None:
    (row,) = rows("int x = 3;", "while (going) step();")
    assert row.before is not None
    assert row.before.pieces == (("int x = 3;", True),)
