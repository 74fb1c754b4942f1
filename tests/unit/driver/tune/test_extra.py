"""What is said where the extra `tune` is not installed."""

import pytest

from ppcl.diag import PpclError
from ppcl.driver.tune.extra import extra


def test_a_package_that_is_missing_is_named() -> None:
    with pytest.raises(PpclError, match=r"tune needs the package of nowhere: pip install 'ppcl\["):
        extra("nowhere")
