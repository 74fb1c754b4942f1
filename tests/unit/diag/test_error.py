from ppcl.diag import ExitCode, PpclError
from ppcl.source import Location


def test_an_error_is_one_line_with_its_place() -> None:
    error = PpclError("expected ';'", Location("a.c", 3, 7))
    assert str(error) == "a.c:3:7: error: expected ';'"
    assert error.exit_code == ExitCode.SOURCE


def test_an_error_without_a_place_names_ppcl() -> None:
    assert str(PpclError("no target", exit_code=ExitCode.USAGE)) == "ppcl: error: no target"
