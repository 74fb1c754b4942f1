"""C itself: trees, literals and names of C, and how they are printed."""
