"""What the system says of a CPU's caches."""

from contextlib import suppress
from pathlib import Path

CACHES = Path("/sys/devices/system/cpu/cpu0/cache")


def system_caches(folder: Path = CACHES) -> dict[str, dict[str, int]]:
    """Of each level (`l1`, ...) that holds data: `size` in bytes, `ways`, `line`; empty where the
    system does not say so (as Linux does)."""
    found: dict[str, dict[str, int]] = {}
    for entry in sorted(folder.glob("index*")):
        with suppress(OSError, ValueError):
            if (entry / "type").read_text().strip() != "Instruction":
                size = (entry / "size").read_text().strip()
                found[f"l{int((entry / 'level').read_text())}"] = {
                    "size": int(size.removesuffix("K")) << 10,
                    "ways": int((entry / "ways_of_associativity").read_text()),
                    "line": int((entry / "coherency_line_size").read_text()),
                }
    return found
