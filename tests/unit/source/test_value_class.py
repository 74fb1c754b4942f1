from ppcl.source.value_class import value_class


@value_class()
class Named:
    name: str
    serial: int = 0


@value_class()
class Keyed:
    serial: int
    note: str = ""

    def __hash__(self) -> int:
        return self.serial


def test_equal_values_are_one_key() -> None:
    assert {Named("a", 1): "first"}[Named("a", 1)] == "first"
    assert Named("a", 1) != Named("a", 2)
    assert Named("a") != Keyed(0, "a")


def test_a_class_keeps_its_own_hash() -> None:
    assert hash(Keyed(7, "x")) == hash(Keyed(7, "y")) == 7
    assert Keyed(7, "x") != Keyed(7, "y")
