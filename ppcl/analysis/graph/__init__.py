"""The order in which control goes: graphs of functions and of whole programs, data flow on them,
what it may pass by, where it ends, and the WII functions of targets.
"""
