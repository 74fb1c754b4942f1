"""What a caller decides of sites: plain data, by the sites' keys.

`compile` takes the best offer at each site by what is expected of it; a caller who knows better (a
user, or a file of measurements) says so here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

# The choices beside a pass's own: the site stays as it is; the best by what is expected.
KEEP, BEST = "keep", "best"
# The key that is all sites' of which nothing else is decided.
OTHERS = "*"


@dataclass(frozen=True)
class Decision:
    """A choice: the name of an offer, `KEEP` or `BEST`. `text` is the hash of the site's text that
    it was made for, "" where it is for any."""

    choice: str
    text: str = ""

    def is_of(self, text: str) -> bool:
        """Whether it is made for a text of this hash; of a site that is not known (""), it is."""
        return not (self.text and text) or self.text == text

    def __str__(self) -> str:
        return f"{self.choice}@{self.text}" if self.text else self.choice


Decisions = Mapping[str, Decision]
NO_DECISIONS: Decisions = {}


HOW_TO_DECIDE = (
    f'expected a choice, such as "{KEEP}" or "{BEST}", or with the hash of the site\'s text, as in '
    f'"{KEEP}@1f0c9a2b"; "{OTHERS}", all other sites, may be one of these two'
)


def decision_of(key: str, text: str) -> Decision | None:
    """What `CHOICE` or `CHOICE@HASH` decides of a site; None where that is nothing."""
    choice, at, digest = text.partition("@")
    known = choice in (KEEP, BEST) and not at if key == OTHERS else bool(choice)
    is_one = known and choice == choice.strip() and bool(at) == bool(digest)
    return Decision(choice, digest) if is_one else None
