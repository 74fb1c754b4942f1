"""Comments of the user's: where they stand, and how a pass marks what a rewrite makes untrue."""

from ppcl.transform.comments.found import Comment, all_comments, plain_comments
from ppcl.transform.comments.place import paragraph_end, said_at

__all__ = ["Comment", "all_comments", "paragraph_end", "plain_comments", "said_at"]
