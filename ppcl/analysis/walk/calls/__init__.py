"""Calls: the program's own functions are walked; of all others it is said what they may do."""
