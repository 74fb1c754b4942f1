"""What a rewritten program demands of its builds and runs: lines that end one for which the rewrite
was not proved. A name of the host may have another number, a macro be defined, an argument differ.
"""
