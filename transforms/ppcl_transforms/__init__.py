"""ppcl's own transformations, one module or package each."""
