"""Results as text beside the matches of a round, as files and actions keep them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.event import Event, Match, Round
from engine.protocol import Format
from engine.refusal import Refused
from engine.results import Result


@dataclass(frozen=True)
class SavedMatchResult:
    """A board's result as text, beside the match that carries none."""

    board: int
    result: str


def with_results(
    round: Round,
    results: tuple[SavedMatchResult, ...],
    event: Event,
    format: Format,
    judged: bool = True,
) -> Round:
    """The round with the results put on its boards; `Refused` for boards or players not there,
    and, where a person may have written them (`judged`), for a result that the boards deny."""
    for match in round.matches:
        for id in match.pair:
            event.entrant(id)
        if match.lineups:
            refuse_strange_lineups(event, match)
    matches = {match.board: match for match in reversed(round.matches)}
    for saved in results:
        match = matches.get(saved.board) or round.match(saved.board)
        result = format.result_form(match).parse(saved.result)
        if match.lineups and judged:
            refuse_other_sum(event, match, result)
        matches[saved.board] = _entered(match, result)
    return replace(round, matches=tuple(matches[match.board] for match in round.matches))


def refuse_strange_lineups(event: Event, match: Match) -> None:
    """`Refused` where a player of a match is not of the team that he plays for."""
    teams = [{player.id for player in event.entrant(id).players} for id in match.pair]
    for number, board in enumerate(match.lineups, start=1):
        for id, team, players in zip((board.home, board.away), match.pair, teams, strict=True):
            if id and id not in players:
                where = f"{event.board_name(match.board)}, board {number}"
                name = event.entrant(team).name
                raise Refused(
                    f"{where}: player {id} is not of {name}", "", "name one of its players"
                )


def refuse_other_sum(event: Event, match: Match, result: Result) -> None:
    """`Refused` where a match's result is not what its boards give."""
    from engine.match_results import TeamResult, result_of

    boards = result_of(match.lineups)
    if isinstance(result, TeamResult):
        result = replace(result, tiebreak=None)
    if boards is not None and boards != result:
        where = event.board_name(match.board)
        raise Refused(
            f"{where}: the result is {result.text}", f"its boards give {boards.text}", "correct one"
        )


def _entered(m: Match, result: Result) -> Match:
    """A board with its result; `replace` would be most of the time that a large event takes."""
    return Match(
        m.board, m.white, m.black, result, m.stage, m.section, m.group,
        m.games, m.boards, m.due, m.why, m.altered, m.part, m.colourless, m.lineups, m.date,
        m.venue,
    )  # fmt: skip


def without_results(round: Round) -> tuple[Round, tuple[SavedMatchResult, ...]]:
    """Split a round into its matches and their results as text."""
    results = tuple(
        SavedMatchResult(m.board, m.result.text) for m in round.matches if m.result is not None
    )
    bare = replace(round, matches=tuple(replace(m, result=None) for m in round.matches))
    return bare, results
