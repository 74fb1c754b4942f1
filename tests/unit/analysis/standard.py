"""The headers of C++ that a test's host needs: all of them take half a second to read."""

import re

# Each header, with names of it that hosts use.
HEADERS = {
    "algorithm": "copy|copy_n|fill|find|for_each|max|max_element|reverse|sort|swap",
    "array": "array",
    "deque": "deque",
    "fstream": "ifstream",
    "functional": "function|reference_wrapper",
    "iostream": "cerr|cin|cout",
    "iterator": "istreambuf_iterator|back_inserter",
    "list": "list",
    "map": "map",
    "memory": "make_shared|make_unique|shared_ptr|unique_ptr",
    "numeric": "accumulate|iota",
    "optional": "optional",
    "queue": "priority_queue",
    "set": "set",
    "sstream": "istringstream|ostringstream|stringstream",
    "string": "getline|string",
    "tuple": "get|make_tuple|tuple",
    "unordered_map": "unordered_map",
    "utility": "exchange|make_pair|move|pair|swap",
    "vector": "vector",
}


def headers(text: str) -> str:
    """The lines that include what a text uses."""
    used = (h for h, names in HEADERS.items() if re.search(rf"\bstd::({names})(?!\w)", text))
    return "".join(f"#include <{header}>\n" for header in used)
