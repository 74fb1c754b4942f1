"""The headers of C++ that a test's host needs: all of them, as ppcl reads them once for all."""

HEADERS = """
algorithm array deque fstream functional iostream iterator list map memory numeric optional queue
set sstream string tuple unordered_map utility vector
"""


def headers(text: str) -> str:
    """The lines that include what a text uses."""
    used = HEADERS.split() if "std::" in text else ()
    return "".join(f"#include <{header}>\n" for header in used)
