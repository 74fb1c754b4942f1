"""What is unusual in the wording of a program, by names that reports use."""

from tests.property.model import Program


def shapes_of(program: Program) -> tuple[str, ...]:
    """The names of a program's shapes; "plain" where it has none."""
    wording = program.wording
    named = {
        "host access": wording.host if wording.host != "index" else None,
        "kernel access": wording.kernel if wording.kernel != "index" else None,
        "factor": wording.factor if wording.factor != "plain" else None,
        "kernel factor": wording.kernel_factor if wording.kernel_factor != "plain" else None,
        "value": wording.value if wording.value != "plain" else None,
        "constant": wording.constant,
        "-D": "given" if wording.given is not None else None,
        "rebuilt": "with another -D" if wording.rebuilt is not None else None,
        "hidden": wording.hidden,
    }
    return tuple(f"{name} {each}" for name, each in named.items() if each) or ("plain",)
