"""Helper functions in the place of their calls, so that packs can run their statements together.

A helper that is one expression becomes that expression where its arguments can as well be computed
several times; another one comes before the statement that calls it, with its `return`s as the last
thing that its branches do. What has a form with neither stays a call.
"""

from ppcl.rewrite.helpers.maker import with_helpers
from ppcl.rewrite.helpers.tails import with_ended_branches

__all__ = ["with_ended_branches", "with_helpers"]
