"""What the commands say of how they are used."""


def test_verify_without_a_recipe_says_what_to_give(ppcl) -> None:
    done = ppcl("verify", "prog", "--target", "amd-cpu")
    assert done.status == 2
    assert "prog has no ppcl.toml" in done.err
    assert "give --build COMMAND and --run COMMAND" in done.err


def test_the_keys_of_target_files_are_listed(ppcl) -> None:
    done = ppcl("targets", "--keys")
    assert done.status == 0
    lines = [line.split() for line in done.out.splitlines()]
    assert ["cache.line", "yes", "an", "integer", "bytes"] in [words[:5] for words in lines]
    assert any(words[:1] == ["nominal.1.trip"] for words in lines)


def test_a_shell_completes_options_and_files(ppcl, monkeypatch) -> None:
    monkeypatch.setenv("_PPCL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "ppcl compile --overw")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert ppcl().out == "plain,--overwrite\n"
