"""What every node of the tree carries: where it came from."""

from ppcl.source import Span
from ppcl.source.value_class import value_class


@value_class(slots=True)
class Origin:
    """Where a node stands in the user's text.

    `macro` names the macro whose body produced the node; the span is then that of the whole
    invocation, and the node's own text cannot be edited. A node that comes from a macro
    *argument* has its exact span and no macro.
    """

    span: Span
    macro: str | None = None


@value_class(slots=True)
class Declaration:
    """The identity of a declared name.

    `key` is equal for all uses of one entity over all translation units: the (qualified) name for
    what has external linkage, else the file and offset of its declaration.
    """

    name: str
    key: str

    @property
    def last(self) -> str:
        """The name without the classes and namespaces that it is in."""
        return self.name.rsplit("::", 1)[-1]

    @property
    def of_template(self) -> bool:
        """Whether it is a variable of those that are made from a template: its name alone says
        none of them."""
        return f"@{self.last}>#" in self.key
