"""Finding runtimes by their files, and showing a program just one of them."""

from pathlib import Path

from ppcl.targets import load
from ppcl.verify.platforms import Loader, Platform, environment, find_platforms


def icd(folder: Path, name: str, library: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.icd").write_text(library)


def system(folder: Path) -> dict[str, str]:
    """The platforms of a folder of .icd files, those of wheels aside."""
    wheels = find_platforms(folder / "nothing")
    return {p.name: p.library for p in find_platforms(folder) if p not in wheels}


def test_pocl_is_found_by_its_name(tmp_path: Path) -> None:
    icd(tmp_path, "pocl", "libpocl.so.2.10.0")
    assert system(tmp_path) == {"pocl": "libpocl.so.2.10.0"}


def test_runtimes_without_a_target_and_lost_files_are_passed_over(tmp_path: Path) -> None:
    icd(tmp_path, "other", "libamdocl64.so\n")
    icd(tmp_path, "emulator", "libintelocl_emu.so\n")
    icd(tmp_path, "gone", f"{tmp_path}/libpocl.so\n")
    assert system(tmp_path) == {}


def test_the_systems_runtime_wins_over_the_wheels(tmp_path: Path) -> None:
    library = tmp_path / "libintelocl.so.2026"
    library.touch()
    icd(tmp_path, "intel", f"{library}\n")
    assert system(tmp_path) == {"intel": str(library)}


def test_the_loaders_own_variables_say_where_runtimes_are(tmp_path: Path, monkeypatch) -> None:
    icd(tmp_path, "pocl", "libpocl.so.2.10.0")
    monkeypatch.setenv("OCL_ICD_VENDORS", f"{tmp_path}/")
    monkeypatch.setenv("OCL_ICD_FILENAMES", "libpocl.so.9:libnvidia-opencl.so.1")
    found = {platform.name: platform.library for platform in find_platforms()}
    assert (found["pocl"], found["nvidia"]) == ("libpocl.so.9", "libnvidia-opencl.so.1")
    monkeypatch.delenv("OCL_ICD_FILENAMES")
    assert {p.name: p.library for p in find_platforms()}["pocl"] == "libpocl.so.2.10.0"


def test_each_platform_has_a_target_in_the_catalogue(tmp_path: Path) -> None:
    library = tmp_path / "libintelocl.so"
    library.touch()
    icd(tmp_path, "a", str(library))
    icd(tmp_path, "b", "libpocl.so.2")
    icd(tmp_path, "c", "libnvidia-opencl.so.1")
    targets = [platform.target for platform in find_platforms(tmp_path)]
    assert targets == ["pocl-cpu", "intel-opencl-cpu", "nvidia-gpu"]
    assert [load(name).name for name in targets] == targets


def test_a_run_sees_one_platform_only(tmp_path: Path) -> None:
    variables = environment(Platform("pocl", "pocl-cpu", "libpocl.so.2"), Loader(), tmp_path)
    (file,) = Path(variables["OCL_ICD_VENDORS"]).iterdir()
    assert (file.name, file.read_text()) == ("pocl.icd", "libpocl.so.2\n")
    assert variables["OCL_ICD_FILENAMES"] == ""
    assert "CPATH" not in variables
    assert "LD_LIBRARY_PATH" not in variables


def test_what_pocl_compiles_is_kept_where_the_user_says(tmp_path: Path, monkeypatch) -> None:
    pocl = Platform("pocl", "pocl-cpu", "libpocl.so.2")
    for named, wanted in (("/mine", "/mine"), ("", str(tmp_path / "pocl" / "cache"))):
        monkeypatch.setenv("POCL_CACHE_DIR", named)
        assert environment(pocl, Loader(), tmp_path)["POCL_CACHE_DIR"] == wanted


def test_headers_and_loader_of_wheels_are_put_in_front(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("CPATH", "/mine")
    monkeypatch.delenv("LIBRARY_PATH", raising=False)
    library = tmp_path / "wheel" / "libOpenCL.so.1"
    library.parent.mkdir()
    library.touch()
    pocl = Platform("pocl", "pocl-cpu", "libpocl.so.2")
    variables = environment(pocl, Loader(tmp_path / "include", library), tmp_path)
    assert variables["CPATH"] == f"{tmp_path / 'include'}:/mine"
    folder = Path(variables["LIBRARY_PATH"])
    assert (folder / "libOpenCL.so").resolve() == library
    assert (folder / "libOpenCL.so.1").resolve() == library
