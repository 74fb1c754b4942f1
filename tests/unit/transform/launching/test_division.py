"""Whether a factor divides sizes, and the numbers that this stands on."""

from pathlib import Path

import pytest

from ppcl.transform.launching import may_count_groups
from tests.unit.analysis.sources import analysed
from tests.unit.transform.launching.programs import KERNELS, Resized, c_host, checked, resize

ONE = "clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL)"


@pytest.mark.parametrize(
    ("global_size", "local", "told"),
    [
        ("n * 16", "NULL", "always"),
        ("1024", "NULL", "always"),
        ("n", "NULL", "not always"),
        ("UP(n, 8)", "NULL", "always"),
        ("n * 64", "&local", "always"),
        ("n", "&local", "whole groups"),
        ("UP(n, 64)", "&local", "always"),
    ],
)
def test_it_says_whether_the_factor_divides(
    tmp_path: Path, global_size: str, local: str, told: str
) -> None:
    call = ONE.replace("&local", local) + ";"
    host = c_host(f"size_t global = {global_size}, local = 64;", call)
    found = resize(tmp_path, host)
    assert isinstance(found, Resized)
    assert found.found.divides == told


def test_it_says_the_numbers_that_it_stands_on(tmp_path: Path) -> None:
    found = checked(resize(tmp_path, c_host("size_t global = 1024, local = BX;", ONE + ";")))
    assert found.found.numbers == (16, 1024)


@pytest.mark.parametrize(
    ("by", "may"), [("n / b", True), ("n % b", True), ("n >> b", False), ("n & b", False)]
)
def test_only_a_division_says_that_a_group_is_not_of_none(
    tmp_path: Path, by: str, may: bool
) -> None:
    unknown = "size_t b = argc;"
    name, text = c_host(unknown, f"size_t global = ({by}) * b, local = b;", ONE + ";")
    (launch,) = analysed(tmp_path, {name: text, "k.cl": KERNELS}).host.launches
    assert may_count_groups(launch, 0) is may
