"""Headers of C++'s library that a program uses and leaves to others to include.

Which headers include which others differs from library to library, and from version to version: a
program that was built with one lacks `#include`s with another.
"""

import re
from collections.abc import Iterable

from ppcl.ir.unit import Problem

_HEADERS = {
    "stdexcept": "runtime_error logic_error invalid_argument out_of_range domain_error "
    "length_error overflow_error range_error underflow_error",
    "algorithm": "sort stable_sort find find_if for_each transform copy fill fill_n generate min "
    "max min_element max_element reverse count count_if unique lower_bound upper_bound any_of "
    "all_of none_of random_shuffle shuffle replace remove remove_if swap_ranges",
    "numeric": "accumulate iota inner_product partial_sum",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared auto_ptr",
    "string": "string to_string stoi stol stoul stoll stoull stof stod getline",
    "sstream": "stringstream ostringstream istringstream",
    "fstream": "ifstream ofstream fstream",
    "iostream": "cout cerr cin clog",
    "iomanip": "setw setprecision setfill",
    "ostream": "endl",
    "ios": "hex dec fixed scientific",
    "iterator": "back_inserter istreambuf_iterator istream_iterator ostream_iterator distance",
    "functional": "function bind greater less plus",
    "utility": "pair make_pair move forward",
    "limits": "numeric_limits",
    "vector": "vector",
    "array": "array",
    "map": "map multimap",
    "set": "set multiset",
    "list": "list",
    "deque": "deque",
    "queue": "queue priority_queue",
    "stack": "stack",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "tuple": "tuple make_tuple tie",
    "chrono": "chrono",
    "thread": "thread this_thread",
    "mutex": "mutex lock_guard unique_lock",
    "atomic": "atomic",
    "random": "mt19937 uniform_int_distribution uniform_real_distribution default_random_engine "
    "random_device normal_distribution",
    "complex": "complex",
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t",
    "cstring": "memcpy memset memmove memcmp strlen strcmp strncmp strcpy strncpy strcat strncat "
    "strchr strrchr strstr strtok strdup strerror",
    "cstdlib": "malloc calloc realloc free exit abort atoi atof atol strtol strtod getenv rand "
    "srand qsort EXIT_SUCCESS EXIT_FAILURE",
    "cstdio": "printf fprintf sprintf snprintf puts putchar perror fopen fclose fread fwrite fgets "
    "fscanf sscanf scanf fseek ftell rewind fflush FILE stdout stderr stdin",
    "cmath": "sqrt pow fabs ceil floor sin cos tan exp log fmin fmax sqrtf powf fabsf expf logf",
    "cassert": "assert",
    "cfloat": "FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON",
    "climits": "INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN CHAR_BIT",
}
_HEADER_OF = {name: header for header, names in _HEADERS.items() for name in names.split()}
_MISSING = re.compile(
    r"no (?:member|type|template|class template) named '(\w+)' in namespace 'std'"
    r"|no template named '(\w+)'"
    r"|(?:use of undeclared identifier|unknown type name|implicit instantiation of undefined "
    r"template|variable has incomplete type) '(?:std::)?(\w+)"
)


def unincluded(problems: Iterable[Problem]) -> tuple[str, ...]:
    """The headers that declare what a C++ file has no declaration of."""
    found = (_MISSING.search(p.message) for p in problems if p.severity != "warning")
    names = (next(filter(None, match.groups()), "") for match in found if match is not None)
    return tuple(dict.fromkeys(_HEADER_OF[name] for name in names if name in _HEADER_OF))
