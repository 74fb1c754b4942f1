"""How often macros say an argument, by the macros that their bodies invoke, too."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.frontend import bracketed, split, tokens
from ppcl.ir.unit import Macro

# What is not followed counts as said more than once.
_OFTEN = 2


@dataclass(frozen=True)
class Arguments:
    """Counts in the bodies of macros, by name in whatever branch they are defined; strings that are
    made of an argument do not count."""

    macros: Mapping[str, Sequence[Macro]]

    def times(self, macro: Macro, position: int | None, around: frozenset[str]) -> int:
        """How often a macro says the argument at a position, or the one that it says most often,
        in a body of the macros `around`."""
        parameters = macro.parameters or ()
        if position is not None:
            parameters = parameters[min(position, len(parameters) - 1) :][:1]
        inside = around | {macro.name}
        counts = (self._said(macro.body, _spelling(name), inside) for name in parameters)
        return max(counts, default=0)

    def _said(self, text: bytes, name: bytes, around: frozenset[str]) -> int:
        """How often a text says a parameter itself."""
        total, behind = 0, 0
        before = b""
        for token in tokens(text, 0, len(text)):
            front, before = before, token.text
            if token.start < behind:
                continue
            if token.text == name and front != b"#":
                total += 1 if self._is_alone(text, front, token.end) else _OFTEN
            inside = bracketed(text, token.end, len(text)) if token.kind == "word" else None
            invoked = self.macros.get(token.text.decode("utf-8", "surrogateescape"), ())
            if invoked and inside is not None and text[token.end : inside[0]].strip() == b"(":
                total += sum(self._passed(text, inside, invoked, name, around))
                behind = inside[1]
        return total

    def _passed(
        self,
        text: bytes,
        inside: tuple[int, int],
        invoked: Sequence[Macro],
        name: bytes,
        around: frozenset[str],
    ) -> Iterator[int]:
        """For each argument of an invocation how often what that is made of says a parameter."""
        for position, (begin, end) in enumerate(split(text, *inside, b",")):
            own = self._said(text[begin:end], name, around)
            followed = all(m.parameters and m.name not in around for m in invoked)
            yield own and own * (
                max(self.times(m, position, around) for m in invoked) if followed else _OFTEN
            )

    def _is_alone(self, text: bytes, front: bytes, end: int) -> bool:
        """Whether nothing is pasted to a parameter."""
        following = next(tokens(text, end, len(text)), None)
        return front != b"##" and (following is None or following.text != b"##")


def _spelling(parameter: str) -> bytes:
    """How a body says a parameter."""
    return parameter.encode().removesuffix(b"...") or b"__VA_ARGS__"
