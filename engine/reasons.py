"""Why a board or a bye is as it is: facts with a code, worded where they are shown.

A format gives the reasons with its draw, and words them (`Format.worded`) when somebody asks. No
sentence ever has to be read back, because everything that a person or a test may want to know of a
reason is one of its facts: who, which round, which criterion, how many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeVar, Union

E = TypeVar("E")

Fact = Union[str, int, bool, Decimal, tuple["Fact", ...], "Reason"]
"""An entrant's id, a word, a number, several of these; or a further reason."""
SAID = "said"
STATED = "stated"
"""The code of a reason that is a sentence of its own (`because`) in an explanation."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One cause: `code` is a short word that never changes, such as `met`, and `facts` are the
    details, such as `round`: 3.

    A format makes it by `Reason.of("met", round=3)` and words it in `Format.worded`. Facts are ids,
    words, numbers, tuples of these, or further reasons (`because`); never a sentence. Only the code
    `said` has one, in the fact `text`: the words of an arbiter or of an earlier version. A board
    has a tuple of reasons, empty if it is the ideal one of its group.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, code: str, **facts: Fact) -> Reason:
        """The reason with these facts."""
        return cls(code, facts)

    def __getitem__(self, name: str) -> Any:
        """One of its facts; KeyError if it has none of that name."""
        return self.facts[name]

    def get(self, name: str, default: Any = None) -> Any:
        """One of its facts, or `default`."""
        return self.facts.get(name, default)


Reasons = tuple[Reason, ...]
"""All reasons for a board or a bye, in the order in which they are given."""

BY_HAND = Reason("by-hand")
"""The arbiter has put these two together, or given the bye."""
TURNED = Reason("turned-by-hand")
"""The arbiter has turned the colours."""
LOCKED = Reason("locked")
"""The arbiter's lock."""
SEAT = Reason("seat-of-an-absent")
"""A late entry has the seat of somebody who did not come."""
SEAT_AFTER_ALL = Reason("seat-of-an-absent-after-all")
"""Somebody who was absent at the draw has come after all, and has such a seat."""

_WORDS: Mapping[str, str] = {
    BY_HAND.code: "changed by hand",
    TURNED.code: "turned by hand",
    LOCKED.code: "locked by the arbiter",
    SEAT.code: "a late entry has the seat of somebody who did not come",
    SEAT_AFTER_ALL.code: "somebody absent at the draw has the seat of one who did not come",
}


def said(text: str) -> Reasons:
    """A reason of which there are only words; none for no words."""
    return (Reason(SAID, {"text": text}),) if text else ()


def worded(reason: Reason, event: object) -> str:
    """What every format says alike: words that were given, changes by hand, seats of the absent. An
    unknown code is shown as it is."""
    if reason.code == SAID:
        return str(reason["text"])
    return _WORDS.get(reason.code, reason.code)


def sentence(
    reasons: Sequence[Reason], event: E, words: Callable[[Reason, E], str] = worded
) -> str:
    """All of them in one sentence; empty without any. `words` is the format's `worded`. For a board
    turned by hand, the reasons of the colours are given as those of the draw."""
    by_draw = TURNED in reasons
    texts = [
        f"the draw: {text}" if by_draw and "colour" in reason.facts else text
        for reason in reasons
        if (text := words(reason, event))
    ]
    return "; ".join(texts)


def within(reasons: Sequence[Reason]) -> Iterator[Reason]:
    """These reasons and all in their facts."""
    for reason in reasons:
        yield reason
        for fact in reason.facts.values():
            yield from within([f for f in _several(fact) if isinstance(f, Reason)])


def _several(fact: Fact) -> tuple[Fact, ...]:
    return fact if isinstance(fact, tuple) else (fact,)


def codes(reasons: Sequence[Reason]) -> frozenset[str]:
    """Which codes are among them."""
    return frozenset(reason.code for reason in reasons)


def turned(reasons: Reasons) -> Reasons:
    """The reasons of a board whose colours the arbiter turns: a second time makes it undone."""
    if reasons[-1:] == (TURNED,):
        return reasons[:-1]
    return (*reasons, TURNED) if reasons and reasons != (BY_HAND,) else (BY_HAND,)
