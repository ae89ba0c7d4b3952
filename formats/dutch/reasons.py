"""The reason of every board and of the bye in a few words, found with the draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.event import Altered
from formats.dutch.candidate import FLOATS, Candidate, candidates
from formats.dutch.causes import Cause, Causes
from formats.dutch.colour_words import clash, colours_told
from formats.dutch.field import DutchField
from formats.dutch.measures import score_of
from formats.dutch.pairing_table import locked
from formats.dutch.position import DutchDraw, Numbers, Position
from formats.dutch.words import Words

LOCKED = "locked by the arbiter"


@dataclass(frozen=True)
class Reasons:
    """Of a round and its candidates; `drawn` is the engine's own, without locked boards."""

    words: Words
    field: DutchField
    drawn: DutchDraw

    @cached_property
    def brackets(self) -> tuple[Candidate, ...]:
        """From the top."""
        return candidates(self.field, self.drawn)

    @cached_property
    def causes(self) -> tuple[Causes, ...]:
        """By bracket."""
        return tuple(Causes(self.words, candidate) for candidate in self.brackets)

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

    def of_pair(self, pair: Numbers) -> tuple[str, Altered]:
        """Why these two meet, empty if ideally; and in what it is not ideal."""
        high, low = sorted(self.place[number] for number in pair)
        players = self.field.players
        through = self.at(players[high].number)
        *floats, (causes, a) = through
        parts = [floated(causes, a) for causes, a in floats[:1]]
        parts.append(off_ideal(causes, a))
        turned = clash(players[high], players[low])
        if turned:
            parts.append(colours_told(self.words, players[high], players[low]))
        moved = bool(parts[-1 - turned]) or any(c.candidate.ideal[b] != FLOATS for c, b in floats)
        altered: Altered = "opponents" if moved else "colours" if turned else ""
        return "; ".join(part for part in parts if part), altered

    def of_bye(self, number: int) -> str:
        """Why this player has the bye."""
        return "; ".join(floated(causes, a) for causes, a in self.at(number)[:1])


Told = tuple[dict[frozenset[int], tuple[str, Altered]], str]
"""By pair why they meet and in what it is not ideal; and why the bye falls where it does."""


def told(
    words: Words, pairs: Sequence[Numbers], bye: int | None, field: DutchField | None = None
) -> Told:
    """Of the engine's own draw; `pairs` are all boards, those that the arbiter locked included.

    `field`: the players who were drawn, where it is at hand.
    """
    position, fixed = words.table.position, locked(words.event, words.table)
    by_lock = {frozenset(pair) for pair in fixed}
    drawn = tuple(pair for pair in pairs if frozenset(pair) not in by_lock)
    own = Reasons(words, field or DutchField(without(position, fixed)), DutchDraw(drawn, bye))
    found = {frozenset(pair): own.of_pair(pair) for pair in drawn}
    if fixed:
        whole = Reasons(words, DutchField(position), DutchDraw(tuple(pairs), bye))
        found |= {frozenset(pair): (LOCKED, whole.of_pair(pair)[1]) for pair in fixed}
    return found, "" if bye is None else own.of_bye(bye)


def without(position: Position, pairs: Sequence[Numbers]) -> Position:
    """The position that is drawn when these are seated."""
    taken = {number for pair in pairs for number in pair}
    return replace(position, players=tuple(p for p in position.players if p.number not in taken))


def off_ideal(causes: Causes, a: int) -> str:
    """`ideal opponent Dunloy (3 v 10): they met in round 2`; empty if he is the opponent."""
    ideal = causes.candidate.ideal[a]
    if ideal == causes.candidate.partner[a]:
        return ""
    if ideal == FLOATS:
        meant = f"ideally {causes.name(a)} ({a + 1}) floats"
    else:
        meant = f"ideal opponent {causes.name(ideal)} ({a + 1} v {ideal + 1})"
    cause = causes.first(a)
    return f"{meant}{because(causes, cause, {a, ideal})}" if cause else meant


def because(causes: Causes, cause: Cause, own: set[int]) -> str:
    """`: they met in round 2`, or `; gives way: Dunloy and Quilty met in round 2`."""
    names = " and ".join(causes.name(b) for b in cause.who)
    if not set(cause.who) <= own:
        return f"; gives way: {names} {cause.told}"
    return f": they {cause.told}" if len(cause.who) == 2 else f", but {names} {cause.told}"


def floated(causes: Causes, a: int) -> str:
    """`Dunloy floats down from 2½ points: the lowest of 5`."""
    candidate = causes.candidate
    where = causes.words.group(score_of(candidate.bracket))
    what = f"{causes.name(a)} floats down from {where}"
    if candidate.single_bye and not candidate.bracket.lower:
        what = f"{causes.name(a)} of {where} has the bye"
    count, down = len(candidate.partner), len(candidate.paired.down)
    if candidate.ideal[a] == FLOATS:
        if count == 1:
            return f"{what}: nobody else is there"
        if down > 1:
            return f"{what}: {down} of {count} do"
        # a moved-down player who goes on stands above the others of the bracket
        return f"{what}: {'the lowest' if a == count - 1 else 'one'} of {count}"
    ideal = {b for b, other in enumerate(candidate.ideal) if other == FLOATS}
    found = causes.of(a)
    cause = next((c for c in found if set(c.who) <= ideal), None) or next(iter(found), None)
    if cause is None:
        return what
    names = " and ".join(causes.name(b) for b in cause.who)
    return f"{what}{', not' if set(cause.who) <= ideal else ':'} {names}{_who(cause, ideal)}"


def _who(cause: Cause, ideal: set[int]) -> str:
    return f"{', who' if set(cause.who) <= ideal else ''} {cause.told}"
