"""A program is read: its sources parsed, its host walked from each entry, each kernel modelled."""
