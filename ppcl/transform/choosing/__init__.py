"""What is done at a site: the best of what a pass offers there, or what the caller decided."""
