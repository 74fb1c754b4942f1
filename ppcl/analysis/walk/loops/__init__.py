"""Loops: what they count, what they change, and those whose rounds are walked one by one."""
