"""The facts of a round for checking what its proposal says: who met whom, who shares what."""

from __future__ import annotations

import re
from collections import Counter

from engine.event import Event
from engine.protocol import Proposal
from formats.kjca.field import Field, Seat
from tests.formats.kjca_reference import Page, shun, third


class Told:
    """One round, and a count of the claims that were checked, numbers and names left out."""

    def __init__(self, event: Event, field: Field, proposal: Proposal, seen: Counter[str]) -> None:
        self.event, self.proposal, self.seen = event, proposal, seen
        self.page = Page(bars=field.bars, allowed=field.allowed, avoid_cost=field.avoid_cost)
        self.at = {s.name: s for s in field.players}

    def claim(self, true: bool, clause: str) -> None:
        self.seen[re.sub(r"P\d+|[\d½]+", "_", clause)] += 1
        assert true, (self.proposal.round, clause, self.proposal.matches, self.proposal.byes)

    def met_in(self, a: Seat, b: Seat) -> int | None:
        both = {a.id, b.id}
        games = ((r.number, m) for r in self.event.rounds for m in r.matches)
        found = [no for no, m in games if set(m.pair) == both and m.result]
        return found[0] if found else None

    def hindered(self, a: Seat, b: Seat, text: str) -> bool | None:
        """The truth of a reason against a game; None if it is another sort of clause."""
        if m := re.fullmatch(r"they met in round (\d+)", text):
            return self.met_in(a, b) == int(m[1])
        if m := re.fullmatch(r"both had (White|Black) twice running", text):
            return third(a, m[1][0]) and third(b, m[1][0])
        if text == "the arbiter has barred them":
            return frozenset((a.id, b.id)) in self.page.bars
        if text.startswith("same "):
            return self.shared(a, b, text) and shun(a, b, self.page)
        return None

    def shared(self, a: Seat, b: Seat, text: str) -> bool:
        """`same school: Weald, same club: Rook` of two entries."""
        one, two = self.event.entrant(a.id), self.event.entrant(b.id)
        parts = [p.removeprefix("same ").split(": ") for p in text.split(", same ")]
        return all(getattr(one, f) == v == getattr(two, f) for f, v in parts)
