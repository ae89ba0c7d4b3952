"""What a board of a knockout is judged by."""

from __future__ import annotations

from collections.abc import Iterable

from engine.event import Event, Match
from engine.match_results import BRIDGE_METHODS, MatchResult
from engine.protocol import Conflict, Rule, Severity
from engine.rules import SameGroup
from formats.knockout.field import settings_of, standing

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
