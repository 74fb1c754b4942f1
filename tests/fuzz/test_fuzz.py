"""A small run of the fuzzer."""

from fuzz_sources import check_all

# New inputs come from `make fuzz-sources`; here they are always the same.
SEED, INPUTS = 1, 40


def test_spoilt_sources_end_well() -> None:
    wrong = [problem for v in check_all(SEED, range(INPUTS)) for problem in v.problems]
    assert wrong == []
