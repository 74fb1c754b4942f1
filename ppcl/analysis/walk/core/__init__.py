"""The walk itself: symbolic values, the state that holds them, places, expressions, statements."""
