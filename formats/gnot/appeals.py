"""Appeals, 3.8: a changed winner after the draw swaps the two teams' places in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.entrants import EntrantId
from engine.event import Event, Match, Round
from engine.fingerprint import fingerprint
from engine.match_results import winning_side
from engine.protocol import Dependent
from formats.gnot.calendar import TRIANGLE, key_of, onward
from formats.gnot.flow import flow

Pair = tuple[EntrantId, EntrantId]


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
    before = _winner(old) or _went_on(event, number, old)
    return before is not None and before != after


def _went_on(event: Event, number: int, match: Match) -> EntrantId | None:
    """Who of the two stands in the draw of the winners: for a board that was open again."""
    key = key_of(match, number)
    after = onward(key, flow(event).few) if key is not None else None
    there: set[EntrantId] = set()
    for round in event.rounds if after is not None else ():
        boards = [m.pair for m in round.matches if key_of(m, round.number) == after]
        there |= {team for pair in boards for team in pair}
        if boards:
            there |= {bye.entrant for bye in round.byes}
    there &= set(match.pair)
    return next(iter(there)) if len(there) == 1 else None


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


def corrected(before: Event, after: Event, number: int) -> Event:
    """The later draws with the teams swapped whose match has another winner now. A standing
    proposal counts as drawn from the results as they are now: draws stand (3.8). With a team in it
    that has left the event it does not: it is to be drawn anew."""
    old_round, new_round = before.round(number), after.round(number)
    stood = True
    for new in new_round.matches:
        old = old_round.match(new.board)
        if old == new:
            continue
        stood = stood and old.result is not None
        if turned_over(before, number, old, new):
            after = _swapped(after, number, old.pair)
    proposal = after.proposal
    if proposal is None or any(not after.entrant(t).active(proposal.number)
                               for t in proposal.placed):  # fmt: skip
        return after
    if stood and proposal.drawn_from == fingerprint(before):
        after = after.with_round(replace(proposal, drawn_from=fingerprint(after)))
    return after


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
