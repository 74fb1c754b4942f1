"""Reading recipes, building and running by them."""

from pathlib import Path

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.execute import execute
from ppcl.verify.programs import build, read_recipe
from ppcl.verify.values import Tolerance

RECIPE = """
[program]
name = "toy"
[build]
command = "cp toy.sh toy; chmod +x toy"
[run]
command = "./toy"
output = ["-d", "result.bin"]
element = "char"
tolerance = 0
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "ppcl.toml").write_text(RECIPE)
    (tmp_path / "toy.sh").write_text("#!/bin/sh\necho ran\n")
    return tmp_path


def test_a_program_is_built_by_its_recipe(toy: Path) -> None:
    recipe = read_recipe(toy)
    assert (recipe.name, recipe.small, recipe.tolerance) == ("toy", "./toy", 0.0)
    assert recipe.output == ("-d", "result.bin")
    build(recipe.build, toy, {})
    assert execute(recipe.run, toy, {}, timeout=10).stdout == "ran\n"


def test_a_program_need_not_write_its_result(toy: Path) -> None:
    text = RECIPE[: RECIPE.index("output")]
    (toy / "ppcl.toml").write_text(text)
    assert read_recipe(toy).output == ()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[build]", "[built]", "key 'build' of"),
        ("element =", "elements =", "key 'element' of"),
        ("tolerance = 0", "tolerance = -1", "not negative"),
        ("tolerance = 0", "tolerance = 'x'", "could not convert"),
        ("tolerance = 0", "tolerance = 0\ntolerances = {float = '1'}", "no tolerance for 'float'"),
        ("[run]", "[run", "Expected"),
    ],
)
def test_a_recipe_that_lacks_something_is_a_usage_error(
    toy: Path, old: str, new: str, said: str
) -> None:
    (toy / "ppcl.toml").write_text(RECIPE.replace(old, new))
    with pytest.raises(PpclError, match=said) as caught:
        read_recipe(toy)
    assert caught.value.exit_code == ExitCode.USAGE


def test_a_recipe_says_how_closely_reads_agree(toy: Path) -> None:
    (toy / "ppcl.toml").write_text(RECIPE + 'tolerances = { float32 = "100,1e-6", float64 = 2 }\n')
    found = read_recipe(toy).tolerances
    assert found == {"float32": Tolerance(100, 1e-6), "float64": Tolerance(2, 0.0)}


def test_a_folder_without_recipe_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="cannot read .*: No such file"):
        read_recipe(tmp_path)


def test_a_build_that_fails_says_why(toy: Path) -> None:
    (toy / "ppcl.toml").write_text(RECIPE.replace("cp toy.sh toy", "echo early; echo late; exit 3"))
    with pytest.raises(PpclError, match="ended with 3: late") as caught:
        build(read_recipe(toy).build, toy, {})
    assert caught.value.exit_code == ExitCode.BUILD_OR_RUN


def test_a_command_that_takes_too_long_is_ended_with_its_children(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="longer than 0.5 s") as caught:
        execute("(sleep 2; touch late) & wait", tmp_path, {}, timeout=0.5)
    assert caught.value.exit_code == ExitCode.TIMEOUT
    assert execute("sleep 2.2; ls", tmp_path, {}, timeout=10).stdout == ""


def test_variables_are_added_to_the_environment(tmp_path: Path) -> None:
    completed = execute('echo "$TOY" "$HOME"', tmp_path, {"TOY": "here"}, timeout=10)
    assert completed.stdout.split()[0] == "here"
    assert len(completed.stdout.split()) == 2
