"""Which elements a load or store touches: indices as rows and columns, and relations from work-
items and iterations to elements (DESIGN.md, "Access").
"""
