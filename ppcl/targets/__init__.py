"""Platforms that programs are compiled for, as data."""

from ppcl.targets.loader import catalogue, load
from ppcl.targets.schema import KEYS, Key, nominal_keys
from ppcl.targets.target import Cache, Fact, Target

__all__ = ["KEYS", "Cache", "Fact", "Key", "Target", "catalogue", "load", "nominal_keys"]
