"""A knockout read from its event: the bracket as it stands, and what a board of it is judged by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from engine.brackets import Bracket, double, levels, single, standard_lines
from engine.entrants import EntrantId
from engine.event import Event, Match, Round, derived, entrants_by_id
from engine.fixtures import NOBODY, Filled, filled
from engine.match_results import BRIDGE_METHODS, MatchResult
from engine.points import counted
from engine.protocol import Conflict, Rule, Severity
from engine.refusal import Refused
from engine.rules import SameGroup
from formats.knockout.settings import DoubleSettings, KnockoutSettings, SingleSettings


def settings_of(event: Event) -> KnockoutSettings:
    """The event's settings as what they are."""
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
        """By the settings, or what is usual for such a match."""
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
