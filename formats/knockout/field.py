"""A knockout read from its event: the present bracket, and what a board of it is judged by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from engine.brackets import Bracket, double, levels, single, standard_lines
from engine.entrants import EntrantId
from engine.event import Bye, Event, Match, Round, derived, entrants_by_id
from engine.fixtures import NOBODY, Filled, filled
from engine.match_results import BRIDGE_METHODS, MatchResult
from engine.points import counted
from engine.protocol import Conflict, Rule, Severity
from engine.refusal import Refused
from engine.rules import SameGroup
from formats.knockout.settings import DoubleSettings, KnockoutSettings, SingleSettings

T = TypeVar("T")


def settings_of(event: Event) -> KnockoutSettings:
    """The event's settings by their own type."""
    return cast(KnockoutSettings, event.settings)


def shape(event: Event, entrants: int) -> Bracket:
    """The bracket for so many entrants."""
    settings = event.settings
    if isinstance(settings, DoubleSettings):
        return double(entrants, settings.reset)
    return single(entrants, cast(SingleSettings, settings).third_place)


def lines_of(first: Round) -> list[EntrantId]:
    """The lines of the draw, read from the first round: its boards and byes in their order.
    `Refused` where they are not those of a bracket, as in a file of another system."""
    byes = [bye.entrant for bye in first.byes if bye.kind == "pairing"]
    matches = sorted(first.matches, key=lambda m: m.board)
    entrants = 2 * len(matches) + len(byes)
    places = standard_lines(1 << levels(entrants))
    if entrants > 1 and len(byes) != len(places) - entrants:
        problem = f"round 1 has {counted(len(matches), 'match', 'matches')} and "
        problem += counted(len(byes), "bye")
        why = f"a knockout of {entrants} has {counted(len(places) - entrants, 'bye')} in it"
        raise Refused(problem, why, "give a tournament file of a knockout, or its entrants alone")
    lines: list[EntrantId] = [NOBODY] * entrants
    resting, playing = iter(byes), iter(matches)
    for a, b in zip(places[::2], places[1::2], strict=True):
        better, other = min(a, b), max(a, b)
        if other > entrants:
            lines[better - 1] = next(resting)
        else:
            match = next(playing)
            lines[better - 1], lines[other - 1] = match.white, match.black
    return lines


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a bracket: a match or a bye of the first round, or two parts whose winners met."""

    players: frozenset[EntrantId]
    leaf: Match | Bye | None = None
    halves: tuple[_Part, ...] = ()

    def by(self, rests: Sequence[bool]) -> list[Match | Bye] | None:
        """Its matches and byes from the top, with byes where the lines have them; None if its
        halves cannot be turned so."""
        if self.leaf is not None:
            fits = len(rests) == 1 and isinstance(self.leaf, Bye) == rests[0]
            return [self.leaf] if fits else None
        half = len(rests) // 2
        for one, other in (self.halves, self.halves[::-1]) if half else ():
            above = one.by(rests[:half])
            below = other.by(rests[half:]) if above is not None else None
            if above is not None and below is not None:
                return above + below
        return None


def seated_by_later(first: Round, later: Sequence[Round]) -> Round:
    """The first round with the boards and byes of two whose winners met later next to each other;
    unchanged if the later rounds are not those of one bracket."""
    resting = [bye for bye in first.byes if bye.kind == "pairing"]
    playing = sorted(first.matches, key=lambda m: m.board)
    if not playing:
        return first
    places = standard_lines(1 << levels(2 * len(playing) + len(resting)))
    rests = [max(pair) > 2 * len(playing) + len(resting) for pair in _in_twos(places)]
    parts = [_Part(frozenset(match.pair), match) for match in playing]
    parts += [_Part(frozenset([bye.entrant]), bye) for bye in resting]
    for round in later:
        met = []
        for match in sorted(round.matches, key=lambda m: m.board):
            two = [part for part in parts if not part.players.isdisjoint(match.pair)]
            if len(two) == 2 and all(len(part.players & {*match.pair}) == 1 for part in two):
                parts = [part for part in parts if part not in two]
                met.append(_Part(two[0].players | two[1].players, halves=(two[0], two[1])))
        if parts:
            return first
        parts = met
    while len(parts) > 1:
        parts = [_Part(a.players | b.players, halves=(a, b)) for a, b in _in_twos(parts)]
    order = parts[0].by(rests) if parts else None
    if order is None:
        return first
    matches = (one for one in order if isinstance(one, Match))
    byes = [one for one in order if isinstance(one, Bye)]
    others = (bye for bye in first.byes if bye.kind != "pairing")
    boards = tuple(replace(match, board=at) for at, match in enumerate(matches, start=1))
    return replace(first, matches=boards, byes=(*byes, *others))


def _in_twos(items: Sequence[T]) -> list[tuple[T, T]]:
    return list(zip(items[::2], items[1::2], strict=False))


def leaves(event: Event, number: int) -> Callable[[EntrantId], bool]:
    """Who cannot play in that round."""
    known = entrants_by_id(event)
    return lambda id: id not in known or not known[id].to_be_paired(number)


@derived
def standing(event: Event) -> Filled | None:
    """The bracket with the published rounds; before the first, with the proposal's lines."""
    if not event.rounds:
        return None
    lines = lines_of(event.rounds[0])
    if len(lines) < 2:
        return None
    known = entrants_by_id(event)

    def gone(id: EntrantId, number: int) -> bool:
        return id not in known or not known[id].to_be_paired(number)

    return filled(shape(event, len(lines)), lines, event.published, gone)


CHESS_METHODS = ("rapid", "blitz", "Armageddon")


class OffBracket(Rule):
    """The bracket says who meets whom; after the first round a hand change breaks it."""

    id = "bracket"

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """Against the matches that can be played now."""
        tree = standing(event) if number > 1 else None
        if tree is None:
            return
        there = [f for f in tree.ready if f.pair & set(match.pair)]
        if not any(f.pair == set(match.pair) for f in there):
            meant = " and ".join(
                " against ".join(event.entrant(id).name for id in sorted(f.pair, key=int))
                for f in there
            )
            yield self._found(match, f"the bracket has {meant or 'neither of them'} here")


class SameClub(SameGroup):
    """Players of one club meet in the first match of one of them."""

    severity = Severity.NOTE

    def __init__(self) -> None:
        super().__init__("club")

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """In the first match that somebody plays, where the event separates clubs: after a bye
        that is one of a later round."""
        if not settings_of(event).separate_clubs:
            return
        before = {
            id for r in event.published if r.number < number for m in r.matches for id in m.pair
        }
        if number == 1 or not before.issuperset(match.pair):
            yield from super().judge_match(match, number, event)


class OtherTieBreak(Rule):
    """A tie was broken by what this event does not use: noted, never refused."""

    id = "tie-break"
    severity = Severity.NOTE

    def judge_match(self, match: Match, number: int, event: Event) -> Iterable[Conflict]:
        """By the settings, or by what is usual for such a match."""
        result = match.result
        if not isinstance(result, MatchResult) or result.tiebreak is None:
            return
        known = methods(match, settings_of(event).ties)
        if result.tiebreak.method.casefold() not in {m.casefold() for m in known}:
            text = f"the tie was broken by {result.tiebreak.method}; usual: {', '.join(known)}"
            yield self._found(match, text)


def methods(match: Match, chosen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The tie-breaks of a match: the event's own, or those of bridge and of chess; one of these is
    written as there."""
    usual = BRIDGE_METHODS if match.boards else CHESS_METHODS
    known = {method.casefold(): method for method in usual}
    return tuple(known.get(method.casefold(), method) for method in chosen) or usual


RULES: tuple[Rule, ...] = (OffBracket(), SameClub(), OtherTieBreak())
