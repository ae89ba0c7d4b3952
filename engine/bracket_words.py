"""The words beside a bracket: the name and the score of each side of a match, who has won the whole
event, and what the marks mean."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.brackets import Bracket, Slot
from engine.event import Event, Match
from engine.fixtures import NOBODY, Filled, Fixture, State, gone_through
from engine.match_results import MatchResult, TeamResult
from engine.phrases import listed, phrase
from engine.points import points_text
from engine.results import GameResult, Outcome, Result

Fate = Literal["", "won", "lost"]
OPEN = "_"
"""On a board, without a result."""
DROPPED = "↓"
"""Precedes an entrant who has dropped in from another stage."""
LUCKY = "°"
"""Precedes an entrant who has lost and goes on in the same stage."""
TIE_BREAK = "*"
"""Follows the score of the side that has won a tie by its tie-break."""
TO_DRAW = "·"
"""Both are known, the match is not drawn."""
WITHDRAWN = "x"
"""Instead of a score: has withdrawn before the draw of the match, which will be a walkover."""
STATES: Mapping[State, str] = {
    "waiting": "not known yet who plays",
    "ready": "to be drawn",
    "drawn": "open",
    "decided": "decided",
    "unneeded": "not needed",
}
"""The state of a match without a result."""
LEVEL = "level, who goes on is missing"
"""Of a match of teams that its boards do not decide."""
GAME_SCORES = {
    GameResult.WHITE: ("1", "0"),
    GameResult.BLACK: ("0", "1"),
    GameResult.DRAW: ("½", "½"),
    GameResult.HALF_WHITE: ("½", "0"),
    GameResult.HALF_BLACK: ("0", "½"),
    GameResult.BOTH_LOSE: ("0", "0"),
    GameResult.WHITE_UNRATED: ("1", "0"),
    GameResult.BLACK_UNRATED: ("0", "1"),
    GameResult.DRAW_UNRATED: ("½", "½"),
    GameResult.WHITE_FORFEIT: ("+", "-"),
    GameResult.BLACK_FORFEIT: ("-", "+"),
    GameResult.DOUBLE_FORFEIT: ("-", "-"),
}
MARKS: Mapping[str, str] = {
    LUCKY: phrase("° has lost and goes on in this stage"),
    DROPPED: phrase("↓ has come from another stage"),
    TIE_BREAK: phrase("*: won by the tie-break"),
    WITHDRAWN: phrase("x: has withdrawn"),
}
"""What precedes a name or follows a score, and what it means."""
CODES = phrase("DKO: double knockout, SKO: single knockout")
"""Of stages that others name by these letters."""
HALL_MARKS: Mapping[str, str] = {
    OPEN: phrase("_ is being played"),
    TO_DRAW: phrase("· is still to be drawn"),
    "+": phrase("+ and -: without a game"),
}
"""The same for scores that need no explanation for the arbiter who enters them."""


@dataclass(frozen=True, slots=True)
class SideWords:
    """A side of a match for people. `known`: it is an entrant's name, not where he comes from;
    `dropped`: he comes from another stage, which he lost there; `lucky`: he has lost in this one
    and goes on in it."""

    name: str
    score: str = ""
    fate: Fate = ""
    known: bool = False
    dropped: bool = False
    lucky: bool = False
    gone: bool = False
    """Has withdrawn, and the match is not drawn."""
    seed: int | None = None
    """The seed of the entry, shown before the name."""
    origins: tuple[str, ...] = ()
    """Where the side comes from, for readers who do not know the matches by their ids: the longest
    words first."""

    @property
    def shown(self) -> str:
        """The name with the seed, marked where he has dropped in or is a lucky loser."""
        seed = f"{self.seed} " if self.seed is not None else ""
        return listed("", (DROPPED * self.dropped, LUCKY * self.lucky, seed, self.name))


def sides(event: Event, filled: Filled, fixture: Fixture) -> tuple[SideWords, SideWords]:
    """Home and away of a match in its present state."""
    home, away = scores(fixture)
    return (
        _side(event, filled.bracket, fixture, 0, home),
        _side(event, filled.bracket, fixture, 1, away),
    )


def _side(event: Event, bracket: Bracket, fixture: Fixture, side: int, score: str) -> SideWords:
    id = (fixture.home, fixture.away)[side]
    if id == NOBODY:
        return SideWords(
            phrase("bye") if fixture.node.slots[side].kind == "line" else phrase("nobody")
        )
    if id is None:
        slot = fixture.node.slots[side]
        return SideWords(short_origin(bracket, slot), origins=_origins(bracket, slot))
    fate: Fate = ""
    if fixture.winner is not None:
        fate = "won" if fixture.winner == id else "lost"
    slot = fixture.node.slots[side]
    fell = slot.kind == "loser" and not fixture.node.unless
    dropped = fell and bracket.by_id[slot.match].stage != fixture.node.stage
    lucky = fell and not dropped
    entrant = event.entrant(id)
    gone = fixture.state in ("waiting", "ready") and not entrant.active(len(event.published) + 1)
    score = WITHDRAWN if gone else score
    return SideWords(entrant.name, score, fate, True, dropped, lucky, gone, entrant.seed)


def short_origin(bracket: Bracket, slot: Slot) -> str:
    """Where a side comes from, in few letters: `loser W2.1`."""
    if slot.kind == "drawn":
        return phrase("by draw")
    if not slot.match:
        return bracket.origin(slot)
    if slot.kind == "winner":
        return phrase("winner {match}", match=slot.match)
    return phrase("loser {match}", match=slot.match)


def _origins(bracket: Bracket, slot: Slot) -> tuple[str, ...]:
    """`loser of Semi-finals, match 2`, `loser, match 2`; empty where no match leads there."""
    slot = bracket.played(slot)
    if slot.kind not in ("winner", "loser") or not slot.match:
        return ()
    number = bracket.by_id[slot.match].number
    loser = slot.kind == "loser"
    short = phrase("loser") if loser else phrase("winner")
    if number:
        said = phrase("loser, match {number}", number=number)
        short = said if loser else phrase("winner, match {number}", number=number)
    return (bracket.origin(slot), short)


def scores(fixture: Fixture) -> tuple[str, str]:
    """What follows the name of each side: a score, or a mark for what is to come."""
    if fixture.result is not None:
        return score_of(fixture.result)
    if fixture.walkover:
        won = fixture.winner == fixture.home
        return ("+", "-") if won else ("-", "+")
    mark = {"drawn": OPEN, "ready": TO_DRAW}.get(fixture.state, "")
    return mark, mark


def score_of(result: Result) -> tuple[str, str]:
    """Each side's score; the winner of a tie by its tie-break has a star, a forfeit is + or -."""
    if result.provisional:
        return "?", "?"
    if isinstance(result, MatchResult) or (isinstance(result, TeamResult) and result.played):
        home, away = points_text(result.home), points_text(result.away)
        star = result.tiebreak.side if result.tiebreak is not None else None
        return home + TIE_BREAK * (star == "white"), away + TIE_BREAK * (star == "black")
    if isinstance(result, GameResult):
        return GAME_SCORES[result]
    won = [result.outcome(side) is Outcome.WIN for side in ("white", "black")]
    return "+" if won[0] else "-", "+" if won[1] else "-"


def state_text(event: Event, fixture: Fixture) -> str:
    """The state of a match without a result."""
    match = match_on_board(event, fixture)
    return LEVEL if match is not None and match.level else STATES[fixture.state]


def match_on_board(event: Event, fixture: Fixture) -> Match | None:
    """The board that it is or was played on; None for a walkover or before its draw."""
    if fixture.round is None or fixture.board is None:
        return None
    return event.round(fixture.round).match(fixture.board)


def winner_notes(event: Event, filled: Filled | None) -> tuple[str, ...]:
    """Who has won the whole event; empty before that is decided."""
    champion = filled.champion if filled is not None else None
    return (phrase("Winner: {name}", name=event.entrant(champion).name),) if champion else ()


def final_notes(event: Event, filled: Filled) -> tuple[str, ...]:
    """`Final: Ash 1 – 0 Bea`: the match that has decided it all."""
    for id in filled.bracket.crown:
        fixture = filled.fixtures[id]
        if fixture.state == "decided" and fixture.winner == filled.champion:
            home, away = sides(event, filled, fixture)
            score = f"{home.score} – {away.score}"
            if home.known and away.known:
                return (listed(": ", (fixture.node.title, f"{home.name} {score} {away.name}")),)
    return ()


def _third_place_notes(event: Event, filled: Filled, hidden: Collection[str]) -> tuple[str, ...]:
    """Third place: the winner of the match for it."""
    return tuple(
        phrase("Third place: {name}", name=event.entrant(fixture.winner).name)
        for id, fixture in filled.fixtures.items()
        if fixture.node.stage == "third" and id not in hidden
        if fixture.winner is not None and fixture.winner != NOBODY
    )


def bracket_notes(
    event: Event, filled: Filled, shown: Collection[str] | None = None
) -> tuple[str, ...]:
    """The winner, the third, and the marks that are in the tree; with `shown`, only what is true of
    these matches, by id, and of their stages."""
    hidden = gone_through(filled)
    ids = [id for id in filled.fixtures if id not in hidden and (shown is None or id in shown)]
    by_id, marks = filled.bracket.by_id, marks_in(event, filled, ids)
    stages = {by_id[id].stage for id in ids}
    crown = [by_id[id].stage for id in filled.bracket.crown]
    here = shown is None or not crown or stages.intersection(crown)
    won = winner_notes(event, filled) if here else ()
    third = _third_place_notes(event, filled, hidden) if "third" in stages else ()
    codes = (CODES,) if "qualifying" in stages and not {"dko", "sko"} <= stages else ()
    return (*won, *third, *(text for mark, text in MARKS.items() if mark in marks), *codes)


def marks_in(event: Event, filled: Filled, ids: Collection[str]) -> frozenset[str]:
    """The marks before the names and after the scores of these matches."""
    return frozenset(
        mark
        for id in ids
        for side in sides(event, filled, filled.fixtures[id])
        for mark in (side.shown[:1], side.score[-1:])
    )
