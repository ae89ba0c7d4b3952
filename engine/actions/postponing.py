"""A match of a season is played on another day than its round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.actions.base import About, Action, about_boards, name_of
from engine.event import Event, Match, Round
from engine.event_data import UNKNOWN_DATE, detail, match_date, moved_text, read_moment, round_date
from engine.protocol import Format, OverASeason, part_of
from engine.refusal import Refused, Stale
from engine.waiting import round_of_board
from engine.warnings import Level, Warning

SAME_DAY, ROUND_DAY = "same-day", "round-day"


@dataclass(frozen=True)
class Postpone(Action):
    """A match gets a day of its own, and the rounds after its own do not wait for it.

    `date` is `2026-12-05`, with or without a time, or `-` while no day is fixed. `was` is the day
    that the arbiter saw (None: not checked). Without a `round` it is the match of the round in
    play, or one of an earlier round that still has to be played.
    """

    kind: ClassVar[str] = "postpone"
    number: int
    date: str
    round: int | None = None
    was: str | None = None

    def judge(self, event: Event, format: Format) -> None:
        """Only in a season; not a match that has begun, nor beyond the event's days."""
        if part_of(format, OverASeason) is None:
            raise Refused(
                "no match can be postponed here",
                f"in the format {event.format} every round waits for its results",
                "adjourn it (?), or enter it as a forfeit",
            )
        _, match = match_of(event, self.number, self.round)
        where = event.board_name(match.board)
        if self.was is not None and self.was != match.date:
            now = moved_text(match) or "on the day of its round"
            raise Stale(f"{where} is not as you saw it", f"now {now}", "look again")
        if match.result is not None:
            raise Refused(
                f"{where} cannot be postponed",
                f"it has the result {match.result.text}",
                "clear that first, if the match was not played",
            )
        if begun := sum(board.played for board in match.lineups):
            boards = "a board has its result" if begun == 1 else f"{begun} boards have results"
            raise Refused(
                f"{where} cannot be postponed",
                f"it has begun: {boards}",
                "adjourn its open boards (?), or clear the others",
            )
        _refuse_beyond(event, read_moment("the date", self.date))

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Of a team with another match on that day, and of a round that is played then."""
        return tuple(self._same_day(event))

    def _same_day(self, event: Event) -> Iterator[Warning]:
        own, match = match_of(event, self.number, self.round)
        day = read_moment("the date", self.date)[:10]
        for round in event.published if day != UNKNOWN_DATE else ():
            for other in round.matches:
                if other is match or match_date(event, round, other)[:10] != day:
                    continue
                for id in {*other.pair} & {*match.pair}:
                    yield Warning.of(
                        Level.CONFIRM, SAME_DAY, team=id, date=day, round=round.number,
                        match=other.board, moved=match.board, of=own.number,
                    )  # fmt: skip

        for number in range(len(event.published) + 1, event.settings.rounds + 1):
            if round_date(event, number, event.entrant(match.white).section)[:10] == day:
                yield Warning.of(
                    Level.CONFIRM, ROUND_DAY, round=number, date=day, moved=match.board
                )

    def change(self, event: Event, format: Format) -> Event:
        """The match with its day, due when the season ends."""
        round, match = match_of(event, self.number, self.round)
        date = read_moment("the date", self.date)
        if date == match.date:
            return event
        due = max(event.settings.rounds, round.number)
        return event.with_round(round.with_match(replace(match, date=date, due=due)))

    def about(self, event: Event | None) -> About:
        """The match."""
        if event is None:
            return about_boards(None, self.round, (self.number,))
        number = round_of_board(event, self.number, self.round)
        return about_boards(event, number, (self.number,))

    def describe(self, event: Event) -> str:
        """Round, match, both teams, the new day."""
        round, match = match_of(event, self.number, self.round)
        names = " - ".join(name_of(event, id) for id in match.pair)
        to = moved_text(replace(match, date=self.date))
        return f"{event.called(round.number)}, {event.board_name(match.board)}, {names}: {to}"

    def was_before(self, event: Event) -> str | None:
        """The day set before."""
        round, match = match_of(event, self.number, self.round)
        return match_date(event, round, match) or None


VENUE_LIMIT = 120
"""Characters of a venue."""


@dataclass(frozen=True)
class SetMatchVenue(Action):
    """A match of a season is played elsewhere than at the home team's venue; empty: there again."""

    kind: ClassVar[str] = "match-venue"
    number: int
    venue: str
    round: int | None = None

    def judge(self, event: Event, format: Format) -> None:
        """Only in a season."""
        if part_of(format, OverASeason) is None:
            problem = "no match has a venue of its own here"
            raise Refused(problem, f"in the format {event.format} all play in one place", "")
        if len(self.venue) > VENUE_LIMIT:
            raise Refused(
                "the venue is too long", f"the limit is {VENUE_LIMIT} letters", "shorten it"
            )

    def change(self, event: Event, format: Format) -> Event:
        """The match with its venue."""
        round, match = match_of(event, self.number, self.round)
        if self.venue.strip() == match.venue:
            return event
        return event.with_round(round.with_match(replace(match, venue=self.venue.strip())))

    def about(self, event: Event | None) -> About:
        """The match."""
        if event is None:
            return about_boards(None, self.round, (self.number,))
        return about_boards(event, round_of_board(event, self.number, self.round), (self.number,))

    def describe(self, event: Event) -> str:
        """Round, match, both teams, where."""
        round, match = match_of(event, self.number, self.round)
        names = " - ".join(name_of(event, id) for id in match.pair)
        where = f"played at {self.venue}" if self.venue else "played at the home team's venue"
        return f"{event.called(round.number)}, {event.board_name(match.board)}, {names}: {where}"

    def was_before(self, event: Event) -> str | None:
        """The venue set before."""
        return match_of(event, self.number, self.round)[1].venue or None


def match_of(event: Event, number: int, round: int | None) -> tuple[Round, Match]:
    """A match of a published round; without a round that of the round in play, or one of an
    earlier round that still waits to be played."""
    at = round_of_board(event, number, round)
    if at is None:
        raise Refused("no round is published", "its matches are postponed", "publish it first")
    played_in = event.round(at)
    if not played_in.published:
        raise Refused(f"{event.called(at)} is not published", "", "publish it first")
    return played_in, played_in.match(number, event.board_word)


def _refuse_beyond(event: Event, date: str) -> None:
    """`Refused` for a day outside the event's own."""
    first, last, day = detail(event, "start"), detail(event, "end"), date[:10]
    if date == UNKNOWN_DATE:
        return
    if last and day > last:
        why, remedy = f"the last day of the event is {last}", "give an earlier day, or set end="
        raise Refused(f"{day} is too late", why, remedy)
    if first and day < first:
        why, remedy = f"the first day of the event is {first}", "give a later day, or set start="
        raise Refused(f"{day} is too early", why, remedy)
