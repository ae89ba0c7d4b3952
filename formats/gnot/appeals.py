"""Appeals, 3.8: a changed winner after the draw swaps the two teams' places in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.entrants import Entrant, EntrantId
from engine.event import Event, Match, Round
from engine.fingerprint import fingerprint
from engine.match_results import winning_side
from engine.protocol import Dependent
from formats.gnot.calendar import TRIANGLE
from formats.gnot.flow import flow
from formats.gnot.onward import went_on

Pair = tuple[EntrantId, EntrantId]
Expected = Callable[[Event, int], Sequence[Entrant]]
"""Who must have a place in a round, as `Format.expected`."""


def _winner(match: Match) -> EntrantId | None:
    side = winning_side(match.result)
    return None if side is None else match.white if side == "white" else match.black


def turned_over(event: Event, number: int, old: Match, new: Match) -> bool:
    """Another winner than before; only in a knockout match does that move anybody."""
    if old.stage == "swiss" or old.group == TRIANGLE or set(old.pair) != set(new.pair):
        return False
    after = _winner(new)
    if after is None:
        return False
    before = _winner(old) or went_on(event.rounds, number, old, flow(event).few)
    return before is not None and before != after


def depending(event: Event, number: int, changed: Sequence[Match]) -> tuple[Dependent, ...]:
    """Boards that the two teams have played since, or begun in another's place: with these played
    a swap is more than an exchange of names."""
    found = []
    for new in changed:
        old = event.round(number).match(new.board)
        if not turned_over(event, number, old, new):
            continue
        for round, match in _later(event, number, old.pair):
            if match.result is not None:
                names = " against ".join(event.entrant(t).name for t in match.pair)
                text = f"round {round.number}, board {match.board}: {names}, {match.result.text}"
                found.append(Dependent(round.number, match.board, text))
    return tuple(dict.fromkeys(found))


def _later(event: Event, number: int, pair: Iterable[EntrantId]) -> list[tuple[Round, Match]]:
    teams = set(pair)
    return [
        (r, m) for r in event.published if r.number > number for m in r.matches
        if teams & set(m.pair)
    ]  # fmt: skip


def reopened(event: Event, dependents: Sequence[Dependent]) -> Event:
    """These boards are open again: they are to be played by whom they belong to now."""
    for one in dependents:
        round = event.round(one.round)
        if one.board is not None:
            event = event.with_round(round.with_match(replace(round.match(one.board), result=None)))
    return event


def corrected(before: Event, after: Event, number: int, expected: Expected) -> Event:
    """The later draws with the teams swapped whose match has another winner now. A standing
    proposal counts as drawn from the results as they are now: draws stand (3.8). With a team in it
    that has left the event it does not, nor where one of two teams that changed places has left,
    nor without a team that is `expected` in it: it is to be drawn anew."""
    old_round, new_round = before.round(number), after.round(number)
    stood, moved = True, set[EntrantId]()
    for new in new_round.matches:
        old = old_round.match(new.board)
        if old == new:
            continue
        stood = stood and old.result is not None
        if turned_over(before, number, old, new):
            after = _swapped(after, number, old.pair)
            moved |= set(old.pair)
    proposal = after.proposal
    if proposal is None or not stood or proposal.drawn_from != fingerprint(before):
        return after
    if any(not after.entrant(t).active(proposal.number) for t in proposal.placed | moved):
        return after
    if any(entrant.id not in proposal.placed for entrant in expected(after, proposal.number)):
        return after
    return after.with_round(replace(proposal, drawn_from=fingerprint(after)))


def _swapped(event: Event, number: int, pair: Pair) -> Event:
    other = dict(zip(pair, pair[::-1], strict=True))

    def now(team: EntrantId) -> EntrantId:
        return other.get(team, team)

    if all(r.number <= number for r in event.rounds):
        return event
    for round in event.rounds:
        if round.number > number:
            matches = tuple(
                replace(m, white=now(m.white), black=now(m.black), why=_told(event, m, pair))
                if set(pair) & set(m.pair) else m
                for m in round.matches
            )  # fmt: skip
            byes = tuple(replace(b, entrant=now(b.entrant)) for b in round.byes)
            event = event.with_round(replace(round, matches=matches, byes=byes))
    choices = tuple(
        replace(c, chooser=now(c.chooser), opponent=now(c.opponent)) if c.round > number else c
        for c in event.choices
    )
    return replace(event, choices=choices)


def _told(event: Event, match: Match, pair: Pair) -> str:
    a, b = (event.entrant(t).name for t in pair)
    told = f"{a} and {b} swapped places after an appeal (3.8)"
    return f"{match.why}; {told}" if match.why else told
