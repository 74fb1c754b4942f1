"""printf in kernels (OpenCL 1.2, 6.12.13)."""

from tests.unit.backend.small_kernel import c_of


def test_printf_is_that_of_c() -> None:
    assert r'printf("%d %s\n", n, "items");' in c_of(r'printf("%d %s\n", n, "items");')
