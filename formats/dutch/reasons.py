"""The reasons of every board and of the bye, which come with the draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.event import Altered
from engine.reasons import LOCKED, Fact, Reason, Reasons
from formats.dutch.candidate import FLOATS, Candidate, candidates
from formats.dutch.causes import Causes
from formats.dutch.colour_reasons import clash, colour_reason
from formats.dutch.context import Context
from formats.dutch.field import DutchField
from formats.dutch.measures import score_of
from formats.dutch.pairing_table import locked
from formats.dutch.position import DutchDraw, Numbers, Position


@dataclass(frozen=True)
class RoundReasons:
    """Of a round and its candidates; `drawn` is the engine's own, without locked boards."""

    context: Context
    field: DutchField
    drawn: DutchDraw

    @cached_property
    def brackets(self) -> tuple[Candidate, ...]:
        """From the top."""
        return candidates(self.field, self.drawn)

    @cached_property
    def causes(self) -> tuple[Causes, ...]:
        """By bracket."""
        return tuple(Causes(self.context, candidate) for candidate in self.brackets)

    @cached_property
    def place(self) -> dict[int, int]:
        """By pairing number."""
        return {player.number: place for place, player in enumerate(self.field.players)}

    def at(self, number: int) -> list[tuple[Causes, int]]:
        """The brackets that a player takes part in, from his own scoregroup on, with his BSN."""
        place = self.place[number]
        return [
            (causes, causes.candidate.bsn[place])
            for causes in self.causes[self.home(place) :]
            if place in causes.candidate.bsn
        ]

    def home(self, place: int) -> int:
        """The number of the player's scoregroup."""
        return next(n for n, group in enumerate(self.field.groups) if place < group.stop)

    def of_pair(self, pair: Numbers) -> BoardReason:
        """Why these two meet, none if ideally; and in what it is not ideal."""
        high, low = sorted(self.place[number] for number in pair)
        players = self.field.players
        through = self.at(players[high].number)
        *floats, (causes, a) = through
        reasons = [floated(causes, a) for causes, a in floats[:1]]
        if ideal := off_ideal(causes, a):
            reasons.append(ideal)
        turned = clash(players[high], players[low])
        if turned:
            reasons.append(colour_reason(self.context, players[high], players[low]))
        moved = bool(ideal) or any(c.candidate.ideal[b] != FLOATS for c, b in floats)
        return tuple(reasons), "opponents" if moved else "colours" if turned else ""

    def of_bye(self, number: int) -> Reasons:
        """Why this player has the bye; first, why he left his own scoregroup for it."""
        own, *below = self.at(number)
        return tuple(floated(causes, a) for causes, a in (own, *below[-1:]))


BoardReason = tuple[Reasons, Altered]
"""Why two meet, and in what it is not ideal."""


def reasons_of(
    context: Context, pairs: Sequence[Numbers], bye: int | None, field: DutchField | None = None
) -> tuple[dict[frozenset[int], BoardReason], Reasons]:
    """By pair, and of the bye, of the engine's own draw; `pairs` are all boards, those that the
    arbiter locked included.

    `field`: the players who were drawn, where it is at hand.
    """
    position, fixed = context.table.position, locked(context.event, context.table)
    by_lock = {frozenset(pair) for pair in fixed}
    drawn = tuple(pair for pair in pairs if frozenset(pair) not in by_lock)
    own = RoundReasons(
        context, field or DutchField(without(position, fixed)), DutchDraw(drawn, bye)
    )
    reasons = {frozenset(pair): own.of_pair(pair) for pair in drawn}
    if fixed:
        whole = RoundReasons(context, DutchField(position), DutchDraw(tuple(pairs), bye))
        reasons |= {frozenset(pair): ((LOCKED,), whole.of_pair(pair)[1]) for pair in fixed}
    return reasons, () if bye is None else own.of_bye(bye)


def without(position: Position, pairs: Sequence[Numbers]) -> Position:
    """The position that is drawn when these are seated."""
    taken = {number for pair in pairs for number in pair}
    return replace(position, players=tuple(p for p in position.players if p.number not in taken))


def off_ideal(causes: Causes, a: int) -> Reason | None:
    """What ideally became of a player, and what stands against it; None if that is what he has."""
    ideal = causes.candidate.ideal[a]
    if ideal == causes.candidate.partner[a]:
        return None
    facts: dict[str, Fact] = {"player": causes.id(a), "place": a + 1}
    if ideal != FLOATS:
        facts |= {"opponent": causes.id(ideal), "ideal_place": ideal + 1}
    if cause := causes.first(a):
        facts["because"] = cause.reason
    return Reason("off-ideal", facts)


def floated(causes: Causes, a: int) -> Reason:
    """Why a player leaves a bracket downwards, or has the bye: he is who ideally does, or there is
    a cause against those who would (`instead`), or one that has to do with others. Under locks all
    is told of those whom they leave to be drawn (`left`)."""
    candidate = causes.candidate
    count = len(candidate.partner)
    ideally = {b for b, other in enumerate(candidate.ideal) if other == FLOATS}
    facts: dict[str, Fact] = {
        "player": causes.id(a),
        "group": causes.context.group(score_of(candidate.bracket)),
        "moved": a < len(candidate.bracket.moved),
        "bye": candidate.single_bye and not candidate.bracket.lower,
        "ideal": a in ideally,
        "count": count,
        "down": len(candidate.paired.down),
        "lowest": a == count - 1,
        "left": bool(locked(causes.context.event, causes.context.table)),
    }
    if a not in ideally:
        against = causes.of(a)
        cause = next((c for c in against if set(c.who) <= ideally), None) or next(
            iter(against), None
        )
        if cause is not None:
            facts |= {"because": cause.reason, "instead": set(cause.who) <= ideally}
    return Reason("downfloat", facts)
