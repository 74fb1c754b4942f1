"""What the host's commands do to data: which objects hold the same, what is ordered."""
