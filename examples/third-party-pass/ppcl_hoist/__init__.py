"""A pass for ppcl that others wrote: loads that stay the same in a loop are done in front of it."""
