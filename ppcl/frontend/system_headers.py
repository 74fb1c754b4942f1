"""Where the machine's own C and C++ headers are, found by looking for files."""

import re
from collections.abc import Iterable
from functools import cache
from glob import glob
from pathlib import Path

_C = ("/usr/local/include", "/usr/include/*-linux-gnu*", "/usr/include")
_CPLUSPLUS = ("/usr/local/include/c++/*", "/usr/include/c++/*")
_CPLUSPLUS_CONFIG = "bits/c++config.h"
_GCC = "/usr/lib*/gcc/*/*/include"


@cache
def c_folders() -> tuple[str, ...]:
    """The C library's folders, in the order to search them; gcc's own one, for omp.h, last."""
    found = [folder for pattern in _C for folder in sorted(glob(pattern))]
    return (*found, *_newest(glob(_GCC)))


@cache
def cplusplus_folders() -> tuple[str, ...]:
    """The folders of the newest libstdc++; none where there is none."""
    for pattern in _CPLUSPLUS:
        for folder in _newest(f for f in glob(pattern) if Path(f, "vector").exists()):
            version = Path(folder).name
            configured = [
                *glob(f"{folder}/*/{_CPLUSPLUS_CONFIG}"),
                *glob(f"/usr/include/*/c++/{version}/{_CPLUSPLUS_CONFIG}"),
            ]
            machine = [str(Path(path).parent.parent) for path in sorted(configured)]
            return (folder, *machine, f"{folder}/backward")
    return ()


def _newest(folders: Iterable[str]) -> list[str]:
    """The folder of the highest version, by the numbers in its name."""
    by_version = sorted(folders, key=lambda f: [int(n) for n in re.findall(r"\d+", f)])
    return by_version[-1:]
