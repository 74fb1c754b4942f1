"""Integers that are not known: polynomials, what is known of them, what is proved."""
