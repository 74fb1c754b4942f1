"""Headers of the program's that a build may find in another folder than ppcl does."""

import os
from collections.abc import Iterator, Sequence

from ppcl.analysis.facts import Facts
from ppcl.frontend import directives_in, is_binding


def searched_headers(facts: Facts) -> Iterator[tuple[str, str]]:
    """The headers that do not stand beside what includes them, where a word of the build's command
    is not understood, each with that word: it may name a folder."""
    for unit in facts.hosts:
        words = [word for word in unit.build.unheard if not word.startswith(("-f", "-m"))]
        own = (path for path in unit.files if path != unit.path and not is_binding(path))
        if words:
            beside = frozenset(_beside(facts, unit.files))
            yield from ((path, words[0]) for path in own if path not in beside)


def _beside(facts: Facts, paths: Sequence[str]) -> Iterator[str]:
    """What files include that stands beside them, which is looked at first."""
    for path in paths:
        data = facts.files[path].data
        for directive in directives_in(data, 0, len(data)):
            if directive.name == "include" and directive.tokens[:1]:
                name = directive.tokens[0].text.strip(b'"').decode("utf-8", "surrogateescape")
                yield os.path.normpath(os.path.join(os.path.dirname(path), name))
