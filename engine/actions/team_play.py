"""Actions on matches of chess teams: line-ups, and results by board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.actions.base import About, Action, about_boards, name_of
from engine.actions.results import (
    about_results,
    refuse_rewriting,
    rewritten,
    round_played,
    text_of,
    undoes,
)
from engine.entrants import EntrantId
from engine.event import NOBODY, Event, Match, Round, TeamBoard
from engine.match_results import result_of, settled_whole
from engine.points import counted
from engine.protocol import Format, PlayedByTeams, part_of
from engine.reasons import Fact
from engine.refusal import Refused, Stale, StaleResult
from engine.results import CLEAR, parse_game
from engine.teams import boards_played, lineup_of, player_name, player_of, players_by_id
from engine.waiting import paired_by
from engine.warnings import Level, Warning


def _published(event: Event, number: int | None) -> Round:
    round = event.current if number is None else event.round(number)
    if round is None or not round.published:
        called = event.called(number or 1)
        raise Refused(f"{called} is not published", "line-ups need the matches", "publish it first")
    return round


def match_of_team(
    event: Event, team: EntrantId, number: int | None = None, board: int | None = None
) -> tuple[Round, Match]:
    """The match of a team in a published round (None: the one in play), of several the one at
    that table; `Refused` without one."""
    entrant, round = event.entrant(team), _published(event, number)
    if not any(match.lineups for match in round.matches):
        raise Refused(
            "this format has no line-ups",
            "its matches have no boards of their own",
            shell="`topboard result EVENT BOARD RESULT` enters a match",
        )
    matches = [m for m in round.matches if team in m.pair and board in (None, m.board)]
    if not matches or not matches[0].lineups:
        raise Refused(
            f"{entrant.name} has no match in {event.called(round.number)}",
            shell="`topboard round` lists those there are",
        )
    if len(matches) > 1:
        tables = ", ".join(str(m.board) for m in matches)
        problem = f"{entrant.name} plays at tables {tables}"
        raise Refused(problem, "each has a line-up of its own", "name the table", shell="--match N")
    return round, matches[0]


def board_of(event: Event, match: Match, board: int) -> TeamBoard:
    """A board of a match, from 1; `Refused` saying which there are."""
    if not 1 <= board <= len(match.lineups):
        where = event.board_name(match.board)
        there = f"it has boards 1 to {len(match.lineups)}" if match.lineups else "it has no boards"
        raise Refused(f"{where} has no board {board}", there, "give one of these")
    return match.lineups[board - 1]


@dataclass(frozen=True)
class SetLineup(Action):
    """The players of a team in a round, from the first board on; empty for an empty board, and
    boards after the last one named are empty.

    Results stay with their boards; a board that is empty now is a forfeit, one that was empty is
    open again. `was` is the line-up that the arbiter saw; `late` says that the deadline had passed.
    """

    kind: ClassVar[str] = "lineup"
    team: EntrantId
    players: tuple[EntrantId, ...]
    round: int | None = None
    was: tuple[EntrantId, ...] | None = None
    late: bool = False
    table: int | None = None
    """Where the team has several matches in the round, which one."""

    def judge(self, event: Event, format: Format) -> None:
        """The line-up is as the arbiter saw it; players of the team, each on one board."""
        round, match = match_of_team(event, self.team, self.round, self.table)
        current = lineup_of(match, self.team)
        team = event.entrant(self.team)
        if self.was is not None and self.was != current:
            raise Stale(f"the line-up of {team.name} is not as you saw it", "", "look again")
        if len(self.players) > len(match.lineups):
            raise Refused(
                f"{len(self.players)} players are too many for {team.name}",
                f"a match has {len(match.lineups)} boards",
                "name the players from the first board on",
            )
        known, named = {player.id for player in team.players}, set[EntrantId]()
        for id in filter(None, self.players):
            if id not in known:
                other = player_of(event, id)
                problem = f"{other.player.name} plays for {other.team.name}, not for {team.name}"
                raise Refused(problem, "", "name its players")
            if id in named:
                raise Refused(f"{player_name(event, id)} is on two boards", "", "name each once")
            named.add(id)
            for also in (m for m in round.matches if self.team in m.pair and m is not match):
                if id in lineup_of(also, self.team):
                    where = event.board_name(also.board)
                    problem = f"{player_name(event, id)} plays at {where}"
                    raise Refused(problem, "", "change that line-up first")
        after = self._with_whole(event, self.change(event, format)).round(round.number)
        refuse_rewriting(event, format, round, after, self.insist)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """About irregular line-ups, the deadline, and matches that were played."""
        round, match = match_of_team(event, self.team, self.round, self.table)
        if self.filled(match) == lineup_of(match, self.team):
            return ()
        from engine.strict import play_warnings

        teams = part_of(format, PlayedByTeams)
        in_order = teams is not None and teams.order_kept(event)
        return (
            *_lineup_warnings(event, self, round.number, in_order),
            *_changed_late(event, self, round, match),
            *play_warnings(event, self._with_whole(event, self.change(event, format))),
        )

    def filled(self, match: Match) -> tuple[EntrantId, ...]:
        """The players on every board of the match; nobody after the last one named."""
        return (*self.players, *[NOBODY] * (len(match.lineups) - len(self.players)))

    def change(self, event: Event, format: Format) -> Event:
        """The boards of the match with these players, and the match's result by them."""
        round, match = match_of_team(event, self.team, self.round, self.table)
        home = match.side(self.team) == "white"
        boards = tuple(
            board.with_players(*((id, board.away) if home else (board.home, id)))
            for board, id in zip(match.lineups, self.filled(match), strict=True)
        )
        if boards == match.lineups:
            return event
        return event.with_round(round.with_match(with_boards(event, format, match, boards)))

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """A result of the whole match stays; changes what was drawn because of it."""
        if after is before:
            return after
        round, _ = match_of_team(before, self.team, self.round, self.table)
        return rewritten(before, self._with_whole(before, after), format, round)

    def _with_whole(self, before: Event, after: Event) -> Event:
        """With the result that the match had as a whole, unless its boards have one to put in its
        place."""
        round, match = match_of_team(before, self.team, self.round, self.table)
        changed = after.round(round.number)
        now = changed.match(match.board)
        if match.result is None or now.result is not None or result_of(match.lineups) is not None:
            return after
        return after.with_round(changed.with_match(settled_whole(now, match.result)))

    def about(self, event: Event | None) -> About:
        """The team's table."""
        if event is None:
            return About(self.round, (), frozenset((self.team,)))
        try:
            round, match = match_of_team(event, self.team, self.round, self.table)
        except Refused:
            return About(self.round, (), frozenset((self.team,)))
        return about_boards(event, round.number, (match.board,))

    def describe(self, event: Event) -> str:
        """Round, team, players."""
        names = ", ".join(player_name(event, id) or "nobody" for id in self.players)
        where = event.called(self.round or len(event.published))
        late = " (after the deadline)" if self.late else ""
        return f"{where}, line-up of {name_of(event, self.team)}{late}: {names}"

    def was_before(self, event: Event) -> str | None:
        """The previous line-up."""
        _, match = match_of_team(event, self.team, self.round, self.table)
        return ", ".join(player_name(event, id) or "nobody" for id in lineup_of(match, self.team))


def _lineup_warnings(
    event: Event, new: SetLineup, number: int, order_kept: bool
) -> Iterator[Warning]:
    team = event.entrant(new.team)
    places = {player.id: place for place, player in enumerate(team.players)}
    named = [id for id in new.players if id]
    facts: dict[str, Fact] = {"name": team.name, "round": number}
    for id in named:
        player = players_by_id(event)[id].player
        if not player.active(number):
            late: dict[str, Fact] = {"entered": player.joined} if number < player.joined else {}
            yield Warning.of(
                Level.CONFIRM, "player-not-eligible", player=player.name, **facts, **late
            )
    if order_kept and [places[id] for id in named] != sorted(places[id] for id in named):
        level = Level.REFUSE if event.strict else Level.CONFIRM
        yield Warning.of(level, "lineup-order", **facts)
    if not named:
        yield Warning.of(Level.CONFIRM, "lineup-empty", **facts)
    if any(not id for id in new.players[: len(named)]):
        yield Warning.of(Level.CONFIRM, "lineup-gap", **facts)
    for board, id in enumerate(new.players, start=1):
        others = {b for r, b in boards_played(event).get(id, ()) if r != number and b != board}
        if others:
            yield Warning.of(
                Level.ACKNOWLEDGE, "other-board", player=player_name(event, id), board=board,
                boards=tuple(sorted(others)), **facts,
            )  # fmt: skip


def _changed_late(event: Event, new: SetLineup, round: Round, match: Match) -> Iterator[Warning]:
    facts: dict[str, Fact] = {"name": event.entrant(new.team).name, "round": round.number}
    if new.late:
        yield Warning.of(Level.CONFIRM, "lineup-late", **facts)
    old, now = lineup_of(match, new.team), new.filled(match)
    changed = [
        number
        for number, board in enumerate(match.lineups, start=1)
        if board.result and board.result.played and old[number - 1] != now[number - 1]
    ]
    kept = tuple(number for number in changed if now[number - 1])
    lost = tuple(number for number in changed if not now[number - 1])
    if kept:
        yield Warning.of(Level.CONFIRM, "lineup-corrected", boards=kept, **facts)
    if lost:
        yield Warning.of(Level.CONFIRM, "lineup-emptied", boards=lost, **facts)


@dataclass(frozen=True)
class EnterBoardResult(Action):
    """The result of a board of a match, as White and Black of that board have it; `-` clears it.

    The match's own result follows once every board has one. `was` is the board's result that the
    arbiter saw (None: open). A different result over an entered one needs `replace`, except over
    an adjourned game.
    """

    kind: ClassVar[str] = "board-result"
    number: int
    board: int
    result: str
    was: str | None = None
    round: int | None = None
    replace: bool = False

    def judge(self, event: Event, format: Format) -> None:
        """The results are as the arbiter saw them; an empty board stays a forfeit."""
        round = round_played(event, self.number, self.round)
        match = round.match(self.number, event.board_word)
        board = board_of(event, match, self.board)
        result = None if self.result.strip() == CLEAR else parse_game(self.result)
        if result is board.result:
            return
        where = board_named(event, self.number, self.board)
        now, wanted = text_of(board.result), text_of(result)
        if now != self.was:
            saw = f"you saw {self.was or 'no result'}"
            raise StaleResult(where, now, saw, "look again; overwrite it if yours is right")
        if board.forfeited and not (result and not result.played):
            raise Refused(f"{where} is empty", "its game is a forfeit", "correct the line-up first")
        if match.result is not None and result_of(match.lineups) is None and not self.replace:
            raise Refused(
                f"{event.board_name(self.number)} has the result {match.result.text} already",
                "it was entered for the match as a whole",
                "confirm it if the boards shall count instead",
                shell="--replace",
            )
        if board.result and not board.result.provisional and not self.replace:
            raise Refused(
                f"{where} has the result {now} already",
                f"{wanted or 'clearing it'} would replace it",
                "confirm it if that is meant",
                shell="--replace",
            )
        new = self.change(event, format).round(round.number)
        refuse_rewriting(event, format, round, new, self.insist)

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """Of rounds further back than the window, and that a game is adjourned."""
        from engine.strict import adjourned_warnings, play_warnings

        warnings: Sequence[Warning] = ()
        if self.result.strip() == "?":
            warnings = adjourned_warnings(event, self.round, (self.number,))
        if not paired_by(event, self.round):
            return tuple(warnings)
        return (*warnings, *play_warnings(event, self.change(event, format)))

    def change(self, event: Event, format: Format) -> Event:
        """The same result again changes nothing."""
        round = round_played(event, self.number, self.round)
        match = round.match(self.number, event.board_word)
        board = board_of(event, match, self.board)
        result = None if self.result.strip() == CLEAR else parse_game(self.result)
        if result is board.result:
            return event
        boards = list(match.lineups)
        boards[self.board - 1] = replace(board, result=result)
        return event.with_round(round.with_match(with_boards(event, format, match, tuple(boards))))

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """Changes what was drawn because of the match as it was."""
        if after is before:
            return after
        return rewritten(before, after, format, round_played(before, self.number, self.round))

    def about(self, event: Event | None) -> About:
        """The match's table."""
        return about_results(event, self.round, (self.number,))

    def means(self, event: Event, format: Format) -> str:
        """What was drawn since and is undone by it."""
        return undoes(self, event, format, self.round)

    def describe(self, event: Event) -> str:
        """Round, match, board, players, result: the home team's player first, as in Results and on
        the sheet of the match."""
        where = event.called(self.round or len(event.published))
        board, pair = self._board(event), ""
        if board is not None:
            pair = f" {player_name(event, board.home)} - {player_name(event, board.away)}"
        cleared = self.result.strip() == CLEAR
        shown = "cleared" if cleared else _as_home(board, self.result)
        return f"{where}, {board_named(event, self.number, self.board)}:{pair} {shown}"

    def was_before(self, event: Event) -> str | None:
        """The previous result, in the same order."""
        return None if self.was is None else _as_home(self._board(event), self.was)

    def _board(self, event: Event) -> TeamBoard | None:
        try:
            match = round_played(event, self.number, self.round).match(self.number)
            return board_of(event, match, self.board)
        except Refused:
            return None


@dataclass(frozen=True)
class EnterBoardResults(Action):
    """Results of many boards of one round, each as match, board and result: all or nothing."""

    kind: ClassVar[str] = "board-results"
    results: tuple[tuple[int, int, str], ...]
    round: int | None = None
    replace: bool = False

    def judge(self, event: Event, format: Format) -> None:
        """Each as if entered alone on the board as it is; the first refusal refuses all."""
        places = [(match, board) for match, board, _ in self.results]
        for match, board in places:
            if places.count((match, board)) > 1:
                where = board_named(event, match, board)
                raise Refused(f"{where} appears twice in the list", "", "keep one line")
        for one in self._each(event):
            one.judge(event, format)

    def _each(self, event: Event) -> list[EnterBoardResult]:
        entered = []
        for number, at, text in self.results:
            match = round_played(event, number, self.round).match(number)
            was = text_of(board_of(event, match, at).result)
            one = EnterBoardResult(number, at, text, was, self.round, self.replace)
            entered.append(replace(one, insist=self.insist))
        return entered

    def warnings(self, event: Event, format: Format) -> tuple[Warning, ...]:
        """As of single ones, each once."""
        warnings: list[Warning] = []
        for one in self._each(event):
            warnings += (w for w in one.warnings(event, format) if w not in warnings)
        return tuple(warnings)

    def change(self, event: Event, format: Format) -> Event:
        """The results, each on its board."""
        for number, at, text in self.results:
            event = EnterBoardResult(number, at, text, None, self.round).change(event, format)
        return event

    def follow(self, before: Event, after: Event, format: Format) -> Event:
        """Changes what was drawn because of the matches as they were."""
        if after is before or not self.results:
            return after
        round = round_played(before, self.results[0][0], self.round)
        return rewritten(before, after, format, round)

    def about(self, event: Event | None) -> About:
        """Their tables."""
        return about_results(event, self.round, sorted({match for match, _, _ in self.results}))

    def means(self, event: Event, format: Format) -> str:
        """What was drawn since and is undone by it."""
        return undoes(self, event, format, self.round)

    def describe(self, event: Event) -> str:
        """How many, in which round."""
        where = event.called(self.round or len(event.published))
        return f"{where}: {counted(len(self.results), 'result')} of boards"


def _as_home(board: TeamBoard | None, text: str) -> str:
    """A result that the journal has as White has it, as the home team has it."""
    if board is None or not board.away_white or text == CLEAR:
        return text
    try:
        return parse_game(text).turned().text
    except Refused:
        return text


def board_named(event: Event, match: int, board: int) -> str:
    """`table 3, board 2`."""
    return f"{event.board_name(match)}, board {board}"


def with_boards(event: Event, format: Format, match: Match, boards: tuple[TeamBoard, ...]) -> Match:
    """The match with other boards, and with the result that these give."""
    teams = part_of(format, PlayedByTeams)
    result = teams.match_result(event, boards) if teams is not None else result_of(boards)
    return replace(match, lineups=boards, result=result)
