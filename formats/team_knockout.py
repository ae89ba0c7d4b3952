"""The knockout of teams of players, with results by board and tie-breaks from the boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal, cast

from engine.boards import Seating
from engine.entrants import Entrant
from engine.event import Event, Match, TeamBoard
from engine.match_results import BOARD_RULES, TeamResult, decided_form, result_of, tiebreak_of
from engine.protocol import ReadFromFiles
from engine.results import ResultForm
from engine.tables import StandingTable
from engine.waiting import NextStep
from formats.knockout import Knockout
from formats.knockout.settings import SingleSettings
from formats.settings import MOST_ROUNDS, FormatSettings, knob
from formats.teams import TeamFormat, TeamSettings

METHODS = (*BOARD_RULES, "rapid", "blitz", "lot")


class TeamKnockoutSettings(TeamSettings, SingleSettings):
    """Settings of the knockout of teams."""

    only_with: ClassVar[Mapping[str, tuple[str, str]]] = {"seeds": ("placement", "mixed")}

    rounds: int = knob(
        default=MOST_ROUNDS, ge=1, le=MOST_ROUNDS, description="follows from the entries"
    )
    boards: int = knob(default=4, ge=1, le=50, description="boards of a match")
    score: Literal["games"] = knob(default="games", description="a match is scored by its boards")
    games: int = knob(default=1, ge=1, le=1, description="one match decides")
    tiebreaks: tuple[str, ...] = knob(default=(), description="places are shared, not broken")
    ties: tuple[Literal["board-count", "bottom-board", "top-board"], ...] = knob(
        default=("board-count", "bottom-board"),
        description="what decides a level match, in order: board-count, bottom-board (last boards "
        "out), top-board; then you",
    )

    def board_word(self, entrants: Sequence[Entrant]) -> str:
        """Teams play at tables."""
        return TeamSettings.board_word(self, entrants)

    def of_teams(self, entrants: Sequence[Entrant]) -> bool:
        """Always."""
        return True


class TeamKnockout(ReadFromFiles, TeamFormat, Knockout):
    """Teams of players; a team that loses a match is out."""

    name = "team_knockout"
    title = "Team knockout"
    used_for = "team cups"
    summary = "single elimination for teams of players: results by board, level matches by boards"
    Settings: ClassVar[type[FormatSettings]] = TeamKnockoutSettings
    report_code = "CUSTOM_TEAM_KNOCKOUT"
    file_codes = "CUSTOM_TEAM_KNOCKOUT"

    def seating(self, event: Event) -> Seating | None:
        """Tables are places of the bracket."""
        return None

    def match_result(self, event: Event, boards: Sequence[TeamBoard]) -> TeamResult | None:
        """A level match is decided by the boards, by the rule of the setting; None if they do not
        decide it."""
        result = result_of(boards)
        if result is None or result.provisional or result.home != result.away or not result.home:
            return result
        tiebreak = tiebreak_of(boards, cast(TeamKnockoutSettings, event.settings).ties)
        return replace(result, tiebreak=tiebreak) if tiebreak is not None else None

    def result_form(self, match: Match) -> ResultForm:
        """A match as a whole; a level one with who goes on."""
        return decided_form(len(match.lineups), METHODS)

    def standings(self, event: Event) -> list[StandingTable]:
        """By how far everybody has come."""
        return Knockout.standings(self, event)

    def next_step(self, event: Event) -> NextStep:
        """A tie that all rules leave level is named, because the boards do not show it."""
        step = super().next_step(event)
        level = [
            (round.number, match.board)
            for round in event.published
            for match in round.matches
            if match.level
        ]
        notes = tuple(
            f"{event.called(number)}, {event.board_name(board)} is level by its boards: enter who "
            "goes on and how, as 2-2 home lot"
            for number, board in level
        )
        return step._replace(notes=(*step.notes, *notes))

    def settle(self, event: Event) -> Event:
        """Matches that were drawn anew because of a correction have their boards too."""
        event = super().settle(event)
        for round in event.published:
            if all(match.lineups for match in round.matches):
                continue
            matches = tuple(
                m if m.lineups else self._with_lineups(event, round, m) for m in round.matches
            )
            event = event.with_round(replace(round, matches=matches))
        return event

    def kept_in_a_cut(self, event: Event) -> Mapping[str, Any]:
        """What decides a level match."""
        chosen = event.settings.chosen
        return {key: chosen[key] for key in ("boards", "ties") if key in chosen}
