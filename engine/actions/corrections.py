"""The correction of a published board to what was really played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from engine import proposal as review
from engine.actions.base import About, Action, about_boards, name_of, refuse_stale
from engine.actions.results import refuse_rewriting, rewritten, undoes, with_result
from engine.byes import came_late, is_absent, newcomers, seat_refused, seated
from engine.entrants import Away, EntrantId
from engine.event import Event, Match, Round
from engine.protocol import Format
from engine.refusal import Refused
from engine.results import GameResult
from engine.warnings import Level, Warning


@dataclass(frozen=True)
class CorrectBoard(Action):
    """A published board as it was really played.

    `white` and `black` sat there; a player displaced by that takes the seat that is left. A turned
    board keeps the persons' result; a board with a new opponent loses its result, unless `result`
    gives the true one (`-`: none yet). `was` is the pair that the arbiter saw. A latecomer takes
    the seat of a player who did not come: a late entry is in the event from that round on, and of
    somebody who was absent from the round that ends.
    """

    kind: ClassVar[str] = "correct"
    round: int
    number: int
    white: EntrantId
    black: EntrantId
    was: tuple[EntrantId, EntrantId] | None = None
    result: str | None = None
    why: str = ""
    no_shows: bool = False
    """The two whom it puts together on another board did not come: a double forfeit there."""
    withdraw: bool = False
    """Whose seat a latecomer has, having not come, is withdrawn from the next round on."""

    def judge(self, event: Event, format: Format) -> None:
        """The board is as the arbiter saw it, and nobody has played on because of it."""
        round = event.round(self.round)
        if round.published:
            refuse_stale(event, round.match(self.number, event.board_word), self.was)
            self._refuse_seat(event, format, round)
        new = self.change(event, format).round(self.round)
        refuse_rewriting(event, format, round, new, self.insist)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Of rounds further back than the window; every other correction is recorded."""
        from engine.strict import CORRECTED, play_warnings

        warnings = play_warnings(event, self.change(event, format))
        done = Warning.of(Level.RECORD, CORRECTED, round=self.round, board=self.number)
        return (done, *warnings)

    def change(self, event: Event, format: Format) -> Event:
        """A proposal of the next round is marked as out of date afterwards; the same event if the
        board is like that already."""
        round = event.round(self.round)
        if not round.published:
            raise Refused(
                f"{event.called(self.round)} is not published", "", "change the proposal itself"
            )
        match = round.match(self.number, event.board_word)
        if self.late(event):
            event = seated(event, self.round, self.number, (self.white, self.black))
            corrected = event.round(self.round)
            if self.withdraw:
                event = _withdrawn(event, self.round, match, self)
        else:
            corrected = _seated(event, round, match, self)
        if self.result is not None:
            match_as_played = corrected.match(self.number)
            corrected = corrected.with_match(with_result(match_as_played, self.result, format))
        if self.no_shows:
            corrected = _both_absent(event, format, corrected, match, self)
        return event if corrected == event.round(self.round) else event.with_round(corrected)

    def late(self, event: Event) -> EntrantId | None:
        """The latecomer who takes the seat of one of the two, or None."""
        round = event.round(self.round)
        new = newcomers(round, self.white, self.black)
        pair = round.match(self.number).pair
        there = {self.white, self.black}.intersection(pair)
        return new[0] if len(new) == 1 and len(there) == 1 else None

    def _refuse_seat(self, event: Event, format: Format, round: Round) -> None:
        came = self.late(event)
        if came is None:
            if self.withdraw:
                raise Refused("nobody's seat is taken", "", "withdraw in the entries")
            return
        entrant, match = event.entrant(came), round.match(self.number)
        why = seat_refused(event, format, self.round, match)
        if not why and not came_late(event, entrant, self.round):
            why = f"{entrant.name} was entered when {event.called(self.round)} was drawn"
        if not why and entrant.withdrawn:
            why = f"{entrant.name} is withdrawn"
        if why:
            where = event.board_name(self.number)
            raise Refused(f"{entrant.name} cannot have a seat on {where}", why, "give another")
        _refuse_several(event, round, set(match.pair))

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """Changes what was drawn because of the board as it was."""
        if after is before:
            return after
        if any(m.lineups for m in before.round(self.round).matches):
            after = self._with_boards(before, after, format)
        return rewritten(before, after, format, before.round(self.round))

    def _with_boards(self, before: Event, after: Event, format: Format) -> Event:
        """Teams that were moved, and one that has come late, have boards of their own players."""
        came = self.late(before)
        if came is not None:
            match = after.round(self.round).match(self.number)
            after = after.with_round(after.round(self.round).with_match(replace(match, lineups=())))
            team = after.entrant(came)
            players = tuple(replace(p, joined=min(p.joined, self.round)) for p in team.players)
            after = after.with_entrant(replace(team, players=players))
        # as when the round was the last one published
        then = format.freeze(after.until(self.round))
        return after.with_round(then.round(self.round))

    def about(self, event: Event | None) -> About:
        """The board, and the players who are to sit there."""
        return about_boards(event, self.round, (self.number,), self.white, self.black)

    def means(self, event: Event, format: Format) -> str:
        """What was drawn since and is undone by it."""
        return undoes(self, event, format, self.round)

    def describe(self, event: Event) -> str:
        """Board and players, as really played."""
        players = f"{name_of(event, self.white)} - {name_of(event, self.black)}"
        result = f" {self.result}" if self.result else ""
        absent = "; the other two did not come" if self.no_shows else ""
        if came := self.late(event):
            pair = event.round(self.round).match(self.number).pair
            gone = next(id for id in pair if id not in (self.white, self.black))
            absent = f"; {name_of(event, gone)} did not come"
            absent += " and is withdrawn" if self.withdraw else ""
            if is_absent(event.round(self.round), came):
                absent += f"; {name_of(event, came)} is not absent any more"
        where = f"{event.called(self.round)}, {event.board_name(self.number)}"
        return f"{where} corrected: {players}{result}{absent}"

    def was_before(self, event: Event) -> str | None:
        """The players and the result before."""
        match = event.round(self.round).match(self.number)
        return f"{match.white}-{match.black} {match.result.text if match.result else ''}".strip()


def _withdrawn(event: Event, number: int, match: Match, new: CorrectBoard) -> Event:
    gone = next(event.entrant(id) for id in match.pair if id not in (new.white, new.black))
    away = gone.away if gone.withdrawn else (*gone.away, Away(number + 1))
    return event.with_entrant(replace(gone, away=away))


def _seated(event: Event, round: Round, match: Match, new: CorrectBoard) -> Round:
    if new.white == new.black:
        who = event.entrant_word
        raise Refused(f"no {who} can play itself", "", f"give two {who}s")
    if match.pair == (new.white, new.black):
        return round
    if match.pair == (new.black, new.white):
        return review.turn(round, match.board)
    _refuse_several(event, round, {*match.pair, new.white, new.black})
    seated = round
    for side, id in (("white", new.white), ("black", new.black)):
        match_as_seated = seated.match(match.board)
        sits = match_as_seated.white if side == "white" else match_as_seated.black
        if sits == id:
            continue
        if match_as_seated.opponent(sits) == id:
            seated = review.turn(seated, match.board)
        else:
            seated = review.swap(seated, sits, id, partial(name_of, event), event.board_word)
    before = {m.board: m for m in round.matches}
    cleared = tuple(
        m if set(m.pair) == set(before[m.board].pair) else replace(m, result=None)
        for m in seated.matches
    )
    return replace(seated, matches=cleared)


def _both_absent(
    event: Event, format: Format, round: Round, was: Match, new: CorrectBoard
) -> Round:
    """The board of the player who left this one, both players absent."""
    left = [id for id in was.pair if id not in (new.white, new.black)]
    others = [m for m in round.matches if len(left) == 1 and left[0] in m.pair]
    if len(others) != 1:
        raise Refused(
            f"two who did not come are at two {event.board_word}s",
            f"{event.board_name(new.number)} and one other",
            "give one of each",
        )
    return round.with_match(with_result(others[0], GameResult.DOUBLE_FORFEIT.text, format))


def no_shows_put_together(event: Event, number: int, a: EntrantId, b: EntrantId) -> CorrectBoard:
    """The correction that pairs the opponents of `a` and `b`, who did not come.

    They play on the board of `a`, whose opponent keeps the colour. `Refused` if the two sit on one
    board, or one of them on none or several.
    """
    round = event.round(number)
    here, there = (_only_board(event, round, id) for id in (a, b))
    if here.board == there.board:
        raise Refused(
            f"both of {event.board_name(here.board)} did not come",
            "nobody waits there",
            "enter -/- for it",
        )
    came = there.opponent(b)
    white, black = (came, here.black) if here.side(a) == "white" else (here.white, came)
    return CorrectBoard(number, here.board, white, black, here.pair, no_shows=True)


def _only_board(event: Event, round: Round, id: EntrantId) -> Match:
    matches = [m for m in round.matches if id in m.pair]
    if len(matches) != 1:
        problem = f"has {'several' if matches else 'no'} {event.board_word}{'s' * bool(matches)}"
        raise Refused(
            f"{name_of(event, id)} {problem} in {event.called(round.number)}", "", "give another"
        )
    return matches[0]


def _refuse_several(event: Event, round: Round, ids: set[EntrantId]) -> None:
    """`Refused` where somebody would be moved on all boards of his at once."""
    for id in sorted(ids, key=int):
        boards = [m.board for m in round.matches if id in m.pair]
        if len(boards) > 1:
            raise Refused(
                f"{name_of(event, id)} plays at {event.boards_named(boards)}",
                "another opponent on one of them would be one on all",
                f"correct the results of the {event.board_word}s instead",
            )
