"""Platforms that programs are compiled for, as data."""

from ppcl.targets.loader import catalogue, load
from ppcl.targets.schema import KEYS, Key, nominal_keys
from ppcl.targets.target import Cache, Fact, Target
from ppcl.targets.writer import Entry, target_text

__all__ = [
    "KEYS",
    "Cache",
    "Entry",
    "Fact",
    "Key",
    "Target",
    "catalogue",
    "load",
    "nominal_keys",
    "target_text",
]
