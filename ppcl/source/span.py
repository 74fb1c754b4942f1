"""A place in a source file."""

from ppcl.source.value_class import value_class


@value_class(slots=True, order=True)
class Span:
    """The bytes `[start, end)` of the file named `file` (the path that the user gave)."""

    file: str
    start: int
    end: int

    def contains(self, other: "Span") -> bool:
        """Whether `other` lies inside this span."""
        return self.file == other.file and self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether the two spans share a byte."""
        return self.file == other.file and self.start < other.end and other.start < self.end
