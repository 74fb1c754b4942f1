"""Target files that are written are read back as they were."""

import pytest

from ppcl.targets import Entry, Fact, catalogue, target_text
from ppcl.targets.loader import parse


@pytest.mark.parametrize("target", catalogue(), ids=lambda target: target.name)
def test_each_target_of_the_catalogue_is_written_and_read_back(target) -> None:
    entries = {key: Entry(fact, ("a comment",)) for key, fact in target.facts.items()}
    text = target_text(target.name, target.description, entries)
    assert parse(text, "written.toml") == target
    assert text.count("# a comment\n") == len(entries)


def test_texts_stay_as_they_are() -> None:
    facts = catalogue()[0].facts
    source = 'a "quoted" \\ source, with µ, \x7f and \t'
    entries = {key: Entry(Fact(fact.value, source), ("two\nlines",)) for key, fact in facts.items()}
    written = parse(target_text("a", source, entries), "written.toml")
    assert written.description == source
    assert {fact.source for fact in written.facts.values()} == {source}
