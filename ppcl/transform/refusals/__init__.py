"""What the engine refuses, whatever a transformation plans: text that is kept, not compiled or made
by others, and what the program sees of its text, names and lines. `obstacle` asks all of them.
"""
