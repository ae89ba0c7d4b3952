"""Appeals, 3.8: a changed winner after the draw swaps the two teams' places in it.

In the triangle of session 1 three teams have places by one order: whoever has another place in it
because a match has another outcome now takes the place in the draws that goes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.entrants import Entrant, EntrantId
from engine.event import Bye, Event, Match, Round
from engine.fingerprint import fingerprint
from engine.match_results import winning_side
from engine.protocol import Dependent
from engine.reasons import Reason
from engine.refusal import Refused
from engine.waiting import open_earlier, overdue
from formats.gnot.calendar import QUALIFYING_TRIANGLE, STARTS, in_triangle, key_of
from formats.gnot.flow import flow, side_of, went_on
from formats.gnot.lots import place_of

Moves = Mapping[EntrantId, EntrantId]
"""By the team that had a place in later draws the team that has it now."""
Expected = Callable[[Event, int], Sequence[Entrant]]
"""Who must have a place in a round, as `Format.expected`."""


def _winner(match: Match) -> EntrantId | None:
    side = winning_side(match.result)
    return None if side is None else match.white if side == "white" else match.black


def _moves(before: Event, after: Event, number: int) -> Iterator[Moves]:
    """Who takes whose place because of a board of that round that was changed."""
    old, new = before.round(number), after.round(number)
    changed = [(old.match(m.board), m) for m in new.matches if old.match(m.board) != m]
    for one, other in changed:
        if _turned_over(before, number, one, other):
            yield dict(zip(one.pair, one.pair[::-1], strict=True))
    three = [pair for pair in changed if pair[0].part == QUALIFYING_TRIANGLE]
    if three:
        yield _triangle_moves(before, after, three)


def _turned_over(event: Event, number: int, old: Match, new: Match) -> bool:
    """Another winner than before; only in a knockout match does that move two teams."""
    if old.stage == "swiss" or in_triangle(old) or set(old.pair) != set(new.pair):
        return False
    after = _winner(new)
    if after is None:
        return False
    before = _winner(old) or went_on(event.rounds, number, old, flow(event).few)
    return before is not None and before != after


def _triangle_moves(before: Event, after: Event, changed: Sequence[tuple[Match, Match]]) -> Moves:
    """Nobody moves where only margins change. Of a board that was open again it is only known which
    of the three is in the DKO."""
    drawn = [r for r in before.rounds if r.number >= STARTS["D1"]]
    if not drawn or any(m.open for m in flow(after).triangle_matches):
        return {}
    order = [line.team for line in flow(before).triangle]
    first = next(iter(drawn))
    there = {t for m in first.matches if m.stage == "dko" for t in m.pair}
    there |= {b.entrant for b in first.byes if key_of(b) == "D1"}
    order.sort(key=lambda team: team not in there)
    ranking = [line.team for line in flow(after).triangle]
    if any(old.open for old, _ in changed):
        return {order[0]: ranking[0], ranking[0]: order[0]} if order[0] != ranking[0] else {}
    if all(_outcome(old) == _outcome(new) for old, new in changed):
        return {}
    return {had: has for had, has in zip(order, ranking, strict=True) if had != has}


def _outcome(match: Match) -> tuple[EntrantId | None, bool]:
    """The winner in a triangle, and whether a tie is worth something."""
    net = side_of(match, match.white).score.net
    if net == 0:
        return None, True
    return (match.white if net > 0 else _winner(match)), False


def depending(event: Event, number: int, changed: Sequence[Match]) -> tuple[Dependent, ...]:
    """Boards that teams have played since whose places change, or begun in another's place: with
    these played a swap is more than an exchange of names."""
    round = event.round(number)
    for new in changed:
        round = round.with_match(new)
    return tuple(
        Dependent(later, board)
        for later, board in dict.fromkeys(
            (later.number, match.board)
            for moves in _moves(event, event.with_round(round), number)
            for later, match in _later(event, number, moves)
            if match.result is not None
        )
    )


def _later(event: Event, number: int, moves: Moves) -> list[tuple[Round, Match]]:
    return [
        (r, m) for r in event.published if r.number > number for m in r.matches
        if not moves.keys().isdisjoint(m.pair)
    ]  # fmt: skip


def reopened(event: Event, dependents: Sequence[Dependent]) -> Event:
    """These boards are open again: they are to be played by the teams to which they belong now."""
    for one in dependents:
        round = event.round(one.round)
        if one.board is not None:
            event = event.with_round(round.with_match(replace(round.match(one.board), result=None)))
    return event


def corrected(before: Event, after: Event, number: int, expected: Expected) -> Event:
    """The later draws with the teams swapped whose match has another winner now. A proposal counts
    as drawn from the results as they are now: draws are kept (3.8). It does not with a team in it
    that has left the event, nor where one of two teams that changed places has left, nor without a
    team that is `expected` in it: it is to be drawn anew. Nor while a board that it depends on is
    open (again)."""
    old_round = before.round(number)
    complete = all(old_round.match(m.board).result is not None
                for m in after.round(number).matches if old_round.match(m.board) != m)  # fmt: skip
    moved = set[EntrantId]()
    for moves in list(_moves(before, after, number)):
        after = _swapped(after, number, moves)
        moved |= moves.keys()
    proposal = after.proposal
    if proposal is None or not complete or proposal.drawn_from != fingerprint(before):
        return after
    if overdue(after) or open_earlier(after) is not None:
        return after
    if any(not after.entrant(t).active(proposal.number) for t in proposal.placed | moved):
        return after
    if any(entrant.id not in proposal.placed for entrant in expected(after, proposal.number)):
        return after
    return after.with_round(replace(proposal, drawn_from=fingerprint(after)))


def refuse_other_teams(event: Event, old: Round, new: Round) -> None:
    """A board corrected by hand moves no team from one stage to another, and changes no opponents
    in a knockout match on which later draws depend: only results do."""
    later = any(r.number > old.number for r in event.rounds)
    was, now = _stages(old), _stages(new)
    if old.number > 1 or later:
        for team in sorted(was.keys() & now.keys(), key=int):
            if was[team].part != now[team].part:
                raise Refused(
                    f"{event.entrant(team).name} cannot have played in {place_of(now[team])}",
                    f"in {event.called(old.number)} it is in {place_of(was[team])}: "
                    "results decide that",
                    "correct the result that sent it there",
                )
    for match in new.matches:
        if later and match.stage != "swiss" and set(old.match(match.board).pair) != set(match.pair):
            raise Refused(
                f"{event.board_name(match.board)} of {event.called(old.number)} keeps its teams",
                "what was drawn since rests on who met there",
                "correct its result, or take the later draw back first",
            )


def _stages(round: Round) -> Mapping[EntrantId, Match | Bye]:
    """By team its place in a part of the event in that half: a match, or a walkover."""
    walkovers = {bye.entrant: bye for bye in round.byes if key_of(bye) is not None}
    return walkovers | {team: match for match in round.matches for team in match.pair}


def _swapped(event: Event, number: int, moves: Moves) -> Event:
    def now(team: EntrantId) -> EntrantId:
        return moves.get(team, team)

    if not moves or all(r.number <= number for r in event.rounds):
        return event
    moved = Reason.of("moved-by-appeal", moves=tuple(moves.items()))
    for round in event.rounds:
        if round.number > number:
            matches = tuple(
                replace(m, white=now(m.white), black=now(m.black), why=(*m.why, moved))
                if not moves.keys().isdisjoint(m.pair) else m
                for m in round.matches
            )  # fmt: skip
            byes = tuple(replace(b, entrant=now(b.entrant)) for b in round.byes)
            event = event.with_round(replace(round, matches=matches, byes=byes))
    choices = tuple(
        replace(c, chooser=now(c.chooser), opponent=now(c.opponent)) if c.round > number else c
        for c in event.choices
    )
    # a drop-in score belongs to whoever has dropped in
    adjustments = tuple(
        replace(a, entrant=now(a.entrant)) if a.round >= number and a.cause == "drop-in" else a
        for a in event.adjustments
    )
    return replace(event, choices=choices, adjustments=adjustments)
